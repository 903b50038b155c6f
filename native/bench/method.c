#include "method.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void *bench_allocate(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        fputs("bench: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

void *bench_reallocate(void *memory, size_t size) {
    void *larger = realloc(memory, size);
    if (!larger) {
        fputs("bench: out of memory\n", stderr);
        exit(1);
    }
    return larger;
}

/* The time that the process has had, all its threads: what others do on the machine is not in it. WASI has no such
 * clock. */
static double now_ns(void) {
    struct timespec now;
#ifdef __wasi__
    clock_gettime(CLOCK_MONOTONIC, &now);
#else
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
#endif
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void summarize(bench_cell *cell, size_t count) {
    double *values = bench_allocate(count, sizeof *values);
    memcpy(values, cell->samples, count * sizeof *values);
    cell->median = bench_median(values, count);
    cell->deviation = bench_deviation(cell->samples, count);
    free(values);
}

/* The time of one run, in nanoseconds, as the mean of some. */
static double sample(const bench_contestant *contestant, const bench_workload *workload, size_t repeats,
                     const char **problem) {
    double start = now_ns();
    *problem = NULL;
    for (size_t i = 0; i < repeats && !*problem; i++)
        *problem = contestant->run(contestant->state, workload);
    double end = now_ns();
    return (end - start) / (double)repeats;
}

static void stop(const bench_contestant *contestant, const bench_workload *workload, const char *problem) {
    fprintf(stderr, "bench: %s on %s: %s\n", contestant->label, workload->label, problem);
    exit(1);
}

static void check(const bench_contestant *contestant, const bench_workload *workload) {
    const char *problem = contestant->check(contestant->state, workload);
    if (problem)
        stop(contestant, workload, problem);
}

static bench_cell *cell_of(const bench_results *results, size_t workload, size_t contestant) {
    return &results->cells[workload * results->contestant_count + contestant];
}

const bench_cell *bench_cell_at(const bench_results *results, size_t workload, size_t contestant) {
    return cell_of(results, workload, contestant);
}

/* Every contestant meets every workload, twice; the second time says how many runs make a sample. */
static void warm_up(const bench_results *results) {
    const char *problem;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t w = 0; w < results->workload_count; w++) {
            for (size_t c = 0; c < results->contestant_count; c++) {
                bench_cell *cell = cell_of(results, w, c);
                if (cell->refused)
                    continue;
                double time = sample(&results->contestants[c], &results->workloads[w], 1, &problem);
                if (problem) {
                    cell->refused = problem;
                    continue;
                }
                check(&results->contestants[c], &results->workloads[w]);
                cell->repeats = (size_t)fmax(1, results->options.sample_ms * 1e6 / fmax(time, 1));
            }
        }
    }
}

/* One round: a sample of each; the index says where it goes, and which way round. */
static void play_round(const bench_results *results, size_t index, bool counts) {
    for (size_t w = 0; w < results->workload_count; w++) {
        for (size_t turn = 0; turn < results->contestant_count; turn++) {
            size_t c = index % 2 ? results->contestant_count - 1 - turn : turn;
            const bench_contestant *contestant = &results->contestants[c];
            bench_cell *cell = cell_of(results, w, c);
            if (cell->refused)
                continue;
            /* A run that does not count, so that nobody finds caches, or a workload, as others leave them. */
            const char *problem = contestant->run(contestant->state, &results->workloads[w]);
            double time = 0;
            if (!problem)
                time = sample(contestant, &results->workloads[w], cell->repeats, &problem);
            if (problem)
                stop(contestant, &results->workloads[w], problem);
            check(contestant, &results->workloads[w]);
            if (counts)
                cell->samples[index] = time;
        }
    }
}

/* Says that the last round is over, and waits until the process that sets the pace wants the next one. */
static void wait_for_turn(void) {
    int c;
    fputs("ready\n", stderr);
    while ((c = getchar()) != '\n') {
        if (c != EOF)
            continue;
        fputs("bench: nobody sets the pace\n", stderr);
        exit(1);
    }
}

bench_results bench_measure(const bench_workload *workloads, size_t workload_count, const bench_contestant *contestants,
                            size_t contestant_count, const bench_options *options) {
    bench_results results = {*options, workloads, workload_count, contestants, contestant_count, NULL};
    size_t cells = workload_count * contestant_count;
    results.cells = bench_allocate(cells, sizeof *results.cells);
    for (size_t i = 0; i < cells; i++) {
        results.cells[i].samples = bench_allocate(options->rounds, sizeof *results.cells[i].samples);
    }
    bool shown = options->progress && !options->paced && isatty(STDERR_FILENO);

    if (shown)
        fprintf(stderr, "\r%s: warm-up", options->progress);
    warm_up(&results);
    play_round(&results, 1, false);
    for (size_t round = 0; round < options->rounds; round++) {
        if (shown)
            fprintf(stderr, "\r%s: round %zu of %u", options->progress, round + 1, options->rounds);
        if (options->paced)
            wait_for_turn();
        play_round(&results, round, true);
    }
    if (shown)
        fputs("\r\033[K", stderr);

    for (size_t i = 0; i < cells; i++) {
        if (!results.cells[i].refused)
            summarize(&results.cells[i], options->rounds);
    }
    return results;
}

void bench_results_free(bench_results *results) {
    for (size_t i = 0; i < results->workload_count * results->contestant_count; i++)
        free(results->cells[i].samples);
    free(results->cells);
    results->cells = NULL;
}

/* The ratio in one round; 0 where one refused. */
static double ratio_in(const bench_results *results, size_t workload, size_t contestant, size_t other, size_t round) {
    const bench_cell *cell = cell_of(results, workload, contestant), *against = cell_of(results, workload, other);
    return cell->refused || against->refused ? 0 : against->samples[round] / cell->samples[round];
}

/* Over workloads from first to before end: the estimate of the rounds' geometric means. */
static bench_estimate estimate(const bench_results *results, size_t first, size_t end, size_t contestant,
                               size_t other) {
    const size_t rounds = results->options.rounds;
    double *ratios = bench_allocate(rounds, sizeof *ratios);
    bench_estimate made = {0};
    size_t count = 0;
    for (size_t w = first; w < end; w++) {
        if (ratio_in(results, w, contestant, other, 0) == 0)
            continue;
        count++;
        for (size_t i = 0; i < rounds; i++)
            ratios[i] += log(ratio_in(results, w, contestant, other, i));
    }
    for (size_t i = 0; i < rounds && count; i++)
        ratios[i] = exp(ratios[i] / (double)count);
    if (count)
        made = bench_estimate_of(ratios, rounds);
    free(ratios);
    return made;
}

bench_estimate bench_ratio(const bench_results *results, size_t workload, size_t contestant, size_t other) {
    return estimate(results, workload, workload + 1, contestant, other);
}

bench_estimate bench_ratio_mean(const bench_results *results, size_t contestant, size_t other) {
    return estimate(results, 0, results->workload_count, contestant, other);
}
