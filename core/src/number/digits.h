/* Digits as text, eight at a time in a word or sixteen in a vector, for the files that write numbers. No tables. */
#ifndef JT_NUMBER_DIGITS_H
#define JT_NUMBER_DIGITS_H

#include "wide.h"

#define JT_ZEROS 0x3030303030303030 /* "00000000" */

/* The eight digits of a number below 10^8, leading zeros included, a byte each from 0 to 9, the first one lowest. The
 * number is parted into fours, pairs and single digits; each step divides all parts with one multiplication, and with
 * another moves the remainders to the left of their quotients. */
static inline uint64_t jt_digit_bytes(uint32_t value) {
    uint64_t fours = ((uint64_t)value << 32) - (((uint64_t)10000 << 32) - 1) * (((uint64_t)value * 109951163) >> 40);
    uint64_t pairs = (fours << 16) - ((100 << 16) - 1) * ((fours * 10486 >> 20) & 0x0000007f0000007f);
    return (pairs << 8) - ((10 << 8) - 1) * ((pairs * 103 >> 10) & 0x000f000f000f000f);
}

/* How many of the eight bytes are zeros before the first other one, and after the last; the word is not 0. */
static inline int jt_zeros_before(uint64_t digit_bytes) {
    return (int)(ctz_u64(digit_bytes) >> 3);
}
static inline int jt_zeros_after(uint64_t digit_bytes) {
    return (int)clz_u64(digit_bytes) >> 3;
}

/* Sixteen digits, a byte each from 0 to 9: where every machine has vectors that multiply, in one. */
#if JT_HAVE_SSE2
#include "../simd/digits_sse2.h"
#else

typedef struct jt_sixteen {
    uint64_t first, second;
} jt_sixteen;

/* Those of two numbers below 10^8. */
static inline jt_sixteen jt_sixteen_digits(uint32_t upper, uint32_t lower) {
    return (jt_sixteen){jt_digit_bytes(upper), jt_digit_bytes(lower)};
}

/* How many they are without zeros at the end; not all are zeros. By masks, as it can't be predicted. */
static inline int jt_sixteen_length(jt_sixteen digits) {
    int none = digits.second == 0;
    return 16 - 8 * none - jt_zeros_after(digits.second | (digits.first & (0 - (uint64_t)none)));
}

static inline jt_sixteen jt_sixteen_text(jt_sixteen digits) {
    return (jt_sixteen){digits.first | JT_ZEROS, digits.second | JT_ZEROS};
}

/* Writes that text; behind it one more character, and zeros. */
static inline void jt_put_sixteen(uint8_t *target, jt_sixteen text, uint32_t last) {
    jt_store_8(target, text.first);
    jt_store_8(target + 8, text.second);
    jt_store_8(target + 16, JT_ZEROS - '0' + last);
}

/* The same with a point after the first n (1 to 16). */
static inline void jt_put_sixteen_pointed(uint8_t *target, jt_sixteen text, uint32_t last, int n) {
    uint64_t first = text.first, second = text.second;
    int bits = 8 * (n & 7);
    uint64_t mask = ((uint64_t)1 << bits) - 1, point = (uint64_t)'.' << bits;
    if (n < 8) {
        jt_store_8(target, (first & mask) | point | (first & ~mask) << 8);
        jt_store_8(target + 8, first >> 56 | second << 8);
        jt_store_8(target + 16, second >> 56 | (uint64_t)last << 8);
    } else if (n < 16) {
        jt_store_8(target, first);
        jt_store_8(target + 8, (second & mask) | point | (second & ~mask) << 8);
        jt_store_8(target + 16, second >> 56 | (uint64_t)last << 8);
    } else {
        jt_store_8(target, first);
        jt_store_8(target + 8, second);
        jt_store_8(target + 16, point | (uint64_t)last << 8);
    }
}

#endif

/* Writes an integer as text and returns its length; JT_NUMBER_ROOM (number.h) bytes may be touched. One below 10^8 is
 * made of eight digits, of which the zeros before it are shifted away; where code need not be small, one below 10^4 of
 * four, and one below 100 of two. */
static inline size_t jt_put_short(uint32_t value, uint8_t *target) {
    if (!JT_COMPACT && value < 100) {
        uint32_t few = value < 10, tens = value * 103 >> 10;
        uint16_t digits = (uint16_t)(((value << 8) - ((10 << 8) - 1) * tens + 0x3030) >> 8 * few);
        memcpy(target, &digits, sizeof digits);
        return 2 - few;
    }
    if (!JT_COMPACT && value < 10000) {
        uint32_t pairs = (value << 16) - ((100 << 16) - 1) * (value * 5243 >> 19);
        uint32_t digits = (pairs << 8) - ((10 << 8) - 1) * ((pairs * 103 >> 10) & 0x000f000f);
        uint32_t zeros = value < 1000;
        digits = (digits | (uint32_t)JT_ZEROS) >> (8 * zeros);
        memcpy(target, &digits, sizeof digits);
        return 4 - zeros;
    }
    uint64_t digits = jt_digit_bytes(value);
    int zeros = jt_zeros_before(digits | (uint64_t)1 << 56);
    jt_store_8(target, (digits | JT_ZEROS) >> (8 * zeros));
    return (size_t)(8 - zeros);
}

#define JT_SHORT_MAX 99999999

static inline size_t jt_put_u64(uint64_t value, uint8_t *target) {
    if (value <= JT_SHORT_MAX)
        return jt_put_short((uint32_t)value, target);
    uint64_t upper = value / 100000000;
    uint32_t lower = (uint32_t)(value - upper * 100000000);
    size_t length;
    if (upper <= JT_SHORT_MAX) {
        length = jt_put_short((uint32_t)upper, target);
    } else {
        uint32_t top = (uint32_t)(upper / 100000000);
        length = jt_put_short(top, target);
        jt_store_8(target + length, jt_digit_bytes((uint32_t)(upper - (uint64_t)top * 100000000)) | JT_ZEROS);
        length += 8;
    }
    jt_store_8(target + length, jt_digit_bytes(lower) | JT_ZEROS);
    return length + 8;
}

static inline size_t jt_put_i64(int64_t value, uint8_t *target) {
    size_t sign = value < 0;
    *target = '-';
    return sign + jt_put_u64(sign ? 0 - (uint64_t)value : (uint64_t)value, target + sign);
}

#endif
