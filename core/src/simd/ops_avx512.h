/* What AVX-512 adds to the operations of ops_avx2.h: blocks of 64 bytes, for an index of text (read/index_template.h).
 * Included once by each isa_avx512*.c, inside its target region and behind ops_avx2.h. */

#define JT_INDEXED 1
#define JT_HAS_MASKS 1

/* n bytes, JT_W at most, and zeros; nothing else is read. */
JT_INLINE uint32_t vec_first(size_t n) {
    return _bzhi_u32(UINT32_MAX, (uint32_t)n);
}
JT_INLINE vec vec_load_few(const uint8_t *p, size_t n) {
    return _mm256_maskz_loadu_epi8(vec_first(n), p);
}
/* Whether the first n bytes are plain: ASCII, and none takes an escape. A control character is below a blank, and so
 * is, with its sign, what is not ASCII. */
JT_INLINE bool vec_is_plain(vec v, size_t n) {
    __mmask32 low = _mm256_mask_cmplt_epi8_mask(vec_first(n), v, vec_load(jt_escape_blanks));
    __mmask32 quote = _mm256_cmpeq_epi8_mask(v, vec_load(jt_escape_quotes));
    __mmask32 slash = _mm256_cmpeq_epi8_mask(v, vec_load(jt_escape_slashes));
    return _kortestz_mask32_u8(_kor_mask32(low, quote), slash);
}
#define BLOCK_W 64

typedef __m512i block;

JT_INLINE block block_load(const uint8_t *p) {
    return _mm512_loadu_si512(p);
}
JT_INLINE void block_store(uint8_t *p, block v) {
    _mm512_storeu_si512(p, v);
}
JT_INLINE block block_zero(void) {
    return _mm512_setzero_si512();
}
/* As those of vectors (ops_avx2.h), for UTF-8. */
JT_INLINE block block_splat(uint8_t k) {
    return _mm512_set1_epi8((char)k);
}
JT_INLINE block block_or(block a, block b) {
    return _mm512_or_si512(a, b);
}
JT_INLINE block block_and(block a, block b) {
    return _mm512_and_si512(a, b);
}
JT_INLINE block block_xor(block a, block b) {
    return _mm512_xor_si512(a, b);
}
JT_INLINE block block_sub_sat(block a, block b) {
    return _mm512_subs_epu8(a, b);
}
JT_INLINE block block_table(const uint8_t *p) {
    return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)p));
}
JT_INLINE block block_lookup(block table, block index) {
    return _mm512_shuffle_epi8(table, index);
}
JT_INLINE block block_shr4(block v) {
    return _mm512_and_si512(_mm512_srli_epi16(v, 4), block_splat(0x0f));
}
#define block_prev(v, before, n) _mm512_alignr_epi8(v, _mm512_alignr_epi32(v, before, 12), 16 - (n))
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
/* Byte i is a backslash, or not ASCII. */
JT_INLINE uint64_t block_specials(block v) {
    block x = _mm512_add_epi8(_mm512_xor_si512(v, _mm512_set1_epi8('\\')), _mm512_set1_epi8(-1));
    return _mm512_cmpgt_epu8_mask(x, _mm512_set1_epi8(0x7e));
}
/* Flips bits of the bytes whose bits are given. */
JT_INLINE block block_flip(block v, uint64_t bits, uint8_t k) {
    return _mm512_xor_si512(v, _mm512_maskz_set1_epi8(bits, (char)k));
}
/* Bit i of the result is the parity of the bits up to i. */
JT_INLINE uint64_t block_parities(uint64_t bits) {
    __m128i product = _mm_clmulepi64_si128(_mm_cvtsi64_si128((long long)bits), _mm_set1_epi8((char)0xff), 0);
    return (uint64_t)_mm_cvtsi128_si64(product);
}
/* The offset of a block's first byte, for block_entries. */
JT_INLINE block block_base(uint32_t offset) {
    return _mm512_set1_epi32((int)offset);
}
JT_INLINE block block_next(block base) {
    return _mm512_add_epi32(base, _mm512_set1_epi32(64));
}
JT_INLINE void store_offsets(uint32_t *to, __m128i places, block base) {
    _mm512_storeu_si512(to, _mm512_add_epi32(_mm512_cvtepu8_epi32(places), base));
}
/* Writes base + i, and byte i of v, for each bit i, in order. 64 places may be written. Returns how many there are. */
JT_INLINE uint64_t block_entries(uint32_t *to, uint8_t *bytes, block v, uint64_t bits, block base) {
    static const uint8_t all[64] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
    };
    const uint64_t count = count_bits(bits);
    __mmask64 k;
    __asm__("kmovq %1, %0" : "=k"(k) : "r"(bits)); /* once */
    const block places = _mm512_maskz_compress_epi8(k, _mm512_loadu_si512(all));
    store_offsets(to, _mm512_castsi512_si128(places), base);
    block_store(bytes, _mm512_maskz_compress_epi8(k, v));
    if (JT_UNLIKELY(count > 16)) {
        store_offsets(to + 16, _mm512_extracti32x4_epi32(places, 1), base);
        if (count > 32) {
            store_offsets(to + 32, _mm512_extracti32x4_epi32(places, 2), base);
            store_offsets(to + 48, _mm512_extracti32x4_epi32(places, 3), base);
        }
    }
    return count;
}
/* The lowest n of the bits, all of them where n is 64 to 255. */
JT_INLINE uint64_t low_bits(uint64_t bits, uint32_t n) {
    return _bzhi_u64(bits, n);
}
JT_INLINE uint32_t word_hash(uint64_t word, uint32_t seed) {
    return (uint32_t)_mm_crc32_u64(seed, word);
}

/* ---- Escaping (write/escape_masked_template.h) ------------------------------------------------------------------- */

/* n bytes, and zeros; nothing else is read. */
JT_INLINE block block_load_few(const uint8_t *p, size_t n) {
    return _mm512_maskz_loadu_epi8(low_bits(UINT64_MAX, (uint32_t)n), p);
}
/* Stores the first n bytes, and touches all where there is room for them: that is faster. */
JT_INLINE void block_store_few(uint8_t *p, block v, size_t n, size_t room) {
    if (JT_LIKELY(room >= BLOCK_W))
        block_store(p, v);
    else
        _mm512_mask_storeu_epi8(p, low_bits(UINT64_MAX, (uint32_t)n), v);
}
/* vec_is_plain, of a block. */
JT_INLINE bool block_is_plain(block v, size_t n) {
    __mmask64 low = _mm512_mask_cmplt_epi8_mask(low_bits(UINT64_MAX, (uint32_t)n), v, block_load(jt_escape_blanks));
    __mmask64 quote = _mm512_cmpeq_epi8_mask(v, block_load(jt_escape_quotes));
    __mmask64 slash = _mm512_cmpeq_epi8_mask(v, block_load(jt_escape_slashes));
    return _kortestz_mask64_u8(_kor_mask64(low, quote), slash);
}
/* Byte i takes an escape. */
JT_INLINE uint64_t block_special(block v) {
    return _mm512_cmplt_epu8_mask(v, block_load(jt_escape_blanks)) |
           _mm512_cmpeq_epi8_mask(v, block_load(jt_escape_quotes)) |
           _mm512_cmpeq_epi8_mask(v, block_load(jt_escape_slashes));
}
/* What stands behind the backslash: the byte itself, of the control characters a letter or, where there is none, 0. */
JT_INLINE block block_escape_letters(block v, uint64_t control) {
    const __m128i letters = _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 'b', 't', 'n', 0, 'f', 'r', 0, 0);
    block of_all = _mm512_maskz_shuffle_epi8(block_below(v, 0x10), _mm512_broadcast_i32x4(letters), v);
    return _mm512_mask_mov_epi8(v, control, of_all);
}
JT_INLINE vec block_half(block v, int half) {
    return half ? _mm512_extracti64x4_epi64(v, 1) : _mm512_castsi512_si256(v);
}
/* The bytes of a half that are counted, packed, with a backslash before each special one. */
JT_INLINE block block_spread(vec half, uint64_t counted, uint64_t special) {
    block pairs = _mm512_or_si512(_mm512_slli_epi16(_mm512_cvtepu8_epi16(half), 8), _mm512_set1_epi16('\\'));
    uint64_t wanted =
        _pdep_u64(special, UINT64_C(0x5555555555555555)) | _pdep_u64(counted, UINT64_C(0xaaaaaaaaaaaaaaaa));
    return _mm512_maskz_compress_epi8(wanted, pairs);
}
