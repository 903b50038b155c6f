// simdjson's DOM parse, by the implementation that it picks (or SIMDJSON_FORCE_IMPLEMENTATION names).
#include "peers.h"

#include <simdjson.h>

#include <string>

namespace {

static_assert(BENCH_PADDING >= simdjson::SIMDJSON_PADDING, "the padding of workloads must do for simdjson");

struct state {
    simdjson::dom::parser parser; // its memory serves every document, as a user's would
    simdjson::dom::element root;
};

const char *run(void *self, const bench_workload *workload) {
    state *s = static_cast<state *>(self);
    simdjson::error_code error = s->parser.parse(workload->data, workload->size, false).get(s->root);
    return error ? simdjson::error_message(error) : nullptr;
}

void count(const simdjson::dom::element &element, census *seen) {
    using simdjson::dom::element_type;
    switch (element.type()) {
    case element_type::OBJECT:
        seen->objects++;
        for (simdjson::dom::key_value_pair member : simdjson::dom::object(element)) {
            seen->keys++;
            count(member.value, seen);
        }
        break;
    case element_type::ARRAY:
        seen->arrays++;
        for (simdjson::dom::element child : simdjson::dom::array(element))
            count(child, seen);
        break;
    case element_type::STRING: seen->strings++; break;
    case element_type::INT64:
    case element_type::UINT64:
    case element_type::DOUBLE: seen->numbers++; break;
    case element_type::BOOL: (bool(element) ? seen->trues : seen->falses)++; break;
    case element_type::NULL_VALUE: seen->nulls++; break;
    }
}

const char *check(void *self, const bench_workload *workload) {
    census seen = {};
    count(static_cast<state *>(self)->root, &seen);
    return census_equal(&seen, expected_census(workload)) ? nullptr : "its document holds other values";
}

} // namespace

bench_contestant peer_simdjson(void) {
    static state s;
    static const std::string version =
        std::string(SIMDJSON_STRINGIFY(SIMDJSON_VERSION)) + " (" + simdjson::get_active_implementation()->name() + ")";
    return {"simdjson DOM",
            version.c_str(),
            "all values built, strings unescaped, numbers converted, UTF-8 checked; padded input, memory reused",
            &s,
            run,
            check};
}
