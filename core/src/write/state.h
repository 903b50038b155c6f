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
    STATE_DONE = 32,         /* the root value is complete */
    STATE_BUSY = 64,         /* pending work has to be done first, or a string in pieces be ended */
    STATE_COMMENT = 256,     /* a comment was written last */
    STATE_LINE_COMMENT = 512 /* one that a line feed has to end; with STATE_COMMENT */
};

/* jt_writer.flags */
enum {
    FLAG_FREE = STATE_VALUE | STATE_KEY, /* what an unchecked writer always allows */
    FLAG_TAPE = 16,                      /* the pending work belongs to jt_write_tape */
    FLAG_PIECE = 32,                     /* times the type of the value that is written in pieces */
    FLAG_PIECES = 15 * FLAG_PIECE,
    FLAG_TEXT = 512 /* jt_write_string_start or jt_write_key_start has been called, but not jt_write_text_end */
};

/* jt_writer.pending_kind, in the order in which the work is done. */
enum {
    PENDING_COMMA = 1,
    PENDING_RETURN = 2, /* a carriage return */
    PENDING_LINE = 4,   /* a line feed; then pending_indent bytes of indentation */
    PENDING_LATE_COMMA = 8,
    PENDING_GAP = 16,     /* a space: around comments */
    PENDING_OPEN = 32,    /* the opening quote */
    PENDING_CONTENT = 64, /* pending, as jt_writer.content says */
    PENDING_CLOSE = 128,  /* the closing quote */
    PENDING_COLON = 256,
    PENDING_SPACE = 512 /* after the colon, in indented text */
};

/* jt_writer.content: what pending is, and what is done with it. In all of them the scratch goes before it. */
typedef enum jt_content {
    CONTENT_RAW,   /* written as it is */
    CONTENT_TEXT,  /* UTF-8, by a kernel (escape.h) */
    CONTENT_UTF8,  /* the same with the writer's options, by characters.c, as the ones below */
    CONTENT_UTF16, /* units; pending_length counts them */
    CONTENT_TOKEN, /* the inside of a token: what the writer's options forbid is escaped, all else stands */
    CONTENT_PLAIN  /* the same, but every escape is undone first */
} jt_content;

/* Whether a policy (JT_ESCAPE_...) wants an escape in place of a character. */
static inline bool writer_forbids(uint32_t policy, uint32_t code) {
    bool html = code == '<' || code == '>' || code == '&' || code == 0x2028 || code == 0x2029;
    return ((policy & JT_ESCAPE_HTML) && html) || ((policy & JT_ESCAPE_ASCII) && code >= 0x80);
}

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

/* The block with a bit for each level, set for objects. */
JT_INLINE uint8_t *writer_levels(jt_writer *w) {
    return w->options.stack ? w->options.stack : w->bits;
}

/* jt_writer.line is read in blocks, from its first or second byte on: as many of them as hold the line, or three. */
#define LINE_BLOCK 32
#define LINE_ROOM (3 * LINE_BLOCK)
/* The widest indentation that is found there, behind a comma and two bytes that end a line. */
#define WIDTH_MAX 93

/* Room for `size` bytes behind the separator, with the separator written: NULL where there is too little for that in a
 * hurry, and behind a comment. */
JT_INLINE uint8_t *writer_reserve(const jt_writer *w, size_t size) {
    size_t room = writer_room(w), comma = (w->state & STATE_COMMA) / STATE_COMMA;
    uint8_t *out = w->buffer + w->length;
    if (JT_UNLIKELY(w->state & STATE_COMMENT))
        return NULL;
    if (w->unit == 0) {
        if (JT_UNLIKELY(room <= size))
            return NULL;
        *out = ',';
        return out + comma;
    }
    uint64_t width = (uint64_t)w->depth * w->unit;
    if (JT_UNLIKELY(width > WIDTH_MAX || room < LINE_ROOM || room - LINE_ROOM < size))
        return NULL;
    memcpy(out, w->line + 1 - comma, LINE_BLOCK);
    if (width > LINE_BLOCK - 3)
        memcpy(out + LINE_BLOCK, w->line + 1 - comma + LINE_BLOCK, LINE_ROOM - LINE_BLOCK);
    return out + (w->state & STATE_INSIDE ? comma + w->line_end + width : 0);
}

/* The end of a call that wrote up to out. */
JT_INLINE jt_status writer_commit(jt_writer *w, uint8_t *out, unsigned state) {
    w->length = (size_t)(out - w->buffer);
    w->state = (uint16_t)state;
    return JT_OK;
}

/* Makes the separator and `kind` (with the space that indented text has after a colon) the pending work, moves to
 * `state`, and does what fits. The length of text counts units where the content is UTF-16. */
jt_status jt_writer_start(jt_writer *w, unsigned kind, jt_content content, const void *text, size_t length,
                          unsigned state);

/* The same without a separator. */
jt_status jt_writer_work(jt_writer *w, unsigned kind, jt_content content, const void *text, size_t length,
                         unsigned state);

/* Goes on with pending work, as far as the buffer and the flush function go. */
jt_status jt_writer_run(jt_writer *w);

/* Writes what is left in the scratch; false where that does not fit. */
bool jt_writer_put_scratch(jt_writer *w);

/* Writes content that goes character by character (characters.c); false where that does not fit. */
bool jt_writer_put_characters(jt_writer *w);

/* Makes one character, as the writer's options have it, the scratch. A surrogate is a lone one. */
void jt_writer_hold_character(jt_writer *w, uint32_t code);

/* Writes a comment, as it stands with its slashes (comment.c). flags: of its token. */
jt_status jt_write_comment(jt_writer *w, const uint8_t *text, size_t length, uint32_t flags);

/* What writes a tape in several calls (tape.c): begins a call, or goes on with the last one; and ends it, so that only
 * it goes on. JT_REFUSED from the first: another call has to be gone on with. */
jt_status jt_writer_enter_tape(jt_writer *w);
jt_status jt_writer_leave_tape(jt_writer *w, jt_status status);

/* Writes one token of a tape by the ordinary call for it. */
jt_status jt_write_token(jt_writer *w, const jt_tape *tape, jt_token token);

#endif
