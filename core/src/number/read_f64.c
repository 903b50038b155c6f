/* Decimal text to the nearest double.
 *
 * Three ways, each used where the ones before it can't tell: one exact floating-point operation (Clinger's case); the
 * digits times a 128-bit power of ten, of which the bits that decide the rounding are right (Eisel and Lemire's
 * algorithm); arithmetic of unlimited precision (read_exact.c). Texts of more than 19 significant digits are cut to
 * 19: where the digits cut off can't change the result, w and w + 1 round to the same double. */
#include "../policy.h"
#include "decimal.h"
#include "number.h"
#include "powers.h"
#include <float.h>

#define FRACTION_BITS 52
#define INFINITY_EXPONENT 0x7ff
#define MOST_DIGITS 19

/* The magnitude of w * 10^q, as the bits of a double. w is not 0. */
static inline uint64_t scaled_bits(uint64_t w, int64_t q) {
    if (q < JT_POWER_MIN) {
        return 0; /* below 2^64 * 10^-343, which is less than half of the smallest subnormal */
    }
    if (q > 308) {
        return (uint64_t)INFINITY_EXPONENT << FRACTION_BITS;
    }
    int power = (int)q;
    int shift = (int)clz_u64(w);
    w <<= shift;
    jt_u128 factor = jt_power(power);
    jt_u128 product = jt_multiply(w, factor.high);
    if ((product.high & 0x1ff) == 0x1ff) {
        /* All bits below the rounding bit are ones: a carry from the lower half of the power may matter. The proof of
         * this step wants the power rounded down, where it isn't exact or a short reciprocal. */
        factor.low -= power < -27 || power > 55;
        uint64_t carry = jt_multiply(w, factor.low).high;
        product.low += carry;
        product.high += product.low < carry;
    }
    int top = (int)(product.high >> 63);
    uint64_t mantissa = product.high >> (top + 64 - FRACTION_BITS - 3); /* with one bit below the unit */
    int exponent = jt_log2_of_power(power) + 63 + top - shift + 1023;
    if (exponent <= 0) { /* subnormal */
        if (exponent <= -63) {
            return 0;
        }
        mantissa >>= 1 - exponent;
        /* Halves can't be exact here: those have far more than 19 digits. Rounding up to the smallest normal number
         * carries into the exponent by itself. */
        return (mantissa + (mantissa & 1)) >> 1;
    }
    if (product.low <= 1 && power >= -4 && power <= 23 && (mantissa & 3) == 1 &&
        mantissa << (top + 64 - FRACTION_BITS - 3) == product.high) {
        mantissa &= ~(uint64_t)1; /* exactly half way, and the number below is even */
    }
    mantissa = (mantissa + (mantissa & 1)) >> 1;
    /* The mantissa's top bit adds one to the exponent; so does a carry out of it. */
    uint64_t bits = ((uint64_t)(exponent - 1) << FRACTION_BITS) + mantissa;
    uint64_t infinity = (uint64_t)INFINITY_EXPONENT << FRACTION_BITS;
    return bits < infinity ? bits : infinity;
}

static inline double with_sign(uint64_t bits, bool negative) {
    return jt_f64_of_bits(bits | (uint64_t)negative << 63);
}

#if !JT_COMPACT
const double jt_exact_powers[JT_EXACT_POWER_MAX + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                        1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
#endif

static inline double from_few_digits(uint64_t digits, int64_t exponent, bool negative) {
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD == 0
    /* Both operands are exact, so that one operation rounds once. */
    if (digits <= (uint64_t)1 << 53 && exponent >= -JT_EXACT_POWER_MAX && exponent <= JT_EXACT_POWER_MAX) {
        double value = (double)(int64_t)digits;
        value = exponent < 0 ? value / jt_exact_powers[-exponent] : value * jt_exact_powers[exponent];
        return negative ? -value : value;
    }
#endif
    return with_sign(digits != 0 ? scaled_bits(digits, exponent) : 0, negative);
}

double jt_number_f64(uint64_t digits, int64_t exponent, bool negative) {
    return from_few_digits(digits, exponent, negative);
}

/* Out of line, for the callers that are rare. */
__attribute__((noinline)) static uint64_t cut_bits(uint64_t w, int64_t q) {
    return scaled_bits(w, q);
}

/* More than 19 digits: cut after the first 19 that count, and where what is cut off matters, done exactly. */
__attribute__((noinline)) static double from_many_digits(const jt_number_spans *spans, uint64_t digits) {
    jt_digit_runs runs = jt_significant_digits(spans);
    int64_t exponent = spans->exponent - (int64_t)spans->fraction_length;
    size_t length = runs.first_length + runs.second_length;
    if (length <= MOST_DIGITS) {
        return jt_number_f64(digits, exponent, spans->negative);
    }
    uint64_t w = 0;
    for (size_t i = 0; i < MOST_DIGITS; i++) {
        w = w * 10 + jt_run_digit(&runs, i);
    }
    exponent += (int64_t)(length - MOST_DIGITS);
    uint64_t below = cut_bits(w, exponent);
    if (below == cut_bits(w + 1, exponent)) {
        return with_sign(below, spans->negative);
    }
    return jt_number_f64_exact(spans, jt_f64_of_bits(below));
}

double jt_number_f64_from_spans(const jt_number_spans *spans, uint64_t digits) {
    if (spans->integer_length + spans->fraction_length > MOST_DIGITS) {
        return from_many_digits(spans, digits);
    }
    return jt_number_f64(digits, spans->exponent - (int64_t)spans->fraction_length, spans->negative);
}

double jt_read_f64(const void *span, size_t length) {
    jt_number_spans spans;
    uint64_t digits = jt_take_apart(span, length, &spans);
    if (spans.integer_length + spans.fraction_length > MOST_DIGITS) {
        return from_many_digits(&spans, digits);
    }
    return from_few_digits(digits, spans.exponent - (int64_t)spans.fraction_length, spans.negative);
}
