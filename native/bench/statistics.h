/* The statistics of all C benchmarks, on plain numbers; bench-node/statistics.js has the same for JavaScript, and a
 * test of each the same examples. */
#ifndef BENCH_STATISTICS_H
#define BENCH_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

/* A ratio in here is a tie. */
#define BENCH_TIE_LOW 0.9
#define BENCH_TIE_HIGH 1.1

/* How one compares with another over rounds: the median of the rounds' ratios, within [low, high] with a confidence of
 * 95 %; and the medians of the rounds in which the order was forward, and backward. */
typedef struct bench_estimate {
    double ratio; /* 0: there is none */
    double low, high;
    double forward, backward;
} bench_estimate;

/* Sorts the values; at least one. */
double bench_median(double *values, size_t count);

/* The median absolute deviation, as a part of the median. */
double bench_deviation(const double *values, size_t count);

/* Which of count sorted values, counted from 0, is the lower bound of the median with a confidence of 95 %; the upper
 * bound lies as far from the end. The sign test: the median of what is drawn from lies outside with the probability
 * that so few of count tosses of a coin are heads. Below 6 values no two of them reach 95 %: then all lie inside. */
size_t bench_interval_rank(size_t count);

/* From the ratios of the rounds in their order, the first one forward; at least one. */
bench_estimate bench_estimate_of(const double *ratios, size_t count);

bool bench_is_tie(double ratio);

#endif
