/* The doubles of numbers, for the fast instances that make them while they scan: what the scan has found out need not
 * be found out again, and what waits for nothing else is done while the scan waits for its loads. */

#if !JT_HAS_DIGITS
#define vec_digits(RUN, LENGTH) jt_append_digits(0, RUN, LENGTH)
#endif

/* The number from p to q. 16 bytes from every digit on may be read. */
JT_INLINE double double_of(const uint8_t *p, const uint8_t *q, jt_number_parts parts) {
    static const uint64_t powers[19] = {1,
                                        10,
                                        100,
                                        1000,
                                        10000,
                                        100000,
                                        1000000,
                                        10000000,
                                        100000000,
                                        1000000000,
                                        10000000000,
                                        100000000000,
                                        1000000000000,
                                        10000000000000,
                                        100000000000000,
                                        1000000000000000,
                                        10000000000000000,
                                        100000000000000000,
                                        1000000000000000000};
    const bool negative = (parts.flags & JT_NEGATIVE) != 0;
    const uint32_t integer = parts.integer, fraction = parts.fraction;
    if (JT_UNLIKELY((parts.flags & JT_EXPONENT) || integer > 16 || fraction > 18 || integer + fraction > 19))
        return jt_read_f64(p, (size_t)(q - p));
    uint64_t digits = vec_digits(p + negative, integer);
    if (fraction) {
        const uint8_t *run = p + negative + integer + 1;
        uint32_t rest = fraction;
        if (JT_UNLIKELY(fraction > 16)) {
            rest = fraction - 16;
            digits = digits * powers[16] + vec_digits(run, 16);
            run += 16;
        }
        digits = digits * powers[rest] + vec_digits(run, rest);
    }
    if (JT_UNLIKELY(digits > (uint64_t)1 << 53))
        return jt_number_f64(digits, -(int64_t)fraction, negative);
    /* Both are exact, so that one division rounds once (Clinger 1990). */
    double value = (double)(int64_t)digits;
    if (fraction)
        value /= (double)(int64_t)powers[fraction];
    return negative ? -value : value;
}
