#include "statistics.h"
#include "method.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_doubles(const void *a, const void *b) {
    double x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

double bench_median(double *values, size_t count) {
    qsort(values, count, sizeof *values, compare_doubles);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

double bench_deviation(const double *values, size_t count) {
    double *scratch = bench_allocate(count, sizeof *scratch);
    memcpy(scratch, values, count * sizeof *values);
    double median = bench_median(scratch, count);
    for (size_t i = 0; i < count; i++)
        scratch[i] = fabs(values[i] - median);
    double deviation = bench_median(scratch, count) / median;
    free(scratch);
    return deviation;
}

size_t bench_interval_rank(size_t count) {
    /* The probability of i heads, and of at most so many. */
    double heads = pow(0.5, (double)count), sum = heads;
    size_t rank = 0;
    for (size_t i = 1; 2 * sum <= 0.05; i++) {
        rank = i - 1;
        heads *= (double)(count - i + 1) / (double)i;
        sum += heads;
    }
    return rank;
}

/* The median of each second value. */
static double median_of_order(const double *ratios, size_t count, size_t first) {
    if (first >= count)
        return ratios[0];
    double *values = bench_allocate(count, sizeof *values);
    size_t chosen = 0;
    for (size_t i = first; i < count; i += 2)
        values[chosen++] = ratios[i];
    double median = bench_median(values, chosen);
    free(values);
    return median;
}

bench_estimate bench_estimate_of(const double *ratios, size_t count) {
    double *sorted = bench_allocate(count, sizeof *sorted);
    memcpy(sorted, ratios, count * sizeof *ratios);
    double ratio = bench_median(sorted, count);
    size_t rank = bench_interval_rank(count);
    bench_estimate estimate = {ratio, sorted[rank], sorted[count - 1 - rank], median_of_order(ratios, count, 0),
                               median_of_order(ratios, count, 1)};
    free(sorted);
    return estimate;
}

bool bench_is_tie(double ratio) {
    return ratio >= BENCH_TIE_LOW && ratio <= BENCH_TIE_HIGH;
}
