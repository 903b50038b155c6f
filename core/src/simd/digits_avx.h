/* Operations on the digits of numbers, 32 bytes at a time, for AVX2 and AVX-512. Included once by each isa_avx*.c,
 * inside its target region and behind its other operations. 32 bytes may be read from any p. */

#define JT_HAS_DIGITS 1

/* Of each byte at p: its value, where it is a digit. */
JT_INLINE vec digit_values(const uint8_t *p) {
    return vec_sub(vec_load(p), vec_load(jt_digit_vectors.zeros));
}

JT_INLINE __m128i low_half(vec v) {
    return _mm256_castsi256_si128(v);
}
JT_INLINE __m128i half_load(const uint8_t *p) {
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

/* Two words of eight digits, the first the lower, of those bytes of a run that places name. */
JT_INLINE __m128i digit_words(__m128i run, __m128i places) {
    run = _mm_shuffle_epi8(run, places);
    run = _mm_maddubs_epi16(run, half_load(jt_digit_vectors.tens));
    run = _mm_madd_epi16(run, half_load(jt_digit_vectors.hundreds));
    return _mm_madd_epi16(_mm_packus_epi32(run, run), half_load(jt_digit_vectors.ten_thousands));
}
/* The places of a run of this length, at most 16, moved to the end; negative ones, for zeros, before them. */
JT_INLINE __m128i last_places(uint32_t length) {
    return _mm_add_epi8(half_load(jt_digit_vectors.last_20 + 16), _mm_set1_epi8((char)length));
}
JT_INLINE uint64_t integer_of_words(__m128i words) {
    const uint64_t halves = (uint64_t)_mm_cvtsi128_si64(words);
    return (halves & 0xffffffff) * 100000000 + (halves >> 32);
}
/* The same where it is below 10^15, so that nothing is rounded: sooner than by way of an integer. */
JT_INLINE double double_of_words(__m128i words) {
    const __m128d halves = _mm_cvtepi32_pd(words);
    return _mm_cvtsd_f64(halves) * 1e8 + _mm_cvtsd_f64(_mm_unpackhi_pd(halves, halves));
}

/* The integer that a run of at most 16 digits makes; as a double, of at most 15. */
JT_INLINE uint64_t vec_digits(const uint8_t *p, uint32_t length) {
    return integer_of_words(digit_words(low_half(digit_values(p)), last_places(length)));
}
JT_INLINE double vec_integer(const uint8_t *p, uint32_t length) {
    return double_of_words(digit_words(low_half(digit_values(p)), last_places(length)));
}

#if JT_INDEXED /* AVX-512 */

/* Bit i: byte i at p is a digit. */
JT_INLINE uint32_t digit_mask(const uint8_t *p) {
    return _mm256_cmple_epu8_mask(digit_values(p), vec_load(jt_digit_vectors.nines));
}
/* The values of the digits at p, without what stands between them. */
JT_INLINE vec joined_digits(const uint8_t *p) {
    /* Not the form that zeroes the rest by itself: that one waits on Zen 5 for what its register held before. */
    vec run = _mm256_setzero_si256();
    __asm__("" : "+v"(run));
    return _mm256_mask_compress_epi8(run, digit_mask(p), digit_values(p));
}
/* The integer that all digits of a number with a point make, `length` of them, at most 15, as a double. */
JT_INLINE double vec_pointed(const uint8_t *p, uint32_t integer, uint32_t length) {
    (void)integer;
    return double_of_words(digit_words(low_half(joined_digits(p)), last_places(length)));
}
/* The same of at most 20, as an integer. */
#define JT_HAS_LONG_DIGITS 1
JT_INLINE uint64_t vec_long_digits(const uint8_t *p, uint32_t integer, uint32_t length) {
    (void)integer;
    const vec places = _mm256_add_epi8(vec_load(jt_digit_vectors.last_20), vec_splat((uint8_t)length));
    vec run = _mm256_permutex2var_epi8(joined_digits(p), places, _mm256_setzero_si256());
    run = _mm256_maddubs_epi16(run, vec_load(jt_digit_vectors.tens));
    run = _mm256_madd_epi16(run, vec_load(jt_digit_vectors.hundreds));
    __m128i last = _mm256_extracti128_si256(run, 1);
    last = _mm_madd_epi16(_mm_packus_epi32(last, last), half_load(jt_digit_vectors.ten_thousands));
    return integer_of_words(last) + (uint32_t)_mm_cvtsi128_si32(low_half(run)) * UINT64_C(10000000000000000);
}

#else

JT_INLINE uint32_t digit_mask(const uint8_t *p) {
    return vec_mask(vec_le(digit_values(p), 9));
}
/* As above, given how many digits stand before the point. */
JT_INLINE double vec_pointed(const uint8_t *p, uint32_t integer, uint32_t length) {
    const __m128i places = last_places(length);
    const __m128i behind = _mm_cmpgt_epi8(places, _mm_set1_epi8((char)(integer - 1)));
    return double_of_words(digit_words(low_half(digit_values(p)), _mm_sub_epi8(places, behind)));
}

#endif
