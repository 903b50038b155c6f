/* Doubles and floats to the shortest decimal text that reads back as the same, laid out as ECMAScript's
 * Number::toString.
 *
 * The value is c * 2^q, and every number nearer to it than half a unit 2^q of its last place reads back. With j chosen
 * so that 10^(j-1) <= 2^q < 10^j, that interval holds at most one multiple of 10^j; where it holds one, that is the
 * answer, and else the multiple of 10^(j-1) that is nearest to the value. So one scaling of the value by 10^-j, with
 * 64 bits of fraction, decides everything: the two multiples of 10^j around it, and one more digit. Where the fraction
 * lies too near to a point of decision to be trusted, and for powers of two, whose interval is lopsided, the
 * boundaries themselves are scaled (the method of Schubfach). */
#include "digits.h"
#include "number.h"
#include "powers.h"

#define FRACTION_BITS 52
#define FRACTION_MASK (((uint64_t)1 << FRACTION_BITS) - 1)

/* (whole + digit / 10) * 10^exponent */
typedef struct decimal {
    uint64_t whole; /* below 10^16 */
    uint32_t digit;
    int exponent;
} decimal;

/* a * b / 2^128, the last bit set where bits are cut off. A product that would be an integer but for b having been
 * rounded up has none among those that are looked at, as the excess is below 2^-64. */
static uint64_t scale_to_odd(uint64_t a, jt_u128 b) {
    jt_u128 upper = jt_multiply_upper(a, b);
    return upper.high | (upper.low != 0);
}

/* Shortest by scaling the value and both ends of its interval, in quarters of a unit. */
static decimal shortest_from_boundaries(uint64_t c, int q, bool lopsided) {
    int k = lopsided ? jt_log10_of_three_quarters(q) : jt_log10_of_two_to(q);
    jt_u128 power = jt_power(-k);
    int shift = q + jt_log2_of_power(-k) + 1;
    uint64_t odd = c & 1;
    uint64_t lower = scale_to_odd((4 * c - 2 + lopsided) << shift, power) + odd;
    uint64_t value = scale_to_odd((4 * c) << shift, power);
    uint64_t upper = scale_to_odd((4 * c + 2) << shift, power) - odd;

    uint64_t units = value / 4, tens = units / 10;
    bool tens_below = lower <= 40 * tens, tens_above = 40 * tens + 40 <= upper;
    if (tens_below != tens_above) {
        return (decimal){tens + tens_above, 0, k + 1};
    }
    bool below = lower <= 4 * units, above = 4 * units + 4 <= upper;
    bool up = above;
    if (below == above) {
        uint64_t middle = 4 * units + 2;
        up = value > middle || (value == middle && (units & 1) != 0);
    }
    units += up;
    return (decimal){units / 10, (uint32_t)(units % 10), k + 1};
}

static inline decimal shortest(uint64_t bits) {
    uint64_t c = bits & FRACTION_MASK;
    int q = (int)(bits >> FRACTION_BITS & 0x7ff);
    bool lopsided = c == 0 && q > 1;
    if (q != 0) {
        c |= FRACTION_MASK + 1;
        q--;
    }
    q -= 1074;
    if (lopsided) {
        return shortest_from_boundaries(c, q, true);
    }
    int j = jt_log10_of_two_to(q) + 1;
    jt_u128 power = jt_power(-j);
    int shift = q + jt_log2_of_power(-j) + 1; /* -3 to 0 */
    jt_u128 scaled = jt_multiply_upper(c << (shift + 8), power);
    uint64_t whole = scaled.high >> 8;
    uint64_t fraction = scaled.high << 56 | scaled.low >> 8;
    uint64_t half_unit = power.high >> (1 - shift);

    uint64_t tenfold = (fraction >> 4) * 10 + ((uint64_t)1 << 59); /* with 60 bits of fraction, and a half to round */
    /* fraction and half_unit are rounded down and so less than one too small (and fraction, as the power is rounded
     * up, too large by less than 2^-9); tenfold is less than eleven too small. Nearer than that to equality, or to the
     * next digit, they prove nothing. */
    if ((fraction - half_unit + 1 <= 2) | (fraction + half_unit + 2 <= 2) | ((tenfold + 11) << 4 <= 12 << 4)) {
        return shortest_from_boundaries(c, q, false);
    }
    uint32_t digit = (uint32_t)(tenfold >> 60);
    bool up = fraction + half_unit < fraction, down = fraction < half_unit;
    uint32_t keep = (uint32_t)(up | down) - 1; /* a mask: which of them it is can't be predicted */
    return (decimal){whole + up, digit & keep, j};
}

/* "e+21" and the like; returns its length. */
static size_t put_exponent(uint8_t *target, int exponent) {
    target[0] = 'e';
    target[1] = exponent < 0 ? '-' : '+';
    return 2 + jt_format_u64_into((uint64_t)(exponent < 0 ? -exponent : exponent), target + 2);
}

/* The layout: digits, point, zeros and exponent where ECMAScript puts them. */
static inline size_t put_decimal(decimal d, uint8_t *target) {
    /* Make it 16 digits: in one step, without a branch, but for the smallest subnormals. */
    do {
        uint32_t short_of_one = d.whole < 1000000000000000;
        d.whole += (d.whole * 9 + d.digit) & (0 - (uint64_t)short_of_one);
        d.digit &= short_of_one - 1;
        d.exponent -= (int)short_of_one;
    } while (d.whole < 1000000000000000);
    int n = d.exponent + 16; /* digits before the point */
    uint32_t upper = (uint32_t)(d.whole / 100000000);
    uint32_t lower = (uint32_t)(d.whole - (uint64_t)upper * 100000000);
    jt_sixteen digits = jt_sixteen_digits(upper, lower);
    int length = jt_sixteen_length(digits);
    length += (17 - length) & -(int)(d.digit != 0);
    jt_sixteen text = jt_sixteen_text(digits);
    uint32_t last = d.digit + '0';
    if (n > 0 && n < length) {
        jt_put_sixteen_pointed(target, text, last, n);
        return (size_t)length + 1;
    }
    if (n > -6 && n <= 21) {
        size_t before = n > 0 ? 0 : (size_t)(2 - n);
        jt_store_8(target, JT_ZEROS - 0x0200); /* "0.000000" */
        jt_put_sixteen(target + before, text, last);
        return n > 0 ? (size_t)n : before + (size_t)length;
    }
    jt_put_sixteen_pointed(target, text, last, 1);
    size_t end = length == 1 ? 1 : (size_t)length + 1;
    return end + put_exponent(target + end, n - 1);
}

size_t jt_format_f64_into(double value, uint8_t *target) {
    uint64_t bits = jt_bits_of_f64(value);
    uint64_t magnitude = bits << 1 >> 1;
    if (magnitude >> FRACTION_BITS == 0x7ff) {
        return 0;
    }
    if (magnitude == 0) {
        *target = '0';
        return 1;
    }
    size_t sign = (size_t)(bits >> 63);
    *target = '-';
    target += sign;
    double absolute = jt_f64_of_bits(magnitude);
    if (absolute < 9007199254740992.0) { /* 2^53: integers are their own shortest text */
        int64_t integer = (int64_t)absolute;
        if ((double)integer == absolute) {
            return sign + jt_format_u64_into((uint64_t)integer, target);
        }
    }
    return sign + put_decimal(shortest(magnitude), target);
}

size_t jt_format_f32_into(float value, uint8_t *target) {
    uint32_t bits, fraction, exponent;
    memcpy(&bits, &value, sizeof bits);
    fraction = bits & 0x7fffff;
    exponent = bits >> 23 & 0xff;
    if (exponent == 0xff) {
        return 0;
    }
    if ((fraction | exponent) == 0) {
        *target = '0';
        return 1;
    }
    size_t sign = bits >> 31;
    *target = '-';
    bool lopsided = fraction == 0 && exponent > 1;
    uint32_t c = exponent == 0 ? fraction : fraction | 0x800000;
    int q = (int)(exponent == 0 ? 1 : exponent) - 150;
    return sign + put_decimal(shortest_from_boundaries(c, q, lopsided), target + sign);
}

/* The public functions keep to JT_NUMBER_MAX bytes. */
size_t jt_format_f32(float value, char *buffer) {
    uint8_t text[JT_NUMBER_ROOM];
    size_t length = jt_format_f32_into(value, text);
    memcpy(buffer, text, JT_NUMBER_MAX);
    return length;
}

size_t jt_format_f64(double value, char *buffer) {
    uint8_t text[JT_NUMBER_ROOM];
    size_t length = jt_format_f64_into(value, text);
    memcpy(buffer, text, JT_NUMBER_MAX);
    return length;
}
