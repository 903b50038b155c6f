/* The peers that bench-read measures beside the tokenizer: each in a file of its own, built where its library is
 * found. CMake defines BENCH_SIMDJSON, BENCH_YAJL, BENCH_RAPIDJSON for those. */
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include "method.h"

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

bench_contestant peer_simdjson(void);
bench_contestant peer_yajl(void);
bench_contestant peer_rapidjson(void);

#ifdef __cplusplus
}
#endif
#endif
