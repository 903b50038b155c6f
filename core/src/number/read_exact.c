/* The last resort of reading doubles: which of two neighbours is nearer to a decimal number of any length.
 *
 * The number, an integer N of its digits times a power of ten, is compared with the point half way between the
 * neighbours, M * 2^x with an odd M of at most 54 bits. Powers are moved to the side where they are positive, which
 * makes two integers of nearly the same size. They fit into a fixed number of bits: no point half way between two
 * doubles has more than 767 significant digits, so that of the digits past MOST_DIGITS it only matters whether one of
 * them is not 0, which one more digit, 1, says as well. */
#include "decimal.h"

#define MOST_DIGITS 770

/* The largest integers arise for numbers near the smallest double: N < 10^771 < 2^2562, and M * 5^1095 < 2^2598. */
#define LIMBS 84

/* A natural number: limbs of 32 bits, the lowest first, without zeros on top. */
typedef struct big {
    uint32_t limb[LIMBS];
    int length;
} big;

/* a * factor + addend; the factor is not 0. */
static void multiply_add(big *a, uint32_t factor, uint32_t addend) {
    uint64_t carry = addend;
    for (int i = 0; i < a->length; i++) {
        carry += (uint64_t)a->limb[i] * factor;
        a->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) {
        a->limb[a->length++] = (uint32_t)carry;
    }
}

static void multiply_by_power_of_five(big *a, int64_t n) {
    for (; n >= 13; n -= 13) {
        multiply_add(a, 1220703125, 0); /* 5^13, the largest power that fits */
    }
    for (; n > 0; n--) {
        multiply_add(a, 5, 0);
    }
}

static void shift_left(big *a, int64_t n) {
    int limbs = (int)(n / 32);
    multiply_add(a, (uint32_t)1 << (n % 32), 0);
    if (limbs != 0) {
        memmove(a->limb + limbs, a->limb, (size_t)a->length * sizeof a->limb[0]);
        memset(a->limb, 0, (size_t)limbs * sizeof a->limb[0]);
        a->length += limbs;
    }
}

/* -1, 0, 1 for a < b, a = b, a > b. */
static int compare(const big *a, const big *b) {
    if (a->length != b->length) {
        return a->length < b->length ? -1 : 1;
    }
    for (int i = a->length - 1; i >= 0; i--) {
        if (a->limb[i] != b->limb[i]) {
            return a->limb[i] < b->limb[i] ? -1 : 1;
        }
    }
    return 0;
}

/* The integer of the significant digits; returns the power of ten that it is to be multiplied with. */
static int64_t big_from_digits(big *a, const jt_number_spans *spans) {
    jt_digit_runs runs = jt_significant_digits(spans);
    size_t length = runs.first_length + runs.second_length;
    size_t kept = length < MOST_DIGITS ? length : MOST_DIGITS;
    int64_t exponent = spans->exponent - (int64_t)spans->fraction_length + (int64_t)(length - kept);
    a->length = 0;
    for (size_t i = 0; i < kept;) {
        uint32_t power = 1, value = 0;
        for (; i < kept && power < 1000000000; i++, power *= 10) {
            value = value * 10 + jt_run_digit(&runs, i);
        }
        multiply_add(a, power, value);
    }
    for (size_t i = kept; i < length; i++) {
        if (jt_run_digit(&runs, i) != 0) {
            multiply_add(a, 10, 1);
            return exponent - 1;
        }
    }
    return exponent;
}

int jt_number_compare(const jt_number_spans *spans, uint64_t odd, int64_t shift) {
    big number, other;
    int64_t exponent = big_from_digits(&number, spans);
    other.limb[0] = (uint32_t)odd;
    other.limb[1] = (uint32_t)(odd >> 32);
    other.length = other.limb[1] != 0 ? 2 : 1;
    if (exponent >= 0) {
        multiply_by_power_of_five(&number, exponent);
    } else {
        multiply_by_power_of_five(&other, -exponent);
    }
    if (shift > exponent) {
        shift_left(&other, shift - exponent);
    } else {
        shift_left(&number, exponent - shift);
    }
    return compare(&number, &other);
}

double jt_number_f64_exact(const jt_number_spans *spans, double below) {
    uint64_t bits = jt_bits_of_f64(below);
    int64_t binary_exponent = (int64_t)(bits >> 52);
    uint64_t mantissa = bits & (((uint64_t)1 << 52) - 1);
    if (binary_exponent != 0) {
        mantissa |= (uint64_t)1 << 52;
        binary_exponent--;
    }
    int order = jt_number_compare(spans, mantissa * 2 + 1, binary_exponent - 1075);
    bits += order > 0 || (order == 0 && (bits & 1) != 0);
    return jt_f64_of_bits(bits | (uint64_t)spans->negative << 63);
}
