/* Decimal text to the nearest float.
 *
 * The nearest double says it but for one case: where it lies half way between two floats, the text itself may lie on
 * either side, so that the two are compared. */
#include "decimal.h"
#include "number.h"

#define FLOAT_BITS 24
#define FLOAT_LEAST (-149) /* the smallest float is 2 to this */
#define FLOAT_MOST 128     /* and all are smaller than 2 to that */

/* Whether the bits of a positive double lie half way between two floats. If so, the double is
 * *odd * 2^*exponent. */
static bool is_half_way(uint64_t bits, uint64_t *odd, int64_t *exponent) {
    int64_t power = (int64_t)(bits >> 52) - 1075;
    if (power + 52 >= FLOAT_MOST) {
        return false;
    }
    uint64_t mantissa = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52;
    /* The unit of the floats there, and half of it in units of the mantissa. */
    int64_t unit = power + 53 - FLOAT_BITS > FLOAT_LEAST ? power + 53 - FLOAT_BITS : FLOAT_LEAST;
    int64_t half = unit - 1 - power;
    if (half > 52 || /* below half of the smallest */
        (mantissa & (((uint64_t)1 << (half + 1)) - 1)) != (uint64_t)1 << half) {
        return false;
    }
    *odd = mantissa >> half;
    *exponent = unit - 1;
    return true;
}

float jt_read_f32(const void *span, size_t length) {
    jt_number_spans spans;
    uint64_t digits = jt_take_apart(span, length, &spans);
    double nearest = jt_number_f64_from_spans(&spans, digits);
    float value = (float)nearest;
    uint64_t bits = jt_bits_of_f64(nearest) & UINT64_MAX >> 1, odd;
    int64_t exponent;
    if (!is_half_way(bits, &odd, &exponent)) {
        return value;
    }
    int order = jt_number_compare(&spans, odd, exponent);
    if (order != 0) {
        uint32_t single;
        memcpy(&single, &value, 4);
        bool up = ((double)value > nearest) != spans.negative;
        single = single - up + (order > 0); /* of the two floats around it, by magnitude, the lower or the upper */
        memcpy(&value, &single, 4);
    }
    return value;
}
