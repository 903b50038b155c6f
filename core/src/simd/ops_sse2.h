/* Vector operations of SSE2, the x86-64 baseline: 16 bytes, no byte shuffle. Included once by isa_sse2.c. */
#include <emmintrin.h>

#define JT_W 16
#define JT_HAS_SHUFFLE 0

typedef __m128i vec;

JT_INLINE vec vec_load(const uint8_t *p) {
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}
JT_INLINE void vec_store(uint8_t *p, vec v) {
    _mm_storeu_si128((__m128i *)(void *)p, v);
}
JT_INLINE vec vec_splat(uint8_t k) {
    return _mm_set1_epi8((char)k);
}
JT_INLINE vec vec_eq(vec a, vec b) {
    return _mm_cmpeq_epi8(a, b);
}
JT_INLINE vec vec_le(vec v, uint8_t k) {
    return _mm_cmpeq_epi8(_mm_min_epu8(v, vec_splat(k)), v);
}
JT_INLINE vec vec_or(vec a, vec b) {
    return _mm_or_si128(a, b);
}
JT_INLINE vec vec_and(vec a, vec b) {
    return _mm_and_si128(a, b);
}
JT_INLINE vec vec_xor(vec a, vec b) {
    return _mm_xor_si128(a, b);
}
JT_INLINE vec vec_sub(vec a, vec b) {
    return _mm_sub_epi8(a, b);
}
JT_INLINE vec vec_sub_sat(vec a, vec b) {
    return _mm_subs_epu8(a, b);
}
JT_INLINE vec vec_from(vec v, uint8_t k) {
    return vec_sub_sat(v, vec_splat((uint8_t)(k - 0x80)));
}
JT_INLINE uint32_t vec_mask(vec v) {
    return (uint32_t)_mm_movemask_epi8(v);
}
JT_INLINE uint64_t count_bits(uint64_t bits) {
    return sum_of_bits(bits);
}
