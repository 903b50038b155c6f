/* Single values from the spans of their tokens, by jt_read_... and jt_copy_utf8, beside what the C library has. */
#include "records.h"
#include "text.h"

#include "../../core/include/jsontape.h"

#include <stdlib.h>
#include <string.h>

enum { VALUES = 256, KINDS = 8 };

typedef enum scalar { BOOL, I32, I64, U64, F32, F64, F64_LONG, STRING } scalar;

/* Spans of tokens, and what the last run made of them. */
typedef struct spans {
    scalar kind;
    uint32_t starts[VALUES], lengths[VALUES];
} spans;

static double sum; /* of the last run, by whomever */

/* Everything by one loop for each kind, so that the call is what is timed. */
static const char *run(void *self, const bench_workload *workload) {
    const spans *s = workload->expected;
    const uint8_t *text = workload->data;
    uint8_t copy[64];
    (void)self;
    sum = 0;
    switch (s->kind) {
    case BOOL:
        for (size_t i = 0; i < VALUES; i++) {
            bool value;
            if (jt_read_bool(text + s->starts[i], s->lengths[i], &value))
                sum += value;
        }
        break;
    case I32:
        for (size_t i = 0; i < VALUES; i++) {
            int32_t value;
            if (jt_read_i32(text + s->starts[i], s->lengths[i], &value))
                sum += value;
        }
        break;
    case I64:
        for (size_t i = 0; i < VALUES; i++) {
            int64_t value;
            if (jt_read_i64(text + s->starts[i], s->lengths[i], &value))
                sum += (double)value;
        }
        break;
    case U64:
        for (size_t i = 0; i < VALUES; i++) {
            uint64_t value;
            if (jt_read_u64(text + s->starts[i], s->lengths[i], &value))
                sum += (double)value;
        }
        break;
    case F32:
        for (size_t i = 0; i < VALUES; i++)
            sum += (double)jt_read_f32(text + s->starts[i], s->lengths[i]);
        break;
    case F64:
    case F64_LONG:
        for (size_t i = 0; i < VALUES; i++)
            sum += jt_read_f64(text + s->starts[i], s->lengths[i]);
        break;
    default:
        for (size_t i = 0; i < VALUES; i++) {
            size_t length = jt_copy_utf8(text + s->starts[i], s->lengths[i], copy);
            sum += (double)length + copy[length - 1];
        }
        break;
    }
    return NULL;
}

/* The C library's functions stop at the comma behind a number. */
static const char *run_library(void *self, const bench_workload *workload) {
    const spans *s = workload->expected;
    const char *text = (const char *)workload->data;
    char copy[64];
    (void)self;
    sum = 0;
    switch (s->kind) {
    case BOOL:
        for (size_t i = 0; i < VALUES; i++) {
            const char *p = text + s->starts[i];
            if (s->lengths[i] == 4 && memcmp(p, "true", 4) == 0)
                sum += 1;
            else if (s->lengths[i] != 5 || memcmp(p, "false", 5) != 0)
                return "neither";
        }
        break;
    case I32:
    case I64:
        for (size_t i = 0; i < VALUES; i++)
            sum += (double)strtoll(text + s->starts[i], NULL, 10);
        break;
    case U64:
        for (size_t i = 0; i < VALUES; i++)
            sum += (double)strtoull(text + s->starts[i], NULL, 10);
        break;
    case F32:
        for (size_t i = 0; i < VALUES; i++)
            sum += (double)strtof(text + s->starts[i], NULL);
        break;
    case F64:
    case F64_LONG:
        for (size_t i = 0; i < VALUES; i++)
            sum += strtod(text + s->starts[i], NULL);
        break;
    default:
        for (size_t i = 0; i < VALUES; i++) {
            size_t length = s->lengths[i] - 2;
            memcpy(copy, text + s->starts[i] + 1, length);
            sum += (double)length + (uint8_t)copy[length - 1];
        }
        break;
    }
    return NULL;
}

/* Both ways to the same sum. */
static const char *check(void *self, const bench_workload *workload) {
    double got = sum;
    const char *problem = self ? run_library(NULL, workload) : run(NULL, workload);
    return problem ? problem : got == sum ? NULL : "another value";
}

static void append(bench_text *text, scalar kind, uint32_t *state) {
    static const char *const words[] = {"Ada", "Berlin", "shipped", "example.org", "Some words of text"};
    uint32_t a = bench_random(state), b = bench_random(state), digits = bench_below(state, 7);
    const char *sign = a % 2 ? "-" : "";
    switch (kind) {
    case BOOL: bench_append(text, a % 2 ? "true" : "false"); break;
    case I32: bench_append(text, "%s%u", sign, b >> bench_below(state, 24)); break;
    case I64: bench_append(text, "%s%llu", sign, (unsigned long long)a << 24 | b); break;
    case U64: bench_append(text, "%llu", (unsigned long long)a << 32 | b); break;
    case F32:
    case F64: bench_append(text, "%s%u.%0*u", sign, a % 1000, (int)(1 + digits), digits ? b % 100 : b % 10); break;
    case F64_LONG: bench_append(text, "%s%.17g", sign, (double)a / (1 + b)); break;
    default: bench_append(text, "\"%s\"", words[a % 5]); break;
    }
}

bench_record record_scalars(bool tiny) {
    static const char *const labels[KINDS] = {"bool",       "i32",        "i64, up to 48 bits", "u64, up to 56 bits",
                                              "f32, short", "f64, short", "f64, 17 digits",     "string, short"};
    static bench_workload workloads[KINDS];
    static spans all[KINDS];
    static char library; /* a state tells the two apart */
    static bench_contestant contestants[] = {
        {"jsontape", JT_VERSION,
         "jt_read_bool, _i32, _i64, _u64, _f32, _f64 and jt_copy_utf8 of a token's span; exact, ranges checked", NULL,
         run, check},
        {"C library", "",
         "memcmp, strtoll, strtoull, strtof, strtod, memcpy; does less: integers that don't end in digits are not "
         "told, "
         "strings are not unescaped",
         &library, run_library, check}};
    (void)tiny;
    for (size_t k = 0; k < KINDS; k++) {
        bench_text text = {0};
        uint32_t state = 11;
        all[k].kind = (scalar)k;
        for (size_t i = 0; i < VALUES; i++) {
            all[k].starts[i] = (uint32_t)text.length;
            append(&text, (scalar)k, &state);
            all[k].lengths[i] = (uint32_t)text.length - all[k].starts[i];
            bench_append(&text, ",");
        }
        workloads[k] = (bench_workload){labels[k], text.data, text.length, &all[k], VALUES};
    }
    return (bench_record){.label = "scalars",
                          .title = "Single values read from their text",
                          .workloads = workloads,
                          .workload_count = KINDS,
                          .contestants = contestants,
                          .contestant_count = 2,
                          .reference = contestants[1].label,
                          .unit = "call",
                          .sample_ms = 1};
}
