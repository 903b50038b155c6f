/* Vector operations of NEON on AArch64: 16 bytes. Included once by isa_neon.c. */
#include <arm_neon.h>

#define JT_W 16
#define JT_HAS_SHUFFLE 1

typedef uint8x16_t vec;

JT_INLINE vec vec_load(const uint8_t *p) {
    return vld1q_u8(p);
}
JT_INLINE void vec_store(uint8_t *p, vec v) {
    vst1q_u8(p, v);
}
JT_INLINE vec vec_splat(uint8_t k) {
    return vdupq_n_u8(k);
}
JT_INLINE vec vec_eq(vec a, vec b) {
    return vceqq_u8(a, b);
}
JT_INLINE vec vec_le(vec v, uint8_t k) {
    return vcleq_u8(v, vdupq_n_u8(k));
}
JT_INLINE vec vec_or(vec a, vec b) {
    return vorrq_u8(a, b);
}
JT_INLINE vec vec_and(vec a, vec b) {
    return vandq_u8(a, b);
}
JT_INLINE vec vec_xor(vec a, vec b) {
    return veorq_u8(a, b);
}
JT_INLINE vec vec_max(vec a, vec b) {
    return vmaxq_u8(a, b);
}
JT_INLINE vec vec_sub(vec a, vec b) {
    return vsubq_u8(a, b);
}
JT_INLINE vec vec_sub_sat(vec a, vec b) {
    return vqsubq_u8(a, b);
}
JT_INLINE vec vec_from(vec v, uint8_t k) {
    return vec_sub_sat(v, vec_splat((uint8_t)(k - 0x80)));
}
/* There is no movemask: every byte keeps the bit of its place and three pairwise sums gather them. */
JT_INLINE uint32_t vec_mask(vec v) {
    static const uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t bits = vandq_u8(vreinterpretq_u8_s8(vshrq_n_s8(vreinterpretq_s8_u8(v), 7)), vld1q_u8(places));
    bits = vpaddq_u8(bits, bits);
    bits = vpaddq_u8(bits, bits);
    bits = vpaddq_u8(bits, bits);
    return vgetq_lane_u16(vreinterpretq_u16_u8(bits), 0);
}
JT_INLINE vec vec_table(const uint8_t *p) {
    return vld1q_u8(p);
}
JT_INLINE vec vec_lookup(vec table, vec index) {
    return vqtbl1q_u8(table, index);
}
JT_INLINE vec vec_pick(vec table, vec index) {
    return vqtbl1q_u8(table, index);
}
JT_INLINE vec vec_lookup_low(vec table, vec index) {
    return vqtbl1q_u8(table, vandq_u8(index, vdupq_n_u8(0x0f)));
}
JT_INLINE vec vec_firsts(vec a, vec b) {
    return vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)));
}
JT_INLINE vec vec_lasts(vec a, vec b) {
    return vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)));
}
JT_INLINE vec vec_shr4(vec v) {
    return vshrq_n_u8(v, 4);
}
#define vec_prev(v, before, n) vextq_u8(before, v, 16 - (n))
JT_INLINE uint64_t count_bits(uint64_t bits) {
    return (uint64_t)__builtin_popcountll(bits);
}
