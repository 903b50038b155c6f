/* Sixteen digits in a vector of SSE2, which every x86-64 has: as number/digits.h has them in two words, and that header
 * alone includes this. */
#include <emmintrin.h>

typedef __m128i jt_sixteen;

/* Numbers below 10^8 are parted into fours, pairs and single digits, all parts by one product of upper halves. */
static inline jt_sixteen jt_sixteen_digits(uint32_t upper, uint32_t lower) {
    const __m128i eights = _mm_set_epi64x(lower, upper);
    const __m128i high = _mm_srli_epi64(_mm_mul_epu32(eights, _mm_set1_epi64x(109951163)), 40);
    const __m128i low = _mm_sub_epi64(eights, _mm_mul_epu32(high, _mm_set1_epi64x(10000)));
    const __m128i fours = _mm_or_si128(high, _mm_slli_epi64(low, 32));
    const __m128i hundreds = _mm_srli_epi16(_mm_mulhi_epu16(fours, _mm_set1_epi16(5243)), 3);
    const __m128i rest = _mm_sub_epi16(fours, _mm_mullo_epi16(hundreds, _mm_set1_epi16(100)));
    const __m128i pairs = _mm_or_si128(hundreds, _mm_slli_epi32(rest, 16));
    const __m128i tens = _mm_mulhi_epu16(pairs, _mm_set1_epi16(6554));
    const __m128i ones = _mm_sub_epi16(pairs, _mm_mullo_epi16(tens, _mm_set1_epi16(10)));
    return _mm_or_si128(tens, _mm_slli_epi16(ones, 8));
}

static inline int jt_sixteen_length(jt_sixteen digits) {
    const uint32_t zeros = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(digits, _mm_setzero_si128()));
    return 64 - (int)clz_u64(zeros ^ 0xffff);
}

static inline jt_sixteen jt_sixteen_text(jt_sixteen digits) {
    return _mm_or_si128(digits, _mm_set1_epi8('0'));
}
static inline void jt_store_16(uint8_t *to, __m128i v) {
    _mm_storeu_si128((__m128i *)(void *)to, v);
}

static inline void jt_put_sixteen(uint8_t *target, jt_sixteen text, uint32_t last) {
    jt_store_16(target, text);
    jt_store_8(target + 16, JT_ZEROS - '0' + last);
}

static inline void jt_put_sixteen_pointed(uint8_t *target, jt_sixteen text, uint32_t last, int n) {
    static const uint8_t masks[32] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    const __m128i before = _mm_loadu_si128((const __m128i *)(const void *)(masks + 16 - n));
    const __m128i moved = _mm_slli_si128(text, 1);
    jt_store_16(target + 1, text);
    jt_store_16(target, _mm_or_si128(_mm_and_si128(before, text), _mm_andnot_si128(before, moved)));
    target[n] = '.';
    target[17] = (uint8_t)last;
}
