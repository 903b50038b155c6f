/* Doubles and floats to text: by shortest.h, and where that does not decide, as with floats, by the boundaries
 * themselves (the method of Schubfach). */
#include "number.h"

#define JT_SIXTEEN_DIGITS jt_sixteen_digits
#define JT_PUT_INTEGER jt_format_u64_into
#include "shortest.h"

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

size_t jt_format_f64_into(double value, uint8_t *target) {
    return format_f64(value, target, shortest_from_boundaries);
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
