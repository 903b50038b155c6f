// RapidJSON's Writer into a StringBuffer whose memory is kept from run to run.
#if defined(__SSE4_2__)
#define RAPIDJSON_SSE42
#elif defined(__SSE2__)
#define RAPIDJSON_SSE2
#endif
#include "events.h"

#include <rapidjson/rapidjson.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <map>

namespace {

rapidjson::StringBuffer buffer;

template <unsigned flags> bool write(const events *all) {
    rapidjson::Writer<rapidjson::StringBuffer, rapidjson::UTF8<>, rapidjson::UTF8<>, rapidjson::CrtAllocator, flags>
        writer(buffer);
    bool good = true;
    buffer.Clear();
    for (size_t i = 0; i < all->count && good; i++) {
        const event &e = all->list[i];
        switch (e.type) {
        case EVENT_OBJECT_START: good = writer.StartObject(); break;
        case EVENT_OBJECT_END: good = writer.EndObject(); break;
        case EVENT_ARRAY_START: good = writer.StartArray(); break;
        case EVENT_ARRAY_END: good = writer.EndArray(); break;
        case EVENT_KEY: good = writer.Key(e.value.text, e.length); break;
        case EVENT_STRING: good = writer.String(e.value.text, e.length); break;
        case EVENT_I64: good = writer.Int64(e.value.i64); break;
        case EVENT_U64: good = writer.Uint64(e.value.u64); break;
        case EVENT_F64: good = writer.Double(e.value.f64); break;
        case EVENT_TRUE: good = writer.Bool(true); break;
        case EVENT_FALSE: good = writer.Bool(false); break;
        case EVENT_NULL: good = writer.Null(); break;
        }
    }
    return good;
}

// What is wrong with the first output for a workload; the answers are kept. Its scan by vectors, in 1.1.0, lets
// characters from 0x1a on through, which is no JSON then.
const char *first_problem(const bench_workload *workload) {
    static std::map<const void *, const char *> known;
    auto found = known.find(workload->expected);
    if (found != known.end())
        return found->second;
    const events *all = static_cast<const events *>(workload->expected);
    return known[all] = events_check(all, buffer.GetString(), buffer.GetSize());
}

template <unsigned flags> const char *run(void *, const bench_workload *workload) {
    if (!write<flags>(static_cast<const events *>(workload->expected)))
        return "it refused a value";
    return first_problem(workload);
}

const char *check(void *, const bench_workload *workload) {
    return events_check(static_cast<const events *>(workload->expected), buffer.GetString(), buffer.GetSize());
}

} // namespace

bench_contestant peer_rapidjson_writer(void) {
    return {"RapidJSON",
            RAPIDJSON_VERSION_STRING,
            "Writer into a StringBuffer that is kept; UTF-8 NOT checked, structure not checked (NDEBUG)",
            nullptr,
            run<rapidjson::kWriteDefaultFlags>,
            check};
}

bench_contestant peer_rapidjson_checking_writer(void) {
    return {"RapidJSON, checking",
            RAPIDJSON_VERSION_STRING,
            "the same with kWriteValidateEncodingFlag",
            nullptr,
            run<rapidjson::kWriteValidateEncodingFlag>,
            check};
}
