/* The records of bench-records: each a list of workloads with the contestants for them, made in a file of its own. */
#ifndef BENCH_RECORDS_H
#define BENCH_RECORDS_H

#include "method.h"

#include <stdio.h>

typedef struct bench_record {
    const char *label; /* one word, for the command line and the JSON */
    const char *title;
    bench_workload *workloads;
    size_t workload_count;
    bench_contestant *contestants;
    size_t contestant_count;
    const char *reference; /* the label of a contestant */
    const char *unit;      /* as in bench_report */
    double sample_ms;
    void (*print)(FILE *out, const bench_results *results); /* what the table of rates does not say; NULL: nothing */
} bench_record;

/* tiny: workloads as small as they can be, for a test of the program. */
bench_record record_segments(bool tiny); /* values read from input that comes in segments */
bench_record record_skip(bool tiny);     /* a value passed over: what is in it, its size, segments, validated or not */
bench_record record_scalars(bool tiny);  /* single values by jt_read_... */
bench_record record_keys(bool tiny);     /* key tables with a power of two of slots, and with any number */
bench_record record_objects(bool tiny);  /* small and wide objects read into fields of the program's */
bench_record record_whole(bool tiny);    /* growing input, at once */
bench_record record_window(bool tiny);   /* growing input, through a window of 64 KB */
bench_record record_tokens(bool tiny);   /* one growing token in segments */

/* How time grows with size: for each contestant, and workloads that are called alike up to the last comma of their
 * labels, the slope of time over size in logarithms, 1 where it is linear, and the range of nanoseconds a byte. */
void bench_print_growth(FILE *out, const bench_results *results);

#endif
