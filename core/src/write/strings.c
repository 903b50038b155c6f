/* The calls that write keys and strings: whole or in pieces, of UTF-8 or UTF-16. */
#include "../read/text.h"
#include "../simd/isa.h"
#include "state.h"

/* ---- Whole ones -------------------------------------------------------------------------------------------------- */

#define STRING_END PENDING_CLOSE
#define KEY_END (PENDING_CLOSE | PENDING_COLON)

/* How UTF-8 has to be written, by the writer's options; -1 where it is refused. */
static int content_of_utf8(const jt_writer *w, const uint8_t *text, size_t length) {
    bool well_formed = w->options.utf8 == JT_UTF8_RAW || jt_is_utf8(text, text + length);
    if (!well_formed && w->options.utf8 == JT_UTF8_STRICT)
        return -1;
    return well_formed && w->options.escape == 0 ? CONTENT_TEXT : CONTENT_UTF8;
}

static unsigned end_of(bool key) {
    return key ? KEY_END : STRING_END;
}

static unsigned behind(const jt_writer *w, bool key) {
    return key ? w->after_key : w->after_value;
}

jt_status jt_write_text_slowly(jt_writer *w, const uint8_t *text, size_t length, bool key) {
    int content = content_of_utf8(w, text, length);
    if (content < 0)
        return JT_REFUSED;
    return jt_writer_start(w, PENDING_OPEN | PENDING_CONTENT | end_of(key), (jt_content)content, text, length,
                           behind(w, key));
}

jt_status jt_write_text_rest(jt_writer *w, const uint8_t *text, size_t length, bool key) {
    return jt_writer_start(w, PENDING_CONTENT | end_of(key), CONTENT_TEXT, text, length, behind(w, key));
}

#if !JT_ISA_FIXED

jt_status jt_write_string(jt_writer *w, const void *utf8, size_t length) {
    return jt_kernels_now()->write_string(w, utf8, length);
}

jt_status jt_write_key(jt_writer *w, const void *utf8, size_t length) {
    return jt_kernels_now()->write_key(w, utf8, length);
}

#endif

static jt_status write_utf16(jt_writer *w, const uint16_t *units, size_t length, unsigned end, unsigned state) {
    return jt_writer_start(w, PENDING_OPEN | PENDING_CONTENT | end, CONTENT_UTF16, units, length, state);
}

jt_status jt_write_string_utf16(jt_writer *w, const uint16_t *units, size_t length) {
    if (!writer_allows(w, STATE_VALUE))
        return JT_REFUSED;
    return write_utf16(w, units, length, STRING_END, w->after_value);
}

jt_status jt_write_key_utf16(jt_writer *w, const uint16_t *units, size_t length) {
    if (!writer_allows(w, STATE_KEY))
        return JT_REFUSED;
    return write_utf16(w, units, length, KEY_END, w->after_key);
}

/* ---- In pieces --------------------------------------------------------------------------------------------------- */

/* The state is that behind the string from its start on, and the writer stays busy until its end. What the next piece
 * may go on with is held: the first bytes of a UTF-8 sequence, or (behind HELD_UNIT) the first half of a surrogate
 * pair. */
#define HELD_UNIT 0

jt_status jt_write_string_start(jt_writer *w) {
    if (!writer_allows(w, STATE_VALUE))
        return JT_REFUSED;
    w->flags |= FLAG_TEXT;
    return jt_writer_start(w, PENDING_OPEN, CONTENT_RAW, NULL, 0, w->after_value);
}

jt_status jt_write_key_start(jt_writer *w) {
    if (!writer_allows(w, STATE_KEY))
        return JT_REFUSED;
    w->flags |= FLAG_TEXT;
    return jt_writer_start(w, PENDING_OPEN, CONTENT_RAW, NULL, 0, w->after_key);
}

/* How many bytes the sequence lacks of which these n, 1 at least, are well-formed so far; 0: none, or the first byte
 * begins no sequence. The next one lies in *low to *high (Unicode 15, table 3-7). */
static unsigned bytes_missing(const uint8_t *bytes, size_t n, uint8_t *low, uint8_t *high) {
    size_t size = 1 + jt_begin_sequence(bytes[0], low, high);
    if (n > 1) {
        *low = 0x80;
        *high = 0xbf;
    }
    return size > n ? (unsigned)(size - n) : 0;
}

/* How many bytes at the end of the text begin a sequence that is cut there. */
static size_t cut_at_end(const uint8_t *text, size_t length) {
    for (size_t n = 1; n <= 3 && n <= length; n++) {
        const uint8_t *first = text + length - n;
        if (*first < 0x80)
            return 0;
        if (*first >= 0xc0) {
            uint8_t low, high;
            for (size_t i = 1; i < n; i++) {
                if (!bytes_missing(first, i, &low, &high) || first[i] < low || first[i] > high)
                    return 0;
            }
            return bytes_missing(first, n, &low, &high) ? n : 0;
        }
    }
    return 0;
}

static bool takes_piece(const jt_writer *w) {
    return (w->flags & FLAG_TEXT) && w->pending_kind == 0;
}

/* Makes what is held, all there will be of it, the scratch: a lone surrogate, or an ill-formed sequence. */
static void release_held(jt_writer *w) {
    if (w->held_length == 0)
        return;
    if (w->held[0] == HELD_UNIT) {
        jt_writer_hold_character(w, (uint32_t)w->held[1] << 8 | w->held[2]);
    } else if (w->options.utf8 == JT_UTF8_RAW) {
        memcpy(w->scratch, w->held, w->held_length);
        w->scratch_length = w->held_length;
    } else {
        jt_writer_hold_character(w, 0xfffd);
    }
    w->held_length = 0;
}

static jt_status write_piece(jt_writer *w, unsigned end, jt_content content, const void *text, size_t length) {
    return jt_writer_work(w, (length || w->scratch_length ? PENDING_CONTENT : 0) | end, content, text, length,
                          w->state);
}

jt_status jt_write_piece(jt_writer *w, const void *utf8, size_t length) {
    const uint8_t *text = utf8;
    if (!takes_piece(w))
        return JT_REFUSED;
    if (length == 0)
        return JT_OK;
    /* What goes on with the sequence that is held. */
    const bool held = w->held_length && w->held[0] != HELD_UNIT;
    uint8_t sequence[4] = {0}, low, high;
    size_t have = held ? w->held_length : 0, taken = 0;
    unsigned missing = 0;
    memcpy(sequence, w->held, have);
    while (held && (missing = bytes_missing(sequence, have, &low, &high)) > 0 && taken < length && text[taken] >= low &&
           text[taken] <= high)
        sequence[have++] = text[taken++];
    /* And what the next piece may go on with. */
    const uint8_t *rest = text + taken;
    size_t left = length - taken, tail = cut_at_end(rest, left);
    int content = content_of_utf8(w, rest, left - tail);
    if (content < 0 || (missing > 0 && left > 0 && w->options.utf8 == JT_UTF8_STRICT))
        return JT_REFUSED;
    if (held) {
        memcpy(w->held, sequence, have);
        w->held_length = (uint8_t)have;
        if (missing > 0 && left == 0)
            return JT_OK;
    }
    if (held && missing == 0) {
        const uint8_t *first = sequence;
        jt_writer_hold_character(w, jt_next_sequence(&first, sequence + have));
    } else {
        release_held(w);
    }
    memcpy(w->held, rest + left - tail, tail);
    w->held_length = (uint8_t)tail;
    return write_piece(w, 0, (jt_content)content, rest, left - tail);
}

jt_status jt_write_piece_utf16(jt_writer *w, const uint16_t *units, size_t length) {
    if (!takes_piece(w))
        return JT_REFUSED;
    if (length == 0)
        return JT_OK;
    if (w->held_length && w->held[0] != HELD_UNIT && w->options.utf8 == JT_UTF8_STRICT)
        return JT_REFUSED;
    const uint8_t *p = (const uint8_t *)units;
    uint16_t unit;
    memcpy(&unit, p, 2);
    if (w->held_length && w->held[0] == HELD_UNIT && unit >= 0xdc00 && unit < 0xe000) {
        uint32_t first = (uint32_t)w->held[1] << 8 | w->held[2];
        jt_writer_hold_character(w, 0x10000 + ((first - 0xd800) << 10 | (unit - 0xdc00u)));
        w->held_length = 0;
        p += 2;
        length--;
    } else {
        release_held(w);
    }
    if (length > 0) {
        memcpy(&unit, p + 2 * (length - 1), 2);
        if (unit >= 0xd800 && unit < 0xdc00) {
            w->held[0] = HELD_UNIT;
            w->held[1] = (uint8_t)(unit >> 8);
            w->held[2] = (uint8_t)unit;
            w->held_length = 3;
            length--;
        }
    }
    return write_piece(w, 0, CONTENT_UTF16, p, length);
}

jt_status jt_write_text_end(jt_writer *w) {
    if (!takes_piece(w) || (w->held_length && w->held[0] != HELD_UNIT && w->options.utf8 == JT_UTF8_STRICT))
        return JT_REFUSED;
    release_held(w);
    w->flags &= ~(uint32_t)FLAG_TEXT;
    bool key = (w->state & STATE_AFTER_KEY) != 0;
    return write_piece(w, key ? KEY_END | (w->unit ? PENDING_SPACE : 0) : STRING_END, CONTENT_RAW, NULL, 0);
}
