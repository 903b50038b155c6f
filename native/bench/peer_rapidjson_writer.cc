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

template <unsigned flags> const char *run(void *, const bench_workload *workload) {
    return write<flags>(static_cast<const events *>(workload->expected)) ? nullptr : "it refused a value";
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
