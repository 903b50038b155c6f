/* Powers of ten to 128 bits, shared by reading and writing of doubles, and the logarithms that go with them. */
#ifndef JT_NUMBER_POWERS_H
#define JT_NUMBER_POWERS_H

#include "wide.h"

/* Reading needs 10^-342 to 10^308, writing 10^-293 to 10^324. */
#define JT_POWER_MIN (-342)
#define JT_POWER_MAX 324

/* Of 10^(JT_POWER_MIN + i), the upper 128 bits, rounded up: the integer g with its top bit set and
 * (g - 1) * 2^x < 10^n <= g * 2^x, where x = floor(log2(10^n)) - 127. Exact for 0 <= n <= 55. The second word is the
 * low half. Made by powers.py; a module expands it (../tables.c). */
extern const uint64_t jt_powers[JT_POWER_MAX - JT_POWER_MIN + 1][2] JT_HIDDEN;

/* 10^i as a double, which is exact up to there. */
#define JT_EXACT_POWER_MAX 22
extern const double jt_exact_powers[JT_EXACT_POWER_MAX + 1] JT_HIDDEN;

static inline jt_u128 jt_power(int n) {
    const uint64_t *power = jt_powers[n - JT_POWER_MIN];
    return (jt_u128){power[0], power[1]};
}

/* floor(log2(10^n)), for |n| up to 400. */
static inline int jt_log2_of_power(int n) {
    return (n * 217706) >> 16;
}

/* floor(log10(2^n)), for |n| up to 1,100. */
static inline int jt_log10_of_two_to(int n) {
    return (n * 78913) >> 18;
}

/* floor(log10(3/4 * 2^n)), for |n| up to 1,100. */
static inline int jt_log10_of_three_quarters(int n) {
    return (n * 315653 - 131237) >> 20;
}

#endif
