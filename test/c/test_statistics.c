/* The statistics of the C benchmarks, by examples that test/js/statistics.test.js has too. */
#include "check.h"

#include "../../native/bench/statistics.c"

#include <stdio.h>

void *bench_allocate(size_t count, size_t size) {
    return calloc(count, size);
}

static bool near(double a, double b) {
    return fabs(a - b) < 1e-12;
}

int main(void) {
    double odd[] = {3, 1, 2}, even[] = {4, 1, 3, 2};
    CHECK(bench_median(odd, 3) == 2);
    CHECK(bench_median(even, 4) == 2.5);

    const double skewed[] = {4, 100, 2, 1, 3};
    CHECK(near(bench_deviation(skewed, 5), 1.0 / 3));
    CHECK(skewed[0] == 4);

    static const struct {
        size_t count, rank;
    } ranks[] = {{1, 0}, {5, 0}, {8, 0}, {9, 1}, {11, 1}, {12, 2}, {15, 3}, {17, 4}, {21, 5}, {100, 39}, {1000, 468}};
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++)
        CHECK(bench_interval_rank(ranks[i].count) == ranks[i].rank);

    const double ratios[] = {1.5, 0.8, 1.1, 1.0, 1.3, 0.7, 1.2, 0.9, 1.4};
    bench_estimate nine = bench_estimate_of(ratios, 9);
    CHECK(nine.ratio == 1.1 && nine.low == 0.8 && nine.high == 1.4);
    CHECK(nine.forward == 1.3 && near(nine.backward, 0.85));
    bench_estimate three = bench_estimate_of(ratios, 3);
    CHECK(three.ratio == 1.1 && three.low == 0.8 && three.high == 1.5);
    bench_estimate one = bench_estimate_of(ratios, 1);
    CHECK(one.ratio == 1.5 && one.low == 1.5 && one.high == 1.5 && one.forward == 1.5 && one.backward == 1.5);

    CHECK(bench_is_tie(0.9) && bench_is_tie(1) && bench_is_tie(1.1));
    CHECK(!bench_is_tie(0.89) && !bench_is_tie(1.11));
    return check_report("statistics");
}
