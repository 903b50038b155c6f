/* Arithmetic wider than 64 bits and words in memory, for the number files. Where there is no 64 x 64 -> 128 product it
 * is put together from 32-bit halves. */
#ifndef JT_NUMBER_WIDE_H
#define JT_NUMBER_WIDE_H

#include "../base.h"
#include "../policy.h"

typedef struct jt_u128 {
    uint64_t high, low;
} jt_u128;

/* The whole product. */
static inline jt_u128 jt_multiply(uint64_t a, uint64_t b) {
#if JT_WIDE_PRODUCT
    __extension__ typedef unsigned __int128 u128;
    u128 product = (u128)a * b;
    return (jt_u128){(uint64_t)(product >> 64), (uint64_t)product};
#else
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t middle = a1 * b0 + (low >> 32);
    uint64_t other = a0 * b1 + (uint32_t)middle;
    return (jt_u128){a1 * b1 + (middle >> 32) + (other >> 32), other << 32 | (uint32_t)low};
#endif
}

/* The upper 128 of the 192 bits of a * b. */
static inline jt_u128 jt_multiply_upper(uint64_t a, jt_u128 b) {
    jt_u128 upper = jt_multiply(a, b.high);
    uint64_t carry = jt_multiply(a, b.low).high;
    upper.low += carry;
    upper.high += upper.low < carry;
    return upper;
}

static inline void jt_store_8(uint8_t *to, uint64_t word) {
    memcpy(to, &word, 8);
}

static inline uint64_t jt_bits_of_f64(double value) {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    return bits;
}

static inline double jt_f64_of_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, 8);
    return value;
}

#endif
