/* UTF-8 validation (Unicode 15, table 3-7; RFC 3629). With a byte shuffle: the lookup method of Keiser and Lemire,
 * "Validating UTF-8 in less than one instruction per byte" (2021): the high and low half of each byte and the high
 * half of the next one each look up which errors they allow, and a pair is wrong when all three agree. Without one:
 * a vector test for ASCII and a loop over single sequences. */

#if JT_HAS_SHUFFLE

/* One bit for each way in which two neighbouring bytes can be wrong. */
enum {
    TOO_SHORT = 1,                           /* a lead, then no continuation */
    TOO_LONG = 2,                            /* ASCII, then a continuation */
    OVERLONG_3 = 4,                          /* e0, then 80..9f */
    TOO_LARGE = 8,                           /* f4, then 90..bf; f5 and up */
    SURROGATE = 16,                          /* ed, then a0..bf */
    OVERLONG_2 = 32,                         /* c0, c1 */
    TOO_LARGE_1000 = 64,                     /* f5 and up, then 80..8f; shares its bit with the next */
    OVERLONG_4 = 64,                         /* f0, then 80..8f */
    TWO_CONTS = 128,                         /* two continuations: right only as bytes 3 and 4 of a sequence */
    CARRY = TOO_SHORT | TOO_LONG | TWO_CONTS /* decided by the high half of the first byte alone */
};

static const uint8_t first_high[16] = {TOO_LONG,
                                       TOO_LONG,
                                       TOO_LONG,
                                       TOO_LONG,
                                       TOO_LONG,
                                       TOO_LONG,
                                       TOO_LONG,
                                       TOO_LONG,
                                       TWO_CONTS,
                                       TWO_CONTS,
                                       TWO_CONTS,
                                       TWO_CONTS,
                                       TOO_SHORT | OVERLONG_2,
                                       TOO_SHORT,
                                       TOO_SHORT | OVERLONG_3 | SURROGATE,
                                       TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4};
static const uint8_t first_low[16] = {CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4,
                                      CARRY | OVERLONG_2,
                                      CARRY,
                                      CARRY,
                                      CARRY | TOO_LARGE,
                                      CARRY | TOO_LARGE | TOO_LARGE_1000,
                                      CARRY | TOO_LARGE | TOO_LARGE_1000,
                                      CARRY | TOO_LARGE | TOO_LARGE_1000,
                                      CARRY | TOO_LARGE | TOO_LARGE_1000,
                                      CARRY | TOO_LARGE | TOO_LARGE_1000,
                                      CARRY | TOO_LARGE | TOO_LARGE_1000,
                                      CARRY | TOO_LARGE | TOO_LARGE_1000,
                                      CARRY | TOO_LARGE | TOO_LARGE_1000,
                                      CARRY | TOO_LARGE | TOO_LARGE_1000 | SURROGATE,
                                      CARRY | TOO_LARGE | TOO_LARGE_1000,
                                      CARRY | TOO_LARGE | TOO_LARGE_1000};
static const uint8_t second_high[16] = {TOO_SHORT,
                                        TOO_SHORT,
                                        TOO_SHORT,
                                        TOO_SHORT,
                                        TOO_SHORT,
                                        TOO_SHORT,
                                        TOO_SHORT,
                                        TOO_SHORT,
                                        TOO_LONG | OVERLONG_2 | TWO_CONTS | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4,
                                        TOO_LONG | OVERLONG_2 | TWO_CONTS | OVERLONG_3 | TOO_LARGE,
                                        TOO_LONG | OVERLONG_2 | TWO_CONTS | SURROGATE | TOO_LARGE,
                                        TOO_LONG | OVERLONG_2 | TWO_CONTS | SURROGATE | TOO_LARGE,
                                        TOO_SHORT,
                                        TOO_SHORT,
                                        TOO_SHORT,
                                        TOO_SHORT};

/* Which bytes of v are part of a wrong pair, behind those of before; for vectors of either length. */
#define PAIR_ERRORS(NAME, VEC, OF)                                                                               \
    JT_INLINE VEC NAME(VEC v, VEC before) {                                                                      \
        VEC first = OF##_prev(v, before, 1);                                                                     \
        VEC pairs = OF##_and(OF##_lookup(OF##_table(first_high), OF##_shr4(first)),                              \
                             OF##_and(OF##_lookup(OF##_table(first_low), OF##_and(first, OF##_splat(0x0f))),     \
                                      OF##_lookup(OF##_table(second_high), OF##_shr4(v))));                      \
        /* A byte two behind e0.. or three behind f0.. must be the second of two continuations, and no other. */ \
        VEC third = OF##_sub_sat(OF##_prev(v, before, 2), OF##_splat(0xe0 - 0x80));                              \
        VEC fourth = OF##_sub_sat(OF##_prev(v, before, 3), OF##_splat(0xf0 - 0x80));                             \
        return OF##_xor(pairs, OF##_and(OF##_or(third, fourth), OF##_splat(0x80)));                              \
    }
PAIR_ERRORS(pair_errors, vec, vec)

/* Validates [text, end) and reads up to JT_W bytes behind it, which is how the tokenizer looks at a string whose end is
 * not near that of the data. */
JT_UNUSED static bool is_utf8_overread(const uint8_t *text, const uint8_t *end) {
    static const uint8_t keep[2 * JT_W] = {
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
#if JT_W == 32
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
#endif
    };
    vec before = vec_splat(0), errors = vec_splat(0);
    bool whole;
    do {
        vec v = vec_load(text);
        whole = (size_t)(end - text) >= JT_W;
        if (!whole) /* then at least one zero stands behind the rest: it finds a sequence that is cut */
            v = vec_and(v, vec_load(keep + JT_W - (end - text)));
        errors = vec_or(errors, pair_errors(v, before));
        before = v;
        text += JT_W;
    } while (whole);
    return vec_mask(vec_eq(errors, vec_splat(0))) == (uint32_t)((UINT64_C(1) << JT_W) - 1);
}

/* The first n bytes at p, fewer than JT_W, and zeros. */
JT_INLINE vec load_few(const uint8_t *p, size_t n) {
#if JT_HAS_MASKS
    return vec_load_few(p, n);
#else
    uint8_t copy[JT_W];
    vec_store(copy, vec_splat(0));
    if (n > 0)
        copy_few(copy, p, n, JT_W);
    return vec_load(copy);
#endif
}

/* Validates [text, end) and reads nothing behind it. */
JT_UNUSED static bool is_utf8(const uint8_t *text, const uint8_t *end) {
    vec before = vec_splat(0), errors = vec_splat(0), v;
    for (; (size_t)(end - text) >= JT_W; text += JT_W) {
        v = vec_load(text);
        errors = vec_or(errors, pair_errors(v, before));
        before = v;
    }
    v = load_few(text, (size_t)(end - text)); /* the zeros find a sequence that is cut */
    errors = vec_or(errors, pair_errors(v, before));
    return vec_mask(vec_eq(errors, vec_splat(0))) == (uint32_t)((UINT64_C(1) << JT_W) - 1);
}

#else

/* The length of the well-formed sequence at p, which has room bytes; 0 where it is ill-formed or cut. */
JT_INLINE size_t sequence_length(const uint8_t *p, size_t room) {
    uint8_t b = p[0];
    if (b < 0x80)
        return 1;
    if (b < 0xc2 || b > 0xf4 || room < 2)
        return 0;
    uint8_t c = p[1];
    if (b < 0xe0)
        return (c & 0xc0) == 0x80 ? 2 : 0;
    if (room < 3 || (p[2] & 0xc0) != 0x80)
        return 0;
    if (b < 0xf0) {
        uint8_t low = b == 0xe0 ? 0xa0 : 0x80, high = b == 0xed ? 0x9f : 0xbf;
        return c >= low && c <= high ? 3 : 0;
    }
    uint8_t low = b == 0xf0 ? 0x90 : 0x80, high = b == 0xf4 ? 0x8f : 0xbf;
    return room >= 4 && c >= low && c <= high && (p[3] & 0xc0) == 0x80 ? 4 : 0;
}

JT_NOINLINE static bool is_utf8(const uint8_t *p, const uint8_t *end) {
    while (p < end) {
        while ((size_t)(end - p) >= JT_W && !vec_mask(vec_load(p)))
            p += JT_W;
        if (p == end)
            break;
        size_t n = sequence_length(p, (size_t)(end - p));
        if (!n)
            return false;
        p += n;
    }
    return true;
}

JT_UNUSED static bool is_utf8_overread(const uint8_t *text, const uint8_t *end) {
    return is_utf8(text, end);
}

#endif
