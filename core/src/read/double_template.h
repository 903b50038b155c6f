/* The doubles of numbers, for the fast instances that make them while they scan: what the scan has found out need not
 * be found out again, and what waits for nothing else is done while the scan waits for its loads. */

#if !JT_HAS_DIGITS
#define vec_digits(RUN, LENGTH) jt_append_digits(0, RUN, LENGTH)
#define vec_integer(RUN, LENGTH) ((double)(int64_t)vec_digits(RUN, LENGTH))
#define vec_pointed(P, INTEGER, LENGTH) ((double)(int64_t)vec_long_digits(P, INTEGER, LENGTH))
#endif

#if !JT_HAS_LONG_DIGITS
/* The integer that all digits of a number with a point make: `length` of them, at most 20, the first `integer` before
 * the point. 32 bytes are read. */
JT_INLINE uint64_t vec_long_digits(const uint8_t *p, uint32_t integer, uint32_t length) {
    uint64_t digits = vec_digits(p, integer);
    uint32_t rest = length - integer;
    p += integer + 1;
    if (JT_UNLIKELY(rest > 16)) {
        rest -= 16;
        digits = digits * UINT64_C(10000000000000000) + vec_digits(p, 16);
        p += 16;
    }
    return digits * (uint64_t)(int64_t)jt_exact_powers[rest] + vec_digits(p, rest);
}
#endif

/* digits / 10^fraction, for a fraction of 5 to 18 digits: as jt_number_f64 does it, but far from the smallest and
 * largest doubles, and where no result lies half way between two. */
JT_INLINE double divided(uint64_t digits, uint32_t fraction, bool negative) {
    const uint64_t *power = jt_powers[-(int)fraction - JT_POWER_MIN];
    const uint32_t shift = clz_u64(digits | 1);
    digits <<= shift;
    const uint64_t high = jt_multiply_upper(digits, (jt_u128){power[0], power[1]}).high;
    const uint32_t exponent = 1025 + (uint32_t)jt_log2_of_power(-(int)fraction) - shift + (negative ? 2048u : 0);
    /* What was cut off is more than nothing, except of nothing; the conversion rounds. */
    return (double)(int64_t)(high >> 1 | digits >> 63) * jt_f64_of_bits((uint64_t)exponent << 52);
}

/* The number from p to q. 32 bytes from every digit on may be read. */
JT_INLINE double double_of(const uint8_t *p, const uint8_t *q, jt_number_parts parts) {
    const bool negative = (parts.flags & JT_NEGATIVE) != 0;
    const uint32_t integer = parts.integer, fraction = parts.fraction, length = integer + fraction;
    const uint8_t *const digits = p + negative;
    double value;
    if (JT_UNLIKELY(parts.flags & JT_EXPONENT))
        return jt_read_f64(p, (size_t)(q - p));
    if (!fraction) {
        if (JT_LIKELY(length <= 15))
            value = vec_integer(digits, length);
        else if (length <= 18)
            value = (double)(int64_t)(vec_digits(digits, length - 16) * 10000000000000000 +
                                      vec_digits(digits + length - 16, 16));
        else
            return jt_read_f64(p, (size_t)(q - p));
    } else if (length <= 15) {
        /* Both are exact, so that one division rounds once (Clinger 1990). */
        value = vec_pointed(digits, integer, length) / jt_exact_powers[fraction];
    } else {
        if (JT_UNLIKELY(length > 19 || fraction < 5))
            return jt_read_f64(p, (size_t)(q - p));
        return divided(vec_long_digits(digits, integer, length), fraction, negative);
    }
    return negative ? -value : value;
}
