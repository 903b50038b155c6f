/* How every C benchmark measures, in one place: contestants in one process, each given every workload before the first
 * sample counts; in each round every contestant in turn, the order flipped from round to round; processor time, so that
 * a busy machine disturbs little; medians of times, and of the rounds' ratios with their intervals (statistics.h);
 * results checked after each sample, outside its time. A program brings workloads and contestants (program.h has what
 * programs share) and prints by report.h. bench-node/method.js does the same for JavaScript. */
#ifndef BENCH_METHOD_H
#define BENCH_METHOD_H

#include "statistics.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Zero bytes behind the data of a workload: some contestants want the like, and get it free of charge. */
#define BENCH_PADDING 64

/* What all contestants are given. */
typedef struct bench_workload {
    const char *label;
    const uint8_t *data;
    size_t size;
    const void *expected; /* what the contestants' check compares with; the method does not look at it */
    double units;         /* where the report counts in a unit other than bytes: how many a run goes through */
} bench_workload;

/* Who competes. Both functions return NULL, or what went wrong in words that stay. */
typedef struct bench_contestant {
    const char *label;
    const char *version;
    const char *about; /* what it does, and what it does not */
    void *state;
    const char *(*run)(void *state, const bench_workload *workload);   /* the work that is timed */
    const char *(*check)(void *state, const bench_workload *workload); /* whether the last run did it right */
} bench_contestant;

typedef struct bench_options {
    unsigned rounds;      /* samples of each contestant on each workload, at least 1 */
    double sample_ms;     /* a sample repeats the run for about this long */
    const char *progress; /* the program's own label, for progress on stderr when it is a terminal */
    bool paced;           /* says "ready" on stderr before each round and waits for a line on stdin, so that another
                             process can interleave two programs: bench-node/ab.js */
} bench_options;

/* One contestant on one workload. */
typedef struct bench_cell {
    const char *refused; /* what it said when it would not take the workload at all: then there are no samples */
    size_t repeats;      /* runs in a sample */
    double *samples;     /* nanoseconds a run, one for each round, in their order */
    double median;
    double deviation; /* the median absolute deviation, as a part of the median */
} bench_cell;

typedef struct bench_results {
    bench_options options;
    const bench_workload *workloads;
    size_t workload_count;
    const bench_contestant *contestants;
    size_t contestant_count;
    bench_cell *cells; /* a row for each workload */
} bench_results;

/* Measures. A wrong result, or a failure after the first run went well, ends the process with a message and status 1.
 */
bench_results bench_measure(const bench_workload *workloads, size_t workload_count, const bench_contestant *contestants,
                            size_t contestant_count, const bench_options *options);

void bench_results_free(bench_results *results);

const bench_cell *bench_cell_at(const bench_results *results, size_t workload, size_t contestant);

/* How many times as fast as the other one a contestant is on a workload: above 1 is faster; no estimate where one
 * refused. */
bench_estimate bench_ratio(const bench_results *results, size_t workload, size_t contestant, size_t other);

/* The same of the geometric mean of all workloads that both took. */
bench_estimate bench_ratio_mean(const bench_results *results, size_t contestant, size_t other);

/* calloc and realloc that end the process with a message instead of failing. */
void *bench_allocate(size_t count, size_t size);
void *bench_reallocate(void *memory, size_t size);

#ifdef __cplusplus
}
#endif
#endif
