/* Vector operations of WebAssembly's simd128: 16 bytes. Included once by isa_wasm128.c. */
#include <wasm_simd128.h>

#define JT_W 16
#define JT_HAS_SHUFFLE 1

typedef v128_t vec;

JT_INLINE vec vec_load(const uint8_t *p) {
    return wasm_v128_load(p);
}
JT_INLINE void vec_store(uint8_t *p, vec v) {
    wasm_v128_store(p, v);
}
JT_INLINE vec vec_splat(uint8_t k) {
    return wasm_i8x16_splat((int8_t)k);
}
JT_INLINE vec vec_eq(vec a, vec b) {
    return wasm_i8x16_eq(a, b);
}
/* By a comparison of signed bytes, since x86 has none of unsigned ones. */
JT_INLINE vec vec_le(vec v, uint8_t k) {
    return wasm_i8x16_lt(wasm_v128_xor(v, vec_splat(0x80)), vec_splat((uint8_t)(k - 0x7f)));
}
#define JT_HAS_GT 1
JT_INLINE vec vec_gt(vec v, uint8_t k) {
    return wasm_i8x16_gt(wasm_v128_xor(v, vec_splat(0x80)), vec_splat((uint8_t)(k - 0x80)));
}
JT_INLINE vec vec_or(vec a, vec b) {
    return wasm_v128_or(a, b);
}
JT_INLINE vec vec_and(vec a, vec b) {
    return wasm_v128_and(a, b);
}
JT_INLINE vec vec_xor(vec a, vec b) {
    return wasm_v128_xor(a, b);
}
JT_INLINE vec vec_max(vec a, vec b) {
    return wasm_u8x16_max(a, b);
}
JT_INLINE vec vec_sub(vec a, vec b) {
    return wasm_i8x16_sub(a, b);
}
JT_INLINE vec vec_sub_sat(vec a, vec b) {
    return wasm_u8x16_sub_sat(a, b);
}
JT_INLINE vec vec_from(vec v, uint8_t k) {
    return vec_sub_sat(v, vec_splat((uint8_t)(k - 0x80)));
}
JT_INLINE uint32_t vec_mask(vec v) {
    return (uint32_t)wasm_i8x16_bitmask(v);
}
JT_INLINE vec vec_table(const uint8_t *p) {
    return wasm_v128_load(p);
}
JT_INLINE vec vec_lookup(vec table, vec index) {
    return wasm_i8x16_swizzle(table, index);
}
JT_INLINE vec vec_pick(vec table, vec index) {
    return wasm_i8x16_swizzle(table, index);
}
JT_INLINE vec vec_lookup_low(vec table, vec index) {
    return wasm_i8x16_swizzle(table, wasm_v128_and(index, vec_splat(0x0f)));
}
JT_INLINE vec vec_firsts(vec a, vec b) {
    return wasm_i64x2_shuffle(a, b, 0, 2);
}
JT_INLINE vec vec_lasts(vec a, vec b) {
    return wasm_i64x2_shuffle(a, b, 1, 3);
}
JT_INLINE vec vec_shr4(vec v) {
    return wasm_u8x16_shr(v, 4);
}
#define vec_prev(v, before, n)                                                                                    \
    wasm_i8x16_shuffle(before, v, 16 - (n), 17 - (n), 18 - (n), 19 - (n), 20 - (n), 21 - (n), 22 - (n), 23 - (n), \
                       24 - (n), 25 - (n), 26 - (n), 27 - (n), 28 - (n), 29 - (n), 30 - (n), 31 - (n))
JT_INLINE uint64_t count_bits(uint64_t bits) {
    return (uint64_t)__builtin_popcountll(bits);
}
