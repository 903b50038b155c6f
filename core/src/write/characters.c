/* Text that a kernel alone does not do: UTF-16, what a writer's options escape beyond the kernels, ill-formed UTF-8
 * that is replaced, tokens whose escapes are undone. Runs of plain ASCII still go through the kernel, or are copied;
 * what is between them goes one character at a time. */
#include "../read/text.h"
#include "../simd/isa.h"
#include "state.h"

/* So many units are narrowed at once. */
#define NARROW 256

/* Whether the writer's options want an escape in place of it. */
static bool is_forbidden(const jt_writer *w, uint32_t code) {
    return writer_forbids(w->options.escape, code);
}

/* A character of a string; a lone surrogate is always escaped. Returns its length. */
static size_t put_character(const jt_writer *w, uint32_t code, uint8_t *out) {
    if (!is_forbidden(w, code) && !(code >= 0xd800 && code < 0xe000)) {
        if (code >= 0x80)
            return jt_put_utf8(code, out);
        memcpy(out, jt_escape_table[code], 8);
        return jt_escape_table[code][7];
    }
    return jt_put_escapes(code, out);
}

void jt_writer_hold_character(jt_writer *w, uint32_t code) {
    w->scratch_length = (uint8_t)put_character(w, code, w->scratch);
}

/* Whether one byte or unit of the content is a character that needs no look at the writer's options. */
JT_INLINE bool is_plain(const jt_writer *w, uint32_t unit) {
    return unit < 0x80 && !(w->content == CONTENT_PLAIN && unit == '\\') && !is_forbidden(w, unit);
}

static void pass(jt_writer *w, size_t bytes, size_t units) {
    w->pending += bytes;
    w->pending_length -= units;
}

/* Writes as much of the plain text at the front as fits. */
static void put_run(jt_writer *w) {
    uint8_t *out = w->buffer + w->length;
    size_t room = writer_room(w), n = 0, read;
    jt_escaped escaped;
    if (w->content == CONTENT_UTF16) {
        uint8_t narrow[NARROW];
        size_t most = w->pending_length < NARROW ? w->pending_length : NARROW;
        for (uint16_t unit; n < most; n++) {
            memcpy(&unit, w->pending + 2 * n, 2);
            if (!is_plain(w, unit))
                break;
            narrow[n] = (uint8_t)unit;
        }
        if (n == 0)
            return;
        read = jt_kernels_now()->escape(narrow, n, n, out, room, &escaped);
        w->length += escaped.written;
        pass(w, 2 * read, read);
        return;
    }
    while (n < w->pending_length && n < room && is_plain(w, w->pending[n]))
        n++;
    if (n == 0)
        return;
    if (w->content == CONTENT_UTF8) {
        read = jt_kernels_now()->escape(w->pending, n, n, out, room, &escaped);
        w->length += escaped.written;
    } else {
        read = n;
        memcpy(out, w->pending, n);
        w->length += n;
    }
    pass(w, read, read);
}

static uint32_t next_unit(const jt_writer *w, size_t at) {
    uint16_t unit;
    memcpy(&unit, w->pending + 2 * at, 2);
    return unit;
}

/* The character at the front, which is passed over; of UTF-16, one that the text's end cuts is a lone surrogate. */
static uint32_t take_character(jt_writer *w) {
    if (w->content == CONTENT_UTF16) {
        uint32_t unit = next_unit(w, 0), second;
        bool pair = unit >= 0xd800 && unit < 0xdc00 && w->pending_length > 1 && (second = next_unit(w, 1)) >= 0xdc00 &&
                    second < 0xe000;
        if (pair)
            unit = 0x10000 + ((unit - 0xd800) << 10 | (second - 0xdc00));
        pass(w, pair ? 4 : 2, pair ? 2 : 1);
        return unit;
    }
    const uint8_t *p = w->pending, *end = p + w->pending_length;
    uint32_t code = w->content == CONTENT_PLAIN ? jt_next_character(&p, end) : jt_next_sequence(&p, end);
    pass(w, (size_t)(p - w->pending), (size_t)(p - w->pending));
    return code;
}

/* Writes one character to out and returns its length, JT_ESCAPES_MAX at most. */
static size_t put_next(jt_writer *w, uint8_t *out) {
    const uint8_t *text = w->pending;
    uint32_t code = take_character(w);
    bool raw = w->content == CONTENT_UTF8 && w->options.utf8 == JT_UTF8_RAW && code >= 0x80;
    if ((raw || w->content == CONTENT_TOKEN) && !is_forbidden(w, code)) {
        size_t length = (size_t)(w->pending - text); /* whether it is well-formed or not */
        memcpy(out, text, length);
        return length;
    }
    return put_character(w, code, out);
}

bool jt_writer_put_characters(jt_writer *w) {
    while (jt_writer_put_scratch(w)) {
        while (w->pending_length > 0) {
            put_run(w);
            if (w->pending_length == 0 || writer_room(w) < JT_ESCAPES_MAX)
                break;
            w->length += put_next(w, w->buffer + w->length);
        }
        if (w->pending_length == 0)
            return true;
        w->scratch_length = (uint8_t)put_next(w, w->scratch);
    }
    return false;
}
