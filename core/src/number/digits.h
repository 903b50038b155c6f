/* Digits as text, eight at a time in a word, for the files that write numbers. No tables. */
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

#endif
