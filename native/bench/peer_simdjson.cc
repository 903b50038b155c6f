// simdjson, by the implementation that it picks (or SIMDJSON_FORCE_IMPLEMENTATION names): its DOM, and its On-Demand
// front end in two ways, with values left as text and with values converted.
#include "objects.h"
#include "peers.h"

#include <simdjson.h>

#include <cstring>
#include <string>

namespace {

static_assert(BENCH_PADDING >= simdjson::SIMDJSON_PADDING, "the padding of workloads must do for simdjson");

const char *version() {
    // The macro is a string in some versions and bare in others.
    static std::string text;
    if (text.empty()) {
        for (char c : std::string(SIMDJSON_STRINGIFY(SIMDJSON_VERSION))) {
            if (c != '"')
                text += c;
        }
        text += " (" + simdjson::get_active_implementation()->name() + ")";
    }
    return text.c_str();
}

const char *words(simdjson::error_code error) {
    return error ? simdjson::error_message(error) : nullptr;
}

// ---- DOM ------------------------------------------------------------------------------------------------------------

struct dom_state {
    simdjson::dom::parser parser; // its memory serves every document, as a user's would
    simdjson::dom::element root;
};

const char *run_dom(void *self, const bench_workload *workload) {
    dom_state *s = static_cast<dom_state *>(self);
    return words(s->parser.parse(workload->data, workload->size, false).get(s->root));
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
    case element_type::BOOL: (bool(element) ? seen->trues : seen->falses)++; break;
    case element_type::NULL_VALUE: seen->nulls++; break;
    default: seen->numbers++; break;
    }
}

const char *check_dom(void *self, const bench_workload *workload) {
    census seen = {};
    count(static_cast<dom_state *>(self)->root, &seen);
    return census_equal(&seen, expected_census(workload)) ? nullptr : "its document holds other values";
}

// ---- On-Demand ------------------------------------------------------------------------------------------------------

using namespace simdjson::ondemand;
using simdjson::error_code;

struct demand_state {
    simdjson::ondemand::parser parser;
    census seen;
    uint64_t sum; // of what was looked at, so that no look is left out
};

enum ways {
    RAW,      // everything left as text
    CHECKED,  // numbers converted, as nothing else checks them
    CONVERTED // strings unescaped too
};

// Visits every value; its census is part of the time, as it is a few additions.
template <ways way, typename Value> error_code visit(Value &&value, demand_state *s) {
    json_type type;
    error_code error = value.type().get(type);
    if (error)
        return error;
    switch (type) {
    case json_type::object: {
        s->seen.objects++;
        object members;
        if ((error = value.get_object().get(members)))
            return error;
        for (auto member : members) {
            s->seen.keys++;
            if (way == CONVERTED) {
                std::string_view key;
                if ((error = member.unescaped_key().get(key)))
                    return error;
                s->sum += key.size();
            } else {
                raw_json_string key;
                if ((error = member.key().get(key)))
                    return error;
                s->sum += static_cast<uint8_t>(*key.raw());
            }
            if ((error = visit<way>(member.value(), s)))
                return error;
        }
        break;
    }
    case json_type::array: {
        s->seen.arrays++;
        array elements;
        if ((error = value.get_array().get(elements)))
            return error;
        for (auto element : elements) {
            if ((error = visit<way>(element, s)))
                return error;
        }
        break;
    }
    case json_type::string: {
        s->seen.strings++;
        if (way == CONVERTED) {
            std::string_view text;
            if ((error = value.get_string().get(text)))
                return error;
            s->sum += text.size();
        } else {
            raw_json_string text;
            if ((error = value.get_raw_json_string().get(text)))
                return error;
            s->sum += static_cast<uint8_t>(*text.raw());
        }
        break;
    }
    case json_type::number: {
        s->seen.numbers++;
        if (way != RAW) {
            double number;
            if ((error = value.get_double().get(number)))
                return error;
            s->sum += number > 0;
        } else {
            std::string_view text;
            if ((error = value.raw_json_token().get(text)))
                return error;
            s->sum += text.size();
        }
        break;
    }
    case json_type::boolean: {
        bool is;
        if ((error = value.get_bool().get(is)))
            return error;
        (is ? s->seen.trues : s->seen.falses)++;
        break;
    }
    case json_type::null: {
        bool is;
        if ((error = value.is_null().get(is)))
            return error;
        s->seen.nulls += is;
        break;
    }
    default: return simdjson::INCORRECT_TYPE;
    }
    return simdjson::SUCCESS;
}

template <ways way> const char *run_demand(void *self, const bench_workload *workload) {
    demand_state *s = static_cast<demand_state *>(self);
    s->seen = {};
    document all;
    error_code error = s->parser.iterate(workload->data, workload->size, workload->size + BENCH_PADDING).get(all);
    if (!error)
        error = visit<way>(all, s);
    return words(error);
}

const char *check_demand(void *self, const bench_workload *workload) {
    const census &seen = static_cast<demand_state *>(self)->seen;
    return census_equal(&seen, expected_census(workload)) ? nullptr : "it met other values";
}

// ---- Objects into fields --------------------------------------------------------------------------------------------

const char *run_objects(void *self, const bench_workload *workload) {
    const object_kind *kind = static_cast<const object_kind *>(workload->expected);
    simdjson::ondemand::parser *parser = static_cast<simdjson::ondemand::parser *>(self);
    document all;
    object members;
    error_code error = parser->iterate(workload->data, workload->size, workload->size + BENCH_PADDING).get(all);
    if (error || (error = all.get_object().get(members)))
        return words(error);
    for (size_t i = 0; i < kind->count && !error; i++) {
        object_field *field = &object_fields[i];
        value member;
        json_type type;
        std::string_view text;
        if ((error = members.find_field(kind->keys[i]).get(member)) || (error = member.type().get(type)))
            break;
        switch (type) {
        case json_type::string:
            error = member.get_string().get(text);
            if (!error && text.size() <= sizeof field->text) {
                field->length = text.size();
                memcpy(field->text, text.data(), text.size());
            }
            break;
        case json_type::number: error = member.get_double().get(field->number); break;
        case json_type::boolean: error = member.get_bool().get(field->flag); break;
        default: error = member.is_null().get(field->null); break;
        }
    }
    return words(error);
}

} // namespace

bench_contestant peer_simdjson(void) {
    static dom_state s;
    return {
        "simdjson DOM",
        version(),
        "does more: all values built, strings unescaped, numbers converted; UTF-8 checked, keys not interned; padded "
        "input, memory reused",
        &s,
        run_dom,
        check_dom};
}

bench_contestant peer_simdjson_raw(void) {
    static demand_state s;
    return {"On-Demand raw",
            version(),
            "simdjson's On-Demand visits each value and leaves it as text; does less: numbers, escapes and the ends of "
            "strings are NOT looked at, nothing is kept; UTF-8 checked, padded input",
            &s,
            run_demand<RAW>,
            check_demand};
}

bench_contestant peer_simdjson_checked(void) {
    static demand_state s;
    return {
        "On-Demand",
        version(),
        "simdjson's On-Demand visits each value: numbers to double, which checks them; does less: escapes and the ends "
        "of strings are NOT looked at, nothing is kept; UTF-8 checked, padded input",
        &s,
        run_demand<CHECKED>,
        check_demand};
}

bench_contestant peer_simdjson_converted(void) {
    static demand_state s;
    return {"simdjson On-Demand",
            version(),
            "simdjson's On-Demand visits each value: strings unescaped, numbers to double; UTF-8 checked; does less: "
            "nothing is kept; padded input",
            &s,
            run_demand<CONVERTED>,
            check_demand};
}

bench_contestant peer_simdjson_objects(void) {
    static simdjson::ondemand::parser parser;
    return {"simdjson On-Demand",
            version(),
            "simdjson's On-Demand, find_field of each key in the order of the text, which is its fastest way; keys in "
            "another order are not found",
            &parser,
            run_objects,
            object_check};
}
