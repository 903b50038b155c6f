/* The peers that bench-read measures beside the tokenizer: each in a file of its own, built where its library is
 * found. CMake defines BENCH_SIMDJSON, BENCH_YYJSON, BENCH_YAJL, BENCH_RAPIDJSON, BENCH_JANSSON for those. */
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include "method.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How many of each a document holds: what a reader must have seen, whatever it makes of it. */
typedef struct census {
    size_t objects, arrays, keys, strings, numbers, trues, falses, nulls;
} census;

static inline bool census_equal(const census *a, const census *b) {
    return a->objects == b->objects && a->arrays == b->arrays && a->keys == b->keys && a->strings == b->strings &&
           a->numbers == b->numbers && a->trues == b->trues && a->falses == b->falses && a->nulls == b->nulls;
}

/* What all contestants check against: bench_workload.expected. */
typedef struct bench_expected {
    census seen;
    uint64_t tape_digest; /* of the tape's tokens */
    size_t tokens;
} bench_expected;

static inline const census *expected_census(const bench_workload *workload) {
    return &((const bench_expected *)workload->expected)->seen;
}

enum { BENCH_PEERS_MAX = 9, BENCH_MISSING_SIZE = 64 };

/* Those that this build has, and how many; the labels of the others go to missing. The first *whole of them check what
 * they read, the rest leaves something unchecked that ours checks: numbers, or UTF-8. With numbers: those that convert
 * every number to a double exactly. */
size_t bench_peers(bench_contestant peers[BENCH_PEERS_MAX], size_t *whole, bool numbers,
                   char missing[BENCH_MISSING_SIZE]);

/* How many times as fast as the fastest of the next count ones the first contestant is. */
void bench_print_best(FILE *out, const bench_results *results, size_t count);

bench_contestant peer_simdjson(void);
bench_contestant peer_simdjson_raw(void);
bench_contestant peer_simdjson_checked(void);
bench_contestant peer_simdjson_converted(void);
bench_contestant peer_yyjson(void);
bench_contestant peer_yyjson_raw(void);
bench_contestant peer_yajl(void);
bench_contestant peer_rapidjson(void);
bench_contestant peer_rapidjson_exact(void);
bench_contestant peer_jansson(void);

#ifdef __cplusplus
}
#endif
#endif
