/* Small things that every file of the core may use: unaligned loads, bit counts, branch hints. No state, no choices. */
#ifndef JT_BASE_H
#define JT_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define JT_INLINE static inline __attribute__((always_inline))
#define JT_NOINLINE __attribute__((noinline))
#define JT_HIDDEN __attribute__((visibility("hidden"))) /* of data: found without a table, whatever the flags */
#define JT_UNUSED __attribute__((unused))               /* of a template: not each that includes it has a use for it */
#define JT_LIKELY(x) __builtin_expect(!!(x), 1)
#define JT_UNLIKELY(x) __builtin_expect(!!(x), 0)

JT_INLINE uint32_t load_u32(const void *p) {
    uint32_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

JT_INLINE uint64_t load_u64(const void *p) {
    uint64_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

/* Copies n bytes, 1 to `most`, which is 8, 16 or 32, by copies that overlap. */
JT_INLINE void copy_few(uint8_t *to, const uint8_t *from, size_t n, size_t most) {
    if (most > 16 && n >= 16) {
        memcpy(to, from, 16);
        memcpy(to + n - 16, from + n - 16, 16);
    } else if (n >= 8) {
        memcpy(to, from, 8);
        memcpy(to + n - 8, from + n - 8, 8);
    } else if (n >= 4) {
        memcpy(to, from, 4);
        memcpy(to + n - 4, from + n - 4, 4);
    } else {
        to[0] = from[0];
        to[n / 2] = from[n / 2];
        to[n - 1] = from[n - 1];
    }
}

/* The number of zero bits below the lowest set bit; x is not 0. */
JT_INLINE uint32_t ctz_u32(uint32_t x) {
    return (uint32_t)__builtin_ctz(x);
}
JT_INLINE uint32_t ctz_u64(uint64_t x) {
    return (uint32_t)__builtin_ctzll(x);
}

/* The number of zero bits above the highest set bit; x is not 0. */
JT_INLINE uint32_t clz_u64(uint64_t x) {
    return (uint32_t)__builtin_clzll(x);
}

/* How many bits are set, where no instruction counts them. */
JT_INLINE uint64_t sum_of_bits(uint64_t bits) {
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    return ((bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x0101010101010101) >> 56;
}

JT_INLINE bool is_digit(uint8_t c) {
    return (uint8_t)(c - '0') < 10;
}

/* Whitespace of RFC 8259, section 2. */
JT_INLINE bool is_whitespace(uint8_t c) {
    return c <= ' ' && (UINT64_C(0x100002600) >> c & 1) != 0;
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "jsontape is written for little-endian machines"
#endif

#endif
