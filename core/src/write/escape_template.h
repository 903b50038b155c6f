/* Escaping text for a JSON string with vectors: a template, included once for each instruction set after its vector
 * operations. It defines escape, a jt_escape_kernel (escape.h).
 *
 * Reading, storing and looking are one pass: a vector is loaded, stored as it is, looked at, and passed by when nothing
 * in it takes an escape. A vector with escapes is rewritten as a whole, in place of what was stored. So the clean case
 * is a handful of instructions at any length, and there is neither a search before it nor a copy behind it.
 *
 * The text may end anywhere: what is left after the last whole vector is looked at through loads that overlap, and goes
 * through a copy on the stack only where it holds an escape. */
#include "../base.h"
#include "escape.h"

/* The room that a rewritten vector may want: its bytes at six each, and the last store's overhang. */
#define ESCAPE_ROOM (6 * JT_W + 48)

/* The vectors looked at together in long text. */
#define ESCAPE_UNROLL 4

/* The lanes that take an escape. */
JT_INLINE vec escape_special(vec v) {
    return vec_or(vec_or(vec_eq(v, vec_splat('"')), vec_eq(v, vec_splat('\\'))), vec_le(v, 0x1f));
}

/* Not 0 where one of 8 bytes takes an escape. */
JT_INLINE uint64_t escape_special_word(uint64_t word) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t quote = (word ^ ones * '"') - ones;
    uint64_t backslash = (word ^ ones * '\\') - ones;
    uint64_t control = word - ones * 0x20;
    return (quote | backslash | control) & ~word & ones * 0x80;
}

#if JT_HAS_SHUFFLE

/* Rewrites a vector of which the first n bytes count; mask has a bit for each of them that takes an escape. Returns
 * where the output goes on. */
JT_INLINE uint8_t *escape_vector(const uint8_t *text, vec v, size_t n, uint32_t mask, uint8_t *out) {
    static const uint8_t letters_of[16] = {0, 0, 0, 0, 0, 0, 0, 0, 'b', 't', 'n', 0, 'f', 'r', 0, 0};
    vec low = vec_le(v, 0x0f);
    vec letters = vec_and(vec_lookup(vec_table(letters_of), vec_and(v, vec_splat(0x0f))), low);
    vec lacking = vec_and(vec_le(v, 0x1f), vec_eq(letters, vec_splat(0)));
    if (vec_mask(lacking) & mask) {
        for (size_t i = 0; i < n; i++) {
            const uint8_t *entry = jt_escape_table[text[i]];
            memcpy(out, entry, 8);
            out += entry[7];
        }
        return out;
    }
    uint8_t *end = out + n + (size_t)__builtin_popcount(mask);
    uint8_t bytes[JT_W];
    vec_store(bytes, vec_xor(v, vec_and(vec_xor(v, letters), low)));
    for (unsigned i = 0; i < JT_W; i += 16) {
        vec part = vec_table(bytes + i);
        for (unsigned half = 0; half < 16; half += 8) {
            uint32_t set = mask & 0xffu;
            vec places = vec_or(vec_table(jt_escape_spread[set]), vec_splat((uint8_t)half));
            vec backslashes = vec_and(vec_le(vec_xor(places, vec_splat(0x80)), 0x0f), vec_splat('\\'));
            vec_store(out, vec_or(vec_lookup(part, places), backslashes));
            out += 8 + (size_t)__builtin_popcount(set);
            mask >>= 8;
        }
    }
    return end;
}

#else

/* As above. text is readable for two vectors. */
JT_INLINE uint8_t *escape_vector(const uint8_t *text, vec v, size_t n, uint32_t mask, uint8_t *out) {
    size_t from = 0;
    (void)v; /* stored already */
    for (;;) {
        size_t at = (size_t)ctz_u32(mask);
        const uint8_t *entry = jt_escape_table[text[at]];
        out += at - from;
        memcpy(out, entry, 8);
        out += entry[7];
        from = at + 1;
        vec_store(out, vec_load(text + from));
        mask &= mask - 1;
        if (!mask) {
            return out + (n - from);
        }
    }
}

#endif

/* Rewrites the first n bytes of text, n up to JT_W, from a copy that may be read past its end. */
static uint8_t *escape_from_copy(const uint8_t *text, size_t n, uint8_t *out) {
    uint8_t copy[2 * JT_W] = {0};
    memcpy(copy, text, n);
    vec v = vec_load(copy);
    uint32_t mask = vec_mask(escape_special(v)) & (uint32_t)((UINT64_C(1) << n) - 1);
    vec_store(out, v);
    return mask ? escape_vector(copy, v, n, mask, out) : out + n;
}

/* Copies n bytes, less than JT_W, if none of them takes an escape; *high gets the bits of all of them. */
JT_INLINE bool escape_clean_tail(const uint8_t *text, size_t n, uint8_t *out, uint64_t *high) {
    if (n >= 8) {
        uint64_t last = load_u64(text + n - 8);
        uint64_t special = escape_special_word(last);
        uint64_t seen = last;
        for (size_t i = 0; JT_W > 16 && i + 16 < n; i += 8) {
            uint64_t word = load_u64(text + i + 8);
            special |= escape_special_word(word);
            seen |= word;
            memcpy(out + i + 8, &word, 8);
        }
        uint64_t first = load_u64(text);
        special |= escape_special_word(first);
        memcpy(out, &first, 8);
        memcpy(out + n - 8, &last, 8);
        *high = seen | first;
        return special == 0;
    }
    if (n >= 4) {
        uint32_t first = load_u32(text), last = load_u32(text + n - 4);
        uint64_t both = (uint64_t)last << 32 | first;
        memcpy(out, &first, 4);
        memcpy(out + n - 4, &last, 4);
        *high = both;
        return escape_special_word(both) == 0;
    }
    uint8_t first = text[0], middle = text[n / 2], last = text[n - 1];
    uint64_t word = UINT64_C(0x2020202020000000) | (uint64_t)first << 16 | (uint64_t)middle << 8 | last;
    out[0] = first;
    out[n / 2] = middle;
    out[n - 1] = last;
    *high = word;
    return escape_special_word(word) == 0;
}

static size_t escape(const uint8_t *text, size_t length, size_t readable, uint8_t *out, size_t room,
                     jt_escaped *escaped) {
    const uint8_t *s = text, *end = text + length, *limit = text + readable;
    uint8_t *o = out, *full = out + room;
    vec seen = vec_splat(0);
    uint64_t high = 0;
    uint32_t mask = 1;
#if JT_W > 16
    const uint8_t *together = text;
#endif
    while (end - s >= JT_W && full - o >= JT_W) {
#if JT_W > 16
        if (s >= together && end - s >= ESCAPE_UNROLL * JT_W && full - o >= ESCAPE_UNROLL * JT_W) {
            vec special = vec_splat(0), gathered = seen;
            for (int i = 0; i < ESCAPE_UNROLL; i++) {
                vec v = vec_load(s + i * JT_W);
                vec_store(o + i * JT_W, v);
                special = vec_or(special, escape_special(v));
                gathered = vec_or(gathered, v);
            }
            if (vec_mask(special) == 0) {
                seen = gathered;
                mask = 0;
                s += ESCAPE_UNROLL * JT_W;
                o += ESCAPE_UNROLL * JT_W;
                continue;
            }
            together = s + ESCAPE_UNROLL * JT_W;
        }
#endif
        vec v = vec_load(s);
        vec_store(o, v);
        mask = vec_mask(escape_special(v));
        if (mask == 0) {
            o += JT_W;
        } else if (full - o < ESCAPE_ROOM) {
            break;
        } else if (limit - s >= 2 * JT_W) {
            o = escape_vector(s, v, JT_W, mask, o);
        } else {
            o = escape_from_copy(s, JT_W, o);
        }
        seen = vec_or(seen, v);
        s += JT_W;
    }
    size_t left = (size_t)(end - s);
    if (left > 0 && left < JT_W && (size_t)(full - o) >= left) {
        if (limit - s >= 2 * JT_W && full - o >= JT_W) {
            vec v = vec_load(s);
            uint32_t counted = (UINT32_C(1) << left) - 1;
            vec_store(o, v);
            mask = vec_mask(escape_special(v)) & counted;
            if (mask == 0 || full - o >= ESCAPE_ROOM) {
                high = (vec_mask(v) & counted) != 0 ? 0x80u : 0u;
                o = mask == 0 ? o + left : escape_vector(s, v, left, mask, o);
                s = end;
            }
        } else if (mask == 0) {
            /* The vector before was stored as it is, so the last one may be stored over it. */
            vec v = vec_load(end - JT_W);
            if (vec_mask(escape_special(v)) == 0) {
                vec_store(o + left - JT_W, v);
                seen = vec_or(seen, v);
                o += left;
                s = end;
            }
        } else {
            uint64_t tail = 0;
            if (escape_clean_tail(s, left, o, &tail)) {
                high = tail;
                o += left;
                s = end;
            }
        }
        if (s < end && full - o >= ESCAPE_ROOM) {
            for (const uint8_t *p = s; p < end; p++) {
                high |= *p;
            }
            o = escape_from_copy(s, left, o);
            s = end;
        }
    }
    uint32_t non_ascii = (vec_mask(seen) | (uint32_t)((high & UINT64_C(0x8080808080808080)) != 0)) != 0;
    if (s < end) {
        escaped->written = 0;
        size_t read = jt_escape_bytes(s, (size_t)(end - s), (size_t)(end - s), o, (size_t)(full - o), escaped);
        escaped->written += (size_t)(o - out);
        escaped->non_ascii |= non_ascii;
        return (size_t)(s - text) + read;
    }
    escaped->written = (size_t)(o - out);
    escaped->non_ascii = non_ascii;
    return length;
}

#undef ESCAPE_ROOM
#undef ESCAPE_UNROLL
