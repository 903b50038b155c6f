/* Doubles to the shortest decimal text that reads back as the same, laid out as ECMAScript's Number::toString. Included
 * by format_f64.c, which has the rest, and by what an instruction set makes digits with: JT_SIXTEEN_DIGITS does as
 * jt_sixteen_digits, JT_PUT_INTEGER as jt_format_u64_into below 2^53.
 *
 * The value is c * 2^q, and every number nearer to it than half a unit 2^q of its last place reads back. With j chosen
 * so that 10^(j-1) <= 2^q < 10^j, that interval holds at most one multiple of 10^j; where it holds one, that is the
 * answer, and else the multiple of 10^(j-1) that is nearest to the value. So one scaling of the value by 10^-j, with
 * 64 bits of fraction, decides everything: the two multiples of 10^j around it, and one more digit. Where the fraction
 * lies too near to a point of decision to be trusted, and for powers of two, whose interval is lopsided, the
 * boundaries themselves are scaled (the method of Schubfach). */
#include "digits.h"
#include "powers.h"

#define FRACTION_BITS 52
#define FRACTION_MASK (((uint64_t)1 << FRACTION_BITS) - 1)

/* (whole + digit / 10) * 10^exponent */
typedef struct decimal {
    uint64_t whole; /* below 10^16 */
    uint32_t digit;
    int exponent;
} decimal;

/* false where that does not decide. */
JT_INLINE bool shortest(uint64_t c, int q, decimal *d) {
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
    if (JT_UNLIKELY((fraction - half_unit + 1 <= 2) | (fraction + half_unit + 2 <= 2) |
                    ((tenfold + 11) << 4 <= 12 << 4)))
        return false;
    uint32_t digit = (uint32_t)(tenfold >> 60);
    bool up = fraction + half_unit < fraction, down = fraction < half_unit;
    uint32_t keep = (uint32_t)(up | down) - 1; /* a mask: which of them it is can't be predicted */
    *d = (decimal){whole + up, digit & keep, j};
    return true;
}

/* "e+21" and the like; returns its length. */
static size_t put_exponent(uint8_t *target, int exponent) {
    target[0] = 'e';
    target[1] = exponent < 0 ? '-' : '+';
    return 2 + JT_PUT_INTEGER((uint64_t)(exponent < 0 ? -exponent : exponent), target + 2);
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
    jt_sixteen digits = JT_SIXTEEN_DIGITS(upper, lower);
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

/* Numbers of few digits, most that people write: as a multiple n of 10^-4, which reads back as the value, it is the
 * shortest text but for zeros at its end, since no two decimals of up to 15 digits read as the same. */
#define FEW_MAX 10000 /* below it n has up to 8 digits */

JT_INLINE uint32_t ten_thousandths(double absolute) {
    return (uint32_t)(int64_t)(absolute * 10000 + 0.5);
}

/* Writes n / 10^4, not an integer. */
JT_INLINE size_t put_ten_thousandths(uint32_t n, uint8_t *target) {
    uint64_t digits = jt_digit_bytes(n), text = digits | JT_ZEROS;
    int before = jt_zeros_before(digits | (uint64_t)1 << 24), after = jt_zeros_after(digits);
    uint32_t whole = (uint32_t)text >> 8 * before, rest = (uint32_t)(text >> 32);
    memcpy(target, &whole, sizeof whole);
    target[4 - before] = '.';
    memcpy(target + 5 - before, &rest, sizeof rest);
    return (size_t)(9 - before - after);
}

/* As jt_format_f64_into. `otherwise` does what shortest leaves; where there is none the length is 0. */
JT_INLINE size_t format_f64(double value, uint8_t *target, decimal (*otherwise)(uint64_t c, int q, bool lopsided)) {
    const uint64_t bits = jt_bits_of_f64(value), magnitude = bits << 1 >> 1;
    const double absolute = jt_f64_of_bits(magnitude);
    size_t sign = (size_t)(bits >> 63);
    *target = '-';
    if (absolute < 9007199254740992.0) { /* 2^53: integers are their own shortest text */
        int64_t integer = (int64_t)absolute;
        if ((double)integer == absolute) {
            sign &= integer != 0;
            return sign + JT_PUT_INTEGER((uint64_t)integer, target + sign);
        }
        if (!JT_COMPACT && absolute < FEW_MAX) {
            uint32_t n = ten_thousandths(absolute);
            if ((double)n / 10000 == absolute)
                return sign + put_ten_thousandths(n, target + sign);
        }
    }
    uint64_t c = bits & FRACTION_MASK;
    int q = (int)(magnitude >> FRACTION_BITS);
    if (JT_UNLIKELY(q == 0x7ff))
        return 0;
    bool lopsided = c == 0 && q > 1;
    if (JT_LIKELY(q != 0)) {
        c |= FRACTION_MASK + 1;
        q--;
    }
    q -= 1074;
    decimal d;
    if (JT_UNLIKELY(lopsided || !shortest(c, q, &d))) {
        if (!otherwise)
            return 0;
        d = otherwise(c, q, lopsided);
    }
    return sign + put_decimal(d, target + sign);
}
