/* What a C benchmark says about its results: a table for people, plain or as Markdown, and JSON with every sample, of
 * the schema that docs/benchmarks.md describes. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include "method.h"

#include <stdio.h>

/* What the results depend on: processor, compiler, versions. */
typedef struct bench_fact {
    const char *label;
    const char *value;
} bench_fact;

typedef struct bench_report {
    const char *benchmark; /* one word, for the JSON */
    const char *title;
    const bench_fact *facts;
    size_t fact_count;
    const char *reference; /* the label of the contestant that the ratios are to; where there is none, NULL */
    const char *unit;      /* what is counted by nanoseconds each: "call", "token"; NULL: bytes, by MB/s */
} bench_report;

void bench_print(FILE *out, const bench_results *results, const bench_report *report, bool markdown);

/* false, with errno, where the file can't be written. */
bool bench_write_json(const char *path, const bench_results *results, const bench_report *report);

#endif
