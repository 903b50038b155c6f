// RapidJSON's SAX reader with a handler that does nothing, and its SSE2 scans where the compiler has that: with default
// flags, which neither check UTF-8 nor read numbers to full precision, and with flags that do both.
#if defined(__SSE2__)
#define RAPIDJSON_SSE2
#endif
#include "peers.h"

#include <rapidjson/reader.h>
#include <rapidjson/error/en.h>

namespace {

size_t consumed; // by the last run

struct silent : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, silent> {};

struct counting : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, counting> {
    census seen = {};

    bool Null() {
        return ++seen.nulls;
    }
    bool Bool(bool value) {
        return ++(value ? seen.trues : seen.falses);
    }
    bool Int(int) {
        return ++seen.numbers;
    }
    bool Uint(unsigned) {
        return ++seen.numbers;
    }
    bool Int64(int64_t) {
        return ++seen.numbers;
    }
    bool Uint64(uint64_t) {
        return ++seen.numbers;
    }
    bool Double(double) {
        return ++seen.numbers;
    }
    bool String(const char *, rapidjson::SizeType, bool) {
        return ++seen.strings;
    }
    bool Key(const char *, rapidjson::SizeType, bool) {
        return ++seen.keys;
    }
    bool StartObject() {
        return ++seen.objects;
    }
    bool StartArray() {
        return ++seen.arrays;
    }
};

constexpr unsigned exact = rapidjson::kParseFullPrecisionFlag | rapidjson::kParseValidateEncodingFlag;

template <unsigned flags, typename Handler>
const char *parse(rapidjson::Reader *reader, const bench_workload *workload, Handler *handler) {
    rapidjson::StringStream stream(reinterpret_cast<const char *>(workload->data));
    rapidjson::ParseResult result = reader->Parse<flags>(stream, *handler);
    consumed = stream.Tell();
    return result ? nullptr : rapidjson::GetParseError_En(result.Code());
}

template <unsigned flags> const char *run(void *self, const bench_workload *workload) {
    silent handler;
    return parse<flags>(static_cast<rapidjson::Reader *>(self), workload, &handler);
}

// What the timed run leaves is how far it came; that it saw the right values there, another run says.
const char *check(void *self, const bench_workload *workload) {
    if (consumed != workload->size)
        return "it stopped early";
    counting handler;
    const char *problem =
        parse<rapidjson::kParseDefaultFlags>(static_cast<rapidjson::Reader *>(self), workload, &handler);
    if (problem)
        return problem;
    return census_equal(&handler.seen, expected_census(workload)) ? nullptr : "it reported other values";
}

} // namespace

bench_contestant peer_rapidjson(void) {
    static rapidjson::Reader reader;
    return {"RapidJSON SAX",
            RAPIDJSON_VERSION_STRING,
            "empty handler, default flags; strings unescaped, numbers converted but not to the last bit; does less: "
            "UTF-8 NOT checked, nothing kept; NUL behind the input",
            &reader,
            run<rapidjson::kParseDefaultFlags>,
            check};
}

bench_contestant peer_rapidjson_exact(void) {
    static rapidjson::Reader reader;
    return {"RapidJSON SAX",
            RAPIDJSON_VERSION_STRING,
            "empty handler, full precision, encoding validated; strings unescaped, numbers to double or integer; does "
            "less: nothing kept; NUL behind the input",
            &reader,
            run<exact>,
            check};
}
