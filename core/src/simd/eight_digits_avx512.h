/* Digits with AVX-512: eight at once, however many are wanted. For the files that write numbers, inside a target
 * region. */
#ifndef JT_EIGHT_DIGITS_AVX512_H
#define JT_EIGHT_DIGITS_AVX512_H

#include "digit_vectors.h"

#define EIGHT_DIGITS UINT64_C(100000000)

/* What put_integer takes. */
#define INTEGER_MAX (EIGHT_DIGITS * EIGHT_DIGITS - 1)

/* The digits of a number below 10^8, each on top of what `zeros` has, the first one in the first word. Each word has
 * the number as a part of one, in 52 bits, from which ten times as much brings a digit up. */
JT_INLINE __m512i eight_digits(uint64_t value, __m512i zeros) {
    const jt_integer_constants *k = &jt_integer_vectors;
    __m512i parts = _mm512_madd52lo_epu64(_mm512_loadu_si512(k->halves), _mm512_set1_epi64((long long)value),
                                          _mm512_loadu_si512(k->powers));
    return _mm512_madd52hi_epu64(zeros, parts, _mm512_loadu_si512(k->tens));
}

/* How many of them there are without zeros before the first other one. */
JT_INLINE size_t count_digits(uint64_t value) {
    return (value + jt_integer_vectors.lengths[clz_u64(value | 1)]) >> 32;
}

/* Writes an integer as text and returns its length. Touches 16 bytes. */
JT_INLINE size_t put_integer(uint64_t value, uint8_t *target) {
    const uint8_t *end = jt_integer_vectors.places + 8;
    const __m512i zeros = _mm512_loadu_si512(jt_integer_vectors.zeros);
    if (JT_LIKELY(value < EIGHT_DIGITS)) {
        const size_t length = count_digits(value);
        __m128i places = _mm_loadl_epi64((const __m128i *)(const void *)(end - length));
        __m512i text = _mm512_permutexvar_epi8(_mm512_castsi128_si512(places), eight_digits(value, zeros));
        _mm_storel_epi64((__m128i *)(void *)target, _mm512_castsi512_si128(text));
        return length;
    }
    const uint64_t upper = value / EIGHT_DIGITS, lower = value - upper * EIGHT_DIGITS;
    const size_t length = count_digits(upper);
    __m512i places = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)(const void *)(end - length)));
    __m512i text = _mm512_permutex2var_epi8(eight_digits(upper, zeros), places, eight_digits(lower, zeros));
    _mm_storeu_si128((__m128i *)(void *)target, _mm512_castsi512_si128(text));
    return length + 8;
}

/* As jt_sixteen_digits (number/digits.h). */
JT_INLINE __m128i sixteen_digits(uint32_t upper, uint32_t lower) {
    const __m512i zeros = _mm512_setzero_si512();
    __m128i places = _mm_loadu_si128((const __m128i *)(const void *)jt_integer_vectors.places);
    return _mm512_castsi512_si128(_mm512_permutex2var_epi8(eight_digits(upper, zeros), _mm512_castsi128_si512(places),
                                                           eight_digits(lower, zeros)));
}

#endif
