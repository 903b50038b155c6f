/* The vector operations on a 64-bit word: 8 bytes, no byte shuffle. Exact in every lane (no carry crosses a byte).
 * Included once by isa_scalar.c. */
#define JT_W 8
#define JT_HAS_SHUFFLE 0

typedef uint64_t vec;

#define LOW7 UINT64_C(0x7f7f7f7f7f7f7f7f)
#define TOPS UINT64_C(0x8080808080808080)

JT_INLINE vec vec_load(const uint8_t *p) {
    return load_u64(p);
}
JT_INLINE void vec_store(uint8_t *p, vec v) {
    memcpy(p, &v, sizeof v);
}
JT_INLINE vec vec_splat(uint8_t k) {
    return k * UINT64_C(0x0101010101010101);
}
/* 0xff in each byte whose top bit is set in tops, which holds nothing but top bits. */
JT_INLINE vec spread_tops(vec tops) {
    return (tops >> 7) * 0xff;
}
JT_INLINE vec vec_eq(vec a, vec b) {
    vec x = a ^ b;
    return spread_tops(~(((x & LOW7) + LOW7) | x) & TOPS);
}
JT_INLINE vec vec_le(vec v, uint8_t k) {
    /* Both callers' k are below 0x80: a byte is above k when it has its top bit or its low 7 bits exceed k. */
    return spread_tops(~(((v & LOW7) + vec_splat((uint8_t)(0x7f - k))) | v) & TOPS);
}
JT_INLINE vec vec_or(vec a, vec b) {
    return a | b;
}
JT_INLINE vec vec_and(vec a, vec b) {
    return a & b;
}
JT_INLINE vec vec_xor(vec a, vec b) {
    return a ^ b;
}
JT_INLINE vec vec_sub(vec a, vec b) {
    return ((a | TOPS) - (b & LOW7)) ^ ((a ^ ~b) & TOPS);
}
/* Bit 7 of each byte: whether it is k or more, which is 0x80 or more. The other bits are anything. */
JT_INLINE vec vec_from(vec v, uint8_t k) {
    return v & ((v & LOW7) + vec_splat((uint8_t)(0x100 - k)));
}
/* Each byte of v has its top bit gathered by one multiplication. */
JT_INLINE uint32_t vec_mask(vec v) {
    return (uint32_t)(((v & TOPS) >> 7) * UINT64_C(0x0102040810204080) >> 56);
}
JT_INLINE uint64_t count_bits(uint64_t bits) {
    return sum_of_bits(bits);
}
