/* The state of a writer, for the files of the writer only.
 *
 * What a call writes goes through one of two ways. While the buffer has room, the call writes straight into it. Where
 * room may be short, the call describes what it has to write as pending work (separator, quote, text, quote, colon),
 * and jt_writer_run does as much of that as fits, now and after each drain. A call moves the state on at once, with
 * STATE_BUSY until its last byte is out, so that work which is interrupted needs no memory of what comes after it. */
#ifndef JT_WRITE_STATE_H
#define JT_WRITE_STATE_H

#include "../base.h"
#include "../../include/jsontape.h"

/* jt_writer.state */
enum {
    STATE_VALUE = 1,  /* a value may come */
    STATE_KEY = 2,    /* a key may come; unchecked writers always have both */
    STATE_INSIDE = 4, /* in a container and not after a key: a new line in indented text, or its closing bracket */
    STATE_COMMA = 8,  /* and it already holds something */
    STATE_AFTER_KEY = 16,
    STATE_DONE = 32, /* the root value is complete */
    STATE_BUSY = 64  /* pending work has to be done first */
};

/* jt_writer.flags */
enum {
    FLAG_FREE = STATE_VALUE | STATE_KEY, /* what an unchecked writer always allows */
    FLAG_TAPE = 16,                      /* the pending work belongs to jt_write_tape */
    FLAG_PIECE = 32,                     /* times the type of the value that is written in pieces */
    FLAG_PIECES = 15 * FLAG_PIECE
};

/* jt_writer.pending_kind, in the order in which the work is done; pending_indent comes after the line feed. */
enum {
    PENDING_COMMA = 1,
    PENDING_LINE = 2,   /* a line feed */
    PENDING_OPEN = 4,   /* the opening quote */
    PENDING_TEXT = 8,   /* pending, escaped */
    PENDING_RAW = 16,   /* pending, as it is; scratch where pending is NULL */
    PENDING_CLOSE = 32, /* the closing quote */
    PENDING_COLON = 64,
    PENDING_SPACE = 128 /* after the colon, in indented text */
};

/* Whether everything in need is allowed now. */
JT_INLINE bool writer_allows(const jt_writer *w, unsigned need) {
    return JT_LIKELY((w->state & (need | STATE_BUSY)) == need);
}

/* The state behind a value that is written now. */
JT_INLINE unsigned writer_after_value(const jt_writer *w) {
    unsigned state = w->state;
    if (state & STATE_INSIDE)
        return state | STATE_COMMA;
    if (state & STATE_AFTER_KEY)
        return STATE_KEY | STATE_INSIDE | STATE_COMMA | (w->flags & FLAG_FREE);
    return STATE_DONE | (w->flags & FLAG_FREE);
}

JT_INLINE unsigned writer_after_key(const jt_writer *w) {
    return STATE_VALUE | STATE_AFTER_KEY | (w->flags & FLAG_FREE);
}

JT_INLINE size_t writer_room(const jt_writer *w) {
    return w->capacity - w->length;
}

/* The bytes that the separator before the next key or value takes at most, and where there is one, exactly. */
JT_INLINE size_t writer_separator_size(const jt_writer *w) {
    return w->options.indent == 0 ? 1 : 2 + (size_t)w->depth * w->options.indent;
}

/* Writes the separator before the next key or value; there is room. */
JT_INLINE uint8_t *writer_put_separator(const jt_writer *w, uint8_t *out) {
    *out = ',';
    out += (w->state & STATE_COMMA) != 0;
    if (w->options.indent != 0 && (w->state & STATE_INSIDE)) {
        size_t n = (size_t)w->depth * w->options.indent;
        *out++ = '\n';
        memset(out, w->options.indent_char, n);
        out += n;
    }
    return out;
}

/* The block with a bit for each level, set for objects. */
JT_INLINE uint8_t *writer_levels(jt_writer *w) {
    return w->options.stack ? w->options.stack : w->bits;
}

/* Room for `size` bytes behind the separator, with the separator written; NULL where there is too little. */
JT_INLINE uint8_t *writer_reserve(jt_writer *w, size_t size) {
    size_t room = writer_room(w), separator = writer_separator_size(w);
    if (JT_LIKELY(room >= separator && room - separator >= size))
        return writer_put_separator(w, w->buffer + w->length);
    return NULL;
}

/* The end of a call that wrote up to out. */
JT_INLINE jt_status writer_commit(jt_writer *w, uint8_t *out, unsigned state) {
    w->length = (size_t)(out - w->buffer);
    w->state = (uint8_t)state;
    return JT_OK;
}

/* Makes the separator and `kind` (with the space that indented text has after a colon) the pending work, moves to
 * `state`, and does what fits. text is read by PENDING_TEXT and PENDING_RAW. */
jt_status jt_writer_start(jt_writer *w, unsigned kind, const uint8_t *text, size_t length, unsigned state);

/* Goes on with pending work, as far as the buffer goes. */
jt_status jt_writer_run(jt_writer *w);

#endif
