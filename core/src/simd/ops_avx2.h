/* Vector operations of AVX2: 32 bytes. Included once by isa_avx2.c, inside its target region
 * and behind immintrin.h. */

#define JT_W 32
#define JT_HAS_SHUFFLE 1

typedef __m256i vec;

JT_INLINE vec vec_load(const uint8_t *p) {
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}
JT_INLINE void vec_store(uint8_t *p, vec v) {
    _mm256_storeu_si256((__m256i *)(void *)p, v);
}
JT_INLINE vec vec_splat(uint8_t k) {
    return _mm256_set1_epi8((char)k);
}
JT_INLINE vec vec_eq(vec a, vec b) {
    return _mm256_cmpeq_epi8(a, b);
}
JT_INLINE vec vec_le(vec v, uint8_t k) {
    return _mm256_cmpeq_epi8(_mm256_min_epu8(v, vec_splat(k)), v);
}
JT_INLINE vec vec_or(vec a, vec b) {
    return _mm256_or_si256(a, b);
}
JT_INLINE vec vec_and(vec a, vec b) {
    return _mm256_and_si256(a, b);
}
JT_INLINE vec vec_xor(vec a, vec b) {
    return _mm256_xor_si256(a, b);
}
JT_INLINE vec vec_max(vec a, vec b) {
    return _mm256_max_epu8(a, b);
}
/* Each byte a - k, modulo 256. */
JT_INLINE vec vec_sub(vec a, vec b) {
    return _mm256_sub_epi8(a, b);
}
JT_INLINE vec vec_sub_sat(vec a, vec b) {
    return _mm256_subs_epu8(a, b);
}
/* Bit 7 of each byte: whether it is k or more, which is 0x80 or more. The other bits are anything. */
JT_INLINE vec vec_from(vec v, uint8_t k) {
    return vec_sub_sat(v, vec_splat((uint8_t)(k - 0x80)));
}
/* Bit i is the top bit of byte i. */
JT_INLINE uint32_t vec_mask(vec v) {
    return (uint32_t)_mm256_movemask_epi8(v);
}
/* A table of 16 bytes for vec_lookup. */
JT_INLINE vec vec_table(const uint8_t *p) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)p));
}
/* Two tables: for the lower half and for the upper one. */
JT_INLINE vec vec_tables(const uint8_t *lower, const uint8_t *upper) {
    const __m128i *low = (const __m128i *)(const void *)lower, *high = (const __m128i *)(const void *)upper;
    return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128(low)), _mm_loadu_si128(high), 1);
}
/* table[index] for each byte of index; 0 where the index is 16 or more. */
JT_INLINE vec vec_lookup(vec table, vec index) {
    return _mm256_shuffle_epi8(table, _mm256_adds_epu8(index, vec_splat(0x70)));
}
/* As above; every index is below 16. */
JT_INLINE vec vec_pick(vec table, vec index) {
    return _mm256_shuffle_epi8(table, index);
}
/* As above; what happens to an index with bits 4 to 7 set differs between instruction sets: only for table[index] == v
 * tests, where no such byte of v can be equal. */
JT_INLINE vec vec_lookup_low(vec table, vec index) {
    return _mm256_shuffle_epi8(table, index);
}
/* Of each 16 bytes the first (the last) 8 of a, then 8 of b. */
JT_INLINE vec vec_firsts(vec a, vec b) {
    return _mm256_unpacklo_epi64(a, b);
}
JT_INLINE vec vec_lasts(vec a, vec b) {
    return _mm256_unpackhi_epi64(a, b);
}
/* Store 16 bytes. */
JT_INLINE void vec_store_lower(uint8_t *p, vec v) {
    _mm_storeu_si128((__m128i *)(void *)p, _mm256_castsi256_si128(v));
}
JT_INLINE void vec_store_upper(uint8_t *p, vec v) {
    _mm_storeu_si128((__m128i *)(void *)p, _mm256_extracti128_si256(v, 1));
}
JT_INLINE vec vec_shr4(vec v) {
    return _mm256_and_si256(_mm256_srli_epi16(v, 4), vec_splat(0x0f));
}
/* The bytes n places before each byte of v, those of before in front of it; n is 1, 2 or 3. */
#define vec_prev(v, before, n) _mm256_alignr_epi8(v, _mm256_permute2x128_si256(before, v, 0x21), 16 - (n))
/* How many bits are set. */
JT_INLINE uint64_t count_bits(uint64_t bits) {
    return (uint64_t)__builtin_popcountll(bits);
}
