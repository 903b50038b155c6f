/* What AVX-512 adds to the operations of ops_avx2.h: blocks of 64 bytes, for an index of text (read/index_template.h).
 * Included once by each isa_avx512*.c, inside its target region and behind ops_avx2.h. */

#define JT_INDEXED 1

typedef __m512i block;

JT_INLINE block block_load(const uint8_t *p) {
    return _mm512_loadu_si512(p);
}
/* Bit i of these masks: byte i is k; is below k; is not ASCII. */
JT_INLINE uint64_t block_eq(block v, uint8_t k) {
    return _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8((char)k));
}
JT_INLINE uint64_t block_below(block v, uint8_t k) {
    return _mm512_cmplt_epu8_mask(v, _mm512_set1_epi8((char)k));
}
JT_INLINE uint64_t block_tops(block v) {
    return _mm512_movepi8_mask(v);
}
/* Byte i is whitespace: the one in the table at its low half. */
JT_INLINE uint64_t block_spaces(block v) {
    const __m128i table = _mm_setr_epi8(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0);
    return _mm512_cmpeq_epi8_mask(v, _mm512_shuffle_epi8(_mm512_broadcast_i32x4(table), v));
}
/* Byte i is a bracket, a comma or a colon, or a control character that differs from one in bit 5. */
JT_INLINE uint64_t block_marks(block v) {
    const __m128i table = _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0);
    block folded = _mm512_or_si512(v, _mm512_set1_epi8(0x20));
    return _mm512_cmpeq_epi8_mask(folded, _mm512_shuffle_epi8(_mm512_broadcast_i32x4(table), v));
}
JT_INLINE uint64_t block_hex_digits(block v) {
    block letters = _mm512_sub_epi8(_mm512_or_si512(v, _mm512_set1_epi8(0x20)), _mm512_set1_epi8('a'));
    return block_below(_mm512_sub_epi8(v, _mm512_set1_epi8('0')), 10) | block_below(letters, 6);
}
/* Does it hold a backslash, or what is not ASCII? */
JT_INLINE bool block_is_special(block v) {
    return !_kortestz_mask64_u8(_mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\\')), _mm512_movepi8_mask(v));
}
/* Bit i of the result is the parity of the bits up to i. */
JT_INLINE uint64_t block_parities(uint64_t bits) {
    __m128i product = _mm_clmulepi64_si128(_mm_cvtsi64_si128((long long)bits), _mm_set1_epi8((char)0xff), 0);
    return (uint64_t)_mm_cvtsi128_si64(product);
}
/* The offset of a block's first byte, for block_offsets. */
JT_INLINE block block_base(uint32_t offset) {
    return _mm512_set1_epi32((int)offset);
}
JT_INLINE block block_next(block base) {
    return _mm512_add_epi32(base, _mm512_set1_epi32(64));
}
JT_INLINE void store_offsets(uint32_t *to, __m128i places, block base) {
    _mm512_storeu_si512(to, _mm512_add_epi32(_mm512_cvtepu8_epi32(places), base));
}
/* Writes base + i for each bit i, in order; there are so many. 64 places may be written. */
JT_INLINE void block_offsets(uint32_t *to, uint64_t bits, uint64_t count, block base) {
    static const uint8_t all[64] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
    };
    block places = _mm512_maskz_compress_epi8(bits, _mm512_loadu_si512(all));
    store_offsets(to, _mm512_castsi512_si128(places), base);
    if (JT_UNLIKELY(count > 16)) {
        store_offsets(to + 16, _mm512_extracti32x4_epi32(places, 1), base);
        if (count > 32) {
            store_offsets(to + 32, _mm512_extracti32x4_epi32(places, 2), base);
            store_offsets(to + 48, _mm512_extracti32x4_epi32(places, 3), base);
        }
    }
}
/* The lowest n of the bits, all of them where n is 64 to 255. */
JT_INLINE uint64_t low_bits(uint64_t bits, uint32_t n) {
    return _bzhi_u64(bits, n);
}
JT_INLINE uint32_t word_hash(uint64_t word, uint32_t seed) {
    return (uint32_t)_mm_crc32_u64(seed, word);
}
