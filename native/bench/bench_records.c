/* bench-records: what reading costs piece by piece - segments, skips, single values, keys, objects - and how it grows.
 */
#include "program.h"
#include "records.h"

#include <stdlib.h>

enum { RECORDS = 8 };

static bench_record (*const makers[RECORDS])(bool tiny) = {record_segments, record_skip,    record_scalars,
                                                           record_keys,     record_objects, record_tokens,
                                                           record_whole,    record_window};

static int measure(const bench_program *program, bench_record *record) {
    bench_program own = *program;
    if (own.options.sample_ms > 0)
        own.options.sample_ms = record->sample_ms;
    bench_results results = bench_program_measure(&own, record->workloads, record->workload_count, record->contestants,
                                                  &record->contestant_count);
    const bench_report report = {
        .benchmark = record->label, .title = record->title, .reference = record->reference, .unit = record->unit};
    int status = bench_program_report(&own, &results, &report);
    if (record->print)
        record->print(stdout, &results);
    fputc('\n', stdout);
    bench_results_free(&results);
    return status;
}

int main(int argc, char **argv) {
    bool wanted[RECORDS] = {false}, tiny = false, some = false;
    const bench_flag flags[] = {
        {"--segments", "values from input in segments, beside yajl", &wanted[0]},
        {"--skip", "values passed over: tokens, sizes, segments, validated or not", &wanted[1]},
        {"--scalars", "single values from their text, beside the C library", &wanted[2]},
        {"--keys", "key tables with a power of two of slots and with any number", &wanted[3]},
        {"--objects", "small and wide objects into fields, beside peers", &wanted[4]},
        {"--tokens", "growth: one token in segments", &wanted[5]},
        {"--whole", "growth: input at once, up to 64 MB", &wanted[6]},
        {"--window", "growth: input through a window, up to 1 GB", &wanted[7]},
        {"--tiny", "the smallest workloads, short samples: whether it works, not how fast", &tiny}};
    bench_program program = {.label = "bench-records",
                             .about =
                                 "measures reading piece by piece, and how it grows; without a record: all of them",
                             .flags = flags,
                             .flag_count = RECORDS + 1,
                             .options = {.rounds = 21, .sample_ms = 1}};
    int status = bench_program_begin(&program, argc, argv);
    if (status)
        return status - 1;
    if (tiny)
        program.options.sample_ms = 0;
    for (size_t i = 0; i < RECORDS; i++)
        some |= wanted[i];
    for (size_t i = 0; i < RECORDS && !status; i++) {
        if (some && !wanted[i])
            continue;
        bench_record record = makers[i](tiny);
        status = measure(&program, &record);
        for (size_t w = 0; w < record.workload_count; w++)
            free((void *)(uintptr_t)record.workloads[w].data);
    }
    return status;
}
