/* Ways to escape text for a JSON string that do not ship: what the fused kernel (core/src/write/escape_template.h) is
 * compared with, by bench-escape and by the tests. Each is a jt_escape_kernel (escape.h) for outputs that have room for
 * everything and 8 bytes more, reads nothing behind the text, and does not look for ASCII.
 *
 * Include core/src/simd/isa.h before, and the vector operations of an instruction set for the last of them. */
#ifndef BENCH_ESCAPE_KERNELS_H
#define BENCH_ESCAPE_KERNELS_H

static inline bool escape_takes_one(uint8_t c) {
    return c < 0x20 || c == '"' || c == '\\';
}

static inline uint8_t *escape_put(uint8_t *out, uint8_t c) {
    const uint8_t *entry = jt_escape_table[c];
    memcpy(out, entry, 8);
    return out + entry[7];
}

static inline size_t escape_all(size_t length, size_t written, jt_escaped *escaped) {
    escaped->written = written;
    escaped->non_ascii = 0;
    return length;
}

#define ESCAPE_ARGUMENTS \
    const uint8_t *text, size_t length, size_t readable, uint8_t *out, size_t room, jt_escaped *escaped

/* One byte after the other. */
static inline size_t escape_by_bytes(ESCAPE_ARGUMENTS) {
    uint8_t *o = out;
    (void)readable;
    (void)room;
    for (size_t i = 0; i < length; i++) {
        if (escape_takes_one(text[i])) {
            o = escape_put(o, text[i]);
        } else {
            *o++ = text[i];
        }
    }
    return escape_all(length, (size_t)(o - out), escaped);
}

/* Runs without an escape are found by a scan and copied. */
typedef size_t escape_scan(const uint8_t *text, size_t i, size_t length);

JT_INLINE size_t escape_runs(const uint8_t *text, size_t length, uint8_t *out, escape_scan *scan) {
    uint8_t *o = out;
    size_t from = 0;
    for (;;) {
        size_t to = scan(text, from, length);
        memcpy(o, text + from, to - from);
        o += to - from;
        if (to == length)
            return (size_t)(o - out);
        o = escape_put(o, text[to]);
        from = to + 1;
    }
}

/* The next byte that takes an escape, or the length: 8 at a time. */
JT_INLINE size_t escape_scan_words(const uint8_t *text, size_t i, size_t length) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    for (; length - i >= 8; i += 8) {
        uint64_t word = load_u64(text + i), quote = word ^ ones * '"', backslash = word ^ ones * '\\';
        uint64_t found = ((quote - ones) | (backslash - ones) | (word - ones * 0x20)) & ~word & ones * 0x80;
        if (found)
            return i + ctz_u64(found) / 8;
    }
    while (i < length && !escape_takes_one(text[i]))
        i++;
    return i;
}

static size_t escape_by_words(ESCAPE_ARGUMENTS) {
    (void)readable;
    (void)room;
    return escape_all(length, escape_runs(text, length, out, escape_scan_words), escaped);
}

#ifdef JT_W

/* A vector at a time. */
JT_INLINE size_t escape_scan_vectors(const uint8_t *text, size_t i, size_t length) {
    for (; length - i >= JT_W; i += JT_W) {
        vec v = vec_load(text + i);
        uint32_t found =
            vec_mask(vec_or(vec_or(vec_eq(v, vec_splat('"')), vec_eq(v, vec_splat('\\'))), vec_le(v, 0x1f)));
        if (found)
            return i + ctz_u32(found);
    }
    return escape_scan_words(text, i, length);
}

static size_t escape_by_vectors(ESCAPE_ARGUMENTS) {
    (void)readable;
    (void)room;
    return escape_all(length, escape_runs(text, length, out, escape_scan_vectors), escaped);
}

#endif
#endif
