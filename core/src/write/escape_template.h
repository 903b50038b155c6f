/* Escaping text for a JSON string with vectors: a template, included once for each instruction set after its vector
 * operations. It defines escape, a jt_escape_kernel (escape.h).
 *
 * Reading, storing and looking are one pass: a vector is loaded, stored as it is, looked at, and passed by when nothing
 * in it takes an escape. A vector with escapes is rewritten as a whole, in place of what was stored. So the clean case
 * is a handful of instructions at any length, and there is neither a search before it nor a copy behind it.
 *
 * The text may end anywhere, and nothing behind it is read unless the caller allows it: what is left after the last
 * whole vector is looked at through loads that overlap, and goes through a copy on the stack only where it holds an
 * escape.
 *
 * Where code is to be small (JT_COMPACT), vectors are not taken four at once, which gains nothing in WASM, and the end
 * of a text that nothing may be read behind goes byte by byte: the records, which bring the many short texts there,
 * allow it. */
#include "../base.h"
#include "../policy.h"
#include "escape.h"

/* The room that a rewritten vector may want: its bytes at six each, and the last store's overhang. */
#define ESCAPE_ROOM (6 * JT_W + 48)

/* How much of the text the rewriting of a vector reads. */
#define ESCAPE_READS (JT_HAS_SHUFFLE ? JT_W : 2 * JT_W)

/* The lanes that take an escape. Flipping one bit puts the quote right behind the control characters. */
JT_INLINE vec escape_special(vec v) {
#if JT_W == 32
    vec blanks = vec_load(jt_escape_blanks), flipped = vec_xor(v, vec_load(jt_escape_flips));
    return vec_or(vec_eq(vec_max(flipped, blanks), blanks), vec_eq(v, vec_load(jt_escape_slashes)));
#else
    return vec_or(vec_le(vec_xor(v, vec_splat('"' ^ 0x20)), 0x20), vec_eq(v, vec_splat('\\')));
#endif
}

/* A vector that is not 0 where some lane takes an escape, and the question: without vectors that is cheaper than to say
 * which lanes do. */
JT_INLINE vec escape_doubt(vec v) {
#if JT_W == 8
    return escape_special_word(v);
#else
    return escape_special(v);
#endif
}
JT_INLINE bool escape_is_clean(vec doubt) {
#if JT_W == 8
    return doubt == 0;
#else
    return vec_mask(doubt) == 0;
#endif
}

/* No lane takes an escape, and all are ASCII. */
JT_INLINE bool escape_is_plain(vec v) {
    return vec_mask(vec_or(escape_special(v), v)) == 0;
}

#if JT_W > 8

/* Words side by side. */
typedef uint64_t escape_words __attribute__((vector_size(JT_W)));

/* n bytes, 8 to JT_W - 1, in a vector: the first ones and the last ones, which may overlap. */
JT_INLINE vec escape_gather(const uint8_t *text, size_t n) {
    const uint8_t *end = text + n;
#if JT_W > 16
    const uint64_t blank = UINT64_C(0x2020202020202020);
    if (n < 16)
        return (vec)(escape_words){load_u64(text), load_u64(end - 8), blank, blank};
    return (vec)(escape_words){load_u64(text), load_u64(text + 8), load_u64(end - 16), load_u64(end - 8)};
#else
    return (vec)(escape_words){load_u64(text), load_u64(end - 8)};
#endif
}

#endif

/* Copies n bytes, 1 to JT_W - 1, and says whether none of them takes an escape; *high is not 0 then where one is not
 * ASCII. */
JT_INLINE bool escape_clean_tail(const uint8_t *text, size_t n, uint8_t *out, uint32_t *high) {
    copy_few(out, text, n, JT_W);
#if JT_W > 8
    if (n >= 8) {
        vec v = escape_gather(text, n);
        *high = vec_mask(v);
        return escape_is_clean(escape_special(v));
    }
#endif
    uint64_t word;
    if (n >= 4) {
        word = (uint64_t)load_u32(text + n - 4) << 32 | load_u32(text);
    } else {
        word = UINT64_C(0x2020202020000000) | (uint64_t)text[0] << 16 | (uint64_t)text[n / 2] << 8 | text[n - 1];
    }
    *high = (word & ESCAPE_TOP_BITS) != 0;
    return escape_special_word(word) == 0;
}

#if JT_HAS_MASKS

#include "escape_masked_template.h"

#else

#if JT_HAS_SHUFFLE

JT_INLINE size_t escape_count(uint32_t set) {
    return (size_t)__builtin_popcount(set);
}

/* Rewrites a vector of which the first n bytes count; mask has a bit for each of them that takes an escape. The text
 * may be read up to limit. Returns where the output goes on. */
static uint8_t *escape_vector(const uint8_t *text, vec v, size_t n, uint32_t mask, uint8_t *out, const uint8_t *limit) {
    static const uint8_t letters[16] = {0, 0, 0, 0, 0, 0, 0, 0, 'b', 't', 'n', 0, 'f', 'r', 0, 0};
    (void)limit;
    v = vec_max(v, vec_lookup(vec_table(letters), v));
    if (vec_mask(vec_le(v, 0x1f)) & mask) { /* one has no letter */
        for (size_t i = 0; i < n; i++) {
            const uint8_t *entry = jt_escape_table[text[i]];
            memcpy(out, entry, 8);
            out += entry[7];
        }
        return out;
    }
    /* Eight bytes at a time, behind which backslashes lie, are put in their places. */
    const vec backslashes = vec_splat('\\'), firsts = vec_firsts(v, backslashes), lasts = vec_lasts(v, backslashes);
    const uint8_t *first = jt_escape_spread[mask & 0xff], *second = jt_escape_spread[mask >> 8 & 0xff];
    const size_t at = 8 + escape_count(mask & 0xff);
#if JT_W == 16
    vec_store(out, vec_pick(firsts, vec_table(first)));
    vec_store(out + at, vec_pick(lasts, vec_table(second)));
#else
    const uint8_t *third = jt_escape_spread[mask >> 16 & 0xff], *fourth = jt_escape_spread[mask >> 24];
    vec odd = vec_pick(firsts, vec_tables(first, third)), even = vec_pick(lasts, vec_tables(second, fourth));
    vec_store_lower(out, odd);
    vec_store_lower(out + at, even);
    vec_store_upper(out + 16 + escape_count(mask & 0xffff), odd);
    vec_store_upper(out + 24 + escape_count(mask & 0xffffff), even);
#endif
    return out + n + escape_count(mask);
}

#else

/* As above; v has been stored to out. */
static uint8_t *escape_vector(const uint8_t *text, vec v, size_t n, uint32_t mask, uint8_t *out, const uint8_t *limit) {
    size_t from = 0;
    (void)v;
    for (;;) {
        size_t at = (size_t)ctz_u32(mask);
        const uint8_t *entry = jt_escape_table[text[at]];
        out += at - from;
        memcpy(out, entry, 8);
        out += entry[7];
        from = at + 1;
        if (limit - text >= (ptrdiff_t)(from + JT_W))
            vec_store(out, vec_load(text + from));
        else if (n > from)
            copy_few(out, text + from, n - from, JT_W);
        mask &= mask - 1;
        if (!mask)
            return out + (n - from);
    }
}

#endif

/* Rewrites the first n bytes of text, 1 to JT_W, from a copy that may be read past its end. *high is not 0 then where
 * one of them is not ASCII. */
static uint8_t *escape_from_copy(const uint8_t *text, size_t n, uint8_t *out, uint32_t *high) {
    uint8_t copy[ESCAPE_READS] = {0};
    copy_few(copy, text, n, JT_W);
    vec v = vec_load(copy);
    uint32_t mask = vec_mask(escape_special(v)) & (uint32_t)((UINT64_C(1) << n) - 1);
    *high = vec_mask(v);
    vec_store(out, v);
    return mask ? escape_vector(copy, v, n, mask, out, copy + sizeof copy) : out + n;
}

/* A jt_escape_kernel for text of any length. */
JT_NOINLINE static size_t escape_any(const uint8_t *text, size_t length, size_t readable, uint8_t *out, size_t room,
                                     jt_escaped *escaped) {
    const uint8_t *s = text, *end = text + length, *limit = text + readable;
    uint8_t *o = out, *full = out + room;
    vec seen = vec_splat(0);
    uint32_t high = 0;
    bool clean;          /* the vector before s was stored as it is */
    bool grouped = true; /* four vectors at once where that goes: not right after an escape */
    for (;;) {
        size_t safe = end - s < full - o ? (size_t)(end - s) : (size_t)(full - o), at = 0;
        if (!JT_COMPACT && grouped) {
            for (; safe - at >= 4 * JT_W; at += 4 * JT_W) {
                vec a = vec_load(s + at), b = vec_load(s + at + JT_W);
                vec c = vec_load(s + at + 2 * JT_W), d = vec_load(s + at + 3 * JT_W);
                vec_store(o + at, a);
                vec_store(o + at + JT_W, b);
                vec_store(o + at + 2 * JT_W, c);
                vec_store(o + at + 3 * JT_W, d);
                vec doubt = vec_or(vec_or(escape_doubt(a), escape_doubt(b)), vec_or(escape_doubt(c), escape_doubt(d)));
                if (!escape_is_clean(doubt))
                    break;
                seen = vec_or(seen, vec_or(vec_or(a, b), vec_or(c, d)));
            }
        }
        size_t stop = JT_COMPACT || safe - at < 4 * JT_W ? safe : at + 4 * JT_W;
        vec v = seen;
        clean = true;
        for (; stop - at >= JT_W; at += JT_W) {
            v = vec_load(s + at);
            vec_store(o + at, v);
            clean = escape_is_clean(escape_doubt(v));
            if (!clean)
                break;
            seen = vec_or(seen, v);
        }
        s += at;
        o += at;
        if (clean) {
            if (safe - at < JT_W) {
                clean = at > 0;
                break;
            }
            grouped = true;
            continue;
        }
        if (full - o < ESCAPE_ROOM)
            break;
        o = escape_vector(s, v, JT_W, vec_mask(escape_special(v)), o, limit);
        seen = vec_or(seen, v);
        s += JT_W;
        grouped = false;
    }
    size_t left = (size_t)(end - s);
    if (left > 0 && left < JT_W && (size_t)(full - o) >= left) {
        if (clean) {
            /* A whole vector up to the end: its first bytes are stored again as they are. */
            const uint8_t *last = end - JT_W;
            vec v = vec_load(last);
            if (escape_is_clean(escape_doubt(v))) {
                vec_store(o + left - JT_W, v);
                seen = vec_or(seen, v);
                o += left;
                s = end;
            } else if (JT_HAS_SHUFFLE && full - o >= ESCAPE_ROOM) {
                o = escape_vector(last, v, JT_W, vec_mask(escape_special(v)), o + left - JT_W, limit);
                seen = vec_or(seen, v);
                s = end;
            }
        } else if (limit - s >= ESCAPE_READS && full - o >= ESCAPE_ROOM) {
            vec v = vec_load(s);
            uint32_t counted = (UINT32_C(1) << left) - 1, mask = vec_mask(escape_special(v)) & counted;
            vec_store(o, v);
            high = vec_mask(v) & counted;
            o = mask ? escape_vector(s, v, left, mask, o, limit) : o + left;
            s = end;
        } else if (!JT_COMPACT) {
            uint32_t tail;
            if (escape_clean_tail(s, left, o, &tail)) {
                high = tail;
                o += left;
                s = end;
            }
        }
        if (!JT_COMPACT && s < end && full - o >= ESCAPE_ROOM) {
            o = escape_from_copy(s, left, o, &high);
            s = end;
        }
    }
    high |= vec_mask(seen);
    escaped->written = 0;
    escaped->non_ascii = 0;
    if (s < end)
        s += jt_escape_bytes(s, (size_t)(end - s), (size_t)(end - s), o, (size_t)(full - o), escaped);
    escaped->written += (size_t)(o - out);
    escaped->non_ascii |= high;
    return (size_t)(s - text);
}

#endif

/* The jt_escape_kernel: what is short and clean, which is most text, has a way of its own. */
static size_t escape(const uint8_t *text, size_t length, size_t readable, uint8_t *out, size_t room,
                     jt_escaped *escaped) {
    bool done = false;
    uint32_t high = 0;
    if (length < JT_W) {
        if (readable >= JT_W && room >= JT_W) {
            vec v = vec_load(text);
            uint32_t counted = (UINT32_C(1) << length) - 1;
            vec_store(out, v);
            high = vec_mask(v) & counted;
            done = (vec_mask(escape_special(v)) & counted) == 0;
        } else if (length >= (JT_COMPACT ? 8 : 1) && room >= length) {
            done = escape_clean_tail(text, length, out, &high);
        }
    } else if (length <= 4 * JT_W && room >= length) {
        vec a = vec_load(text), b = vec_load(text + length - JT_W);
        vec doubt = vec_or(escape_doubt(a), escape_doubt(b)), seen = vec_or(a, b);
        vec_store(out, a);
        if (length > 2 * JT_W) {
            vec c = vec_load(text + JT_W), d = vec_load(text + length - 2 * JT_W);
            doubt = vec_or(doubt, vec_or(escape_doubt(c), escape_doubt(d)));
            seen = vec_or(seen, vec_or(c, d));
            vec_store(out + JT_W, c);
            vec_store(out + length - 2 * JT_W, d);
        }
        vec_store(out + length - JT_W, b);
        high = vec_mask(seen);
        done = escape_is_clean(doubt);
    }
    if (done) {
        escaped->written = length;
        escaped->non_ascii = high;
        return length;
    }
    return escape_any(text, length, readable, out, room, escaped);
}

#undef ESCAPE_ROOM
#undef ESCAPE_READS
