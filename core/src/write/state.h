/* The state of a writer, for the files of the writer only.
 *
 * What a call writes goes one of three ways. What is short goes straight into the buffer of minified text: two compares
 * say that it may come and that there is room, and behind it the next state is a word that lies ready. Else, while the
 * buffer has room for it and its line, the same with a closer look. Where room may be short, the call describes what it
 * has to write as pending work (separator, quote, text, quote, colon), and jt_writer_run does as much of that as fits,
 * now and after each drain. A call moves the state on at once, with STATE_BUSY until its last byte is out, so that work
 * which is interrupted needs no memory of what comes after it. */
#ifndef JT_WRITE_STATE_H
#define JT_WRITE_STATE_H

#include "../base.h"
#include "../../include/jsontape.h"

/* jt_writer.state */
enum {
    STATE_COMMA = 1, /* in a container that already holds something */
    STATE_VALUE = 2, /* a value may come */
    STATE_KEY = 4,   /* a key may come; unchecked writers always have both */
    /* Not after a key: a new line in indented text, or the closing bracket. Unchecked writers have both. */
    STATE_IN_ARRAY = 8,
    STATE_IN_OBJECT = 16,
    STATE_INSIDE = STATE_IN_ARRAY | STATE_IN_OBJECT,
    STATE_AFTER_KEY = 32,
    STATE_DONE = 64,          /* the root value is complete; 128 is free for tape.c */
    STATE_BUSY = 256,         /* pending work has to be done first, or a string in pieces be ended */
    STATE_COMMENT = 512,      /* a comment was written last */
    STATE_LINE_COMMENT = 1024 /* one that a line feed has to end; with STATE_COMMENT */
};

/* jt_writer.flags */
enum {
    FLAG_TAPE = 1,  /* the pending work belongs to jt_write_tape */
    FLAG_TEXT = 2,  /* jt_write_string_start or jt_write_key_start has been called, but not jt_write_text_end */
    FLAG_PIECE = 4, /* times the type of the value that is written in pieces */
    FLAG_PIECES = 15 * FLAG_PIECE
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

/* ---- Levels ------------------------------------------------------------------------------------------------------ */

/* jt_writer.levels holds so many. At each multiple it is kept in memory, where the way back finds it. */
#define LEVELS 64

JT_INLINE uint8_t *writer_kept_levels(jt_writer *w) {
    uint8_t *kept = w->options.stack ? w->options.stack : w->bits;
    return kept + (w->depth / LEVELS - 1) * sizeof w->levels;
}

/* Opens a container, and returns the state in it. */
JT_INLINE unsigned writer_open(jt_writer *w, bool object) {
    w->levels = w->levels << 1 | object;
    w->depth++;
    if (JT_UNLIKELY(w->depth % LEVELS == 0) && !w->options.unchecked)
        memcpy(writer_kept_levels(w), &w->levels, sizeof w->levels);
    w->after_value = w->inside[object];
    return w->after_value - STATE_COMMA;
}

/* Closes one, and returns the state behind it. */
JT_INLINE unsigned writer_close(jt_writer *w) {
    w->levels >>= 1;
    w->depth--;
    if (JT_UNLIKELY(w->depth % LEVELS == 0)) {
        if (w->depth == 0)
            return w->after_value = STATE_DONE | (w->options.unchecked ? STATE_VALUE | STATE_KEY : 0);
        if (!w->options.unchecked)
            memcpy(&w->levels, writer_kept_levels(w), sizeof w->levels);
    }
    return w->after_value = w->inside[w->levels & 1];
}

/* ---- Straight into the buffer ------------------------------------------------------------------------------------ */

JT_INLINE size_t writer_room(const jt_writer *w) {
    return w->capacity - w->length;
}

/* What may be taken and touched from jt_writer.quick on: by a number, or by a block of text with what is around it. */
#define QUICK 72

/* jt_writer.line is read in blocks, from its first or second byte on: as many of them as hold the line, or three. */
#define LINE_BLOCK 32
#define LINE_ROOM (3 * LINE_BLOCK)
/* The widest indentation that is found there, behind a comma and two bytes that end a line. */
#define WIDTH_MAX 93

/* Where a call writes that has room for sure. */
typedef struct jt_place {
    uint8_t *out; /* behind the separator, which is written; NULL: there is no such place */
    size_t at;    /* where that is in the buffer */
} jt_place;

#define NO_PLACE ((jt_place){NULL, 0})

/* The first way of a call: a place for what needs that bit of the state, and for text of that length in it. None where
 * it isn't allowed, or jt_writer_settle has another way for it. */
JT_INLINE jt_place writer_quick(const jt_writer *w, unsigned need, size_t length) {
    const size_t start = w->length, comma = w->state & STATE_COMMA;
    if (JT_UNLIKELY(!(w->state & need) || start + length >= w->quick))
        return NO_PLACE;
    uint8_t *out = w->buffer + start;
    *out = ',';
    return (jt_place){out + comma, start + comma};
}

/* The second: a place for `size` bytes of what is allowed. None where there is too little room for that in a hurry,
 * and behind a comment. */
JT_INLINE jt_place writer_reserve(const jt_writer *w, size_t size) {
    size_t room = writer_room(w), line = w->unit ? LINE_ROOM : 1, comma = w->state & STATE_COMMA;
    uint64_t width = (uint64_t)w->depth * w->unit;
    uint8_t *out = w->buffer + w->length;
    if (JT_UNLIKELY((w->state & STATE_COMMENT) || width > WIDTH_MAX || room < line || room - line < size))
        return NO_PLACE;
    if (w->unit == 0) {
        *out = ',';
        return (jt_place){out + comma, w->length + comma};
    }
    memcpy(out, w->line + 1 - comma, LINE_BLOCK);
    if (width > LINE_BLOCK - 3)
        memcpy(out + LINE_BLOCK, w->line + 1 - comma + LINE_BLOCK, LINE_ROOM - LINE_BLOCK);
    size_t separator = w->state & STATE_INSIDE ? comma + w->line_end + (size_t)width : 0;
    return (jt_place){out + separator, w->length + separator};
}

/* The place behind a sign. */
JT_INLINE jt_place writer_sign(jt_place place, bool negative) {
    *place.out = '-';
    return (jt_place){place.out + negative, place.at + negative};
}

/* The end of a call that wrote so many bytes there. */
JT_INLINE jt_status writer_commit(jt_writer *w, jt_place place, size_t length, unsigned state) {
    w->length = place.at + length;
    w->state = state;
    return JT_OK;
}

/* ---- The way that always goes ------------------------------------------------------------------------------------ */

/* Sets jt_writer.quick, after a change of the buffer, of STATE_BUSY or of STATE_COMMENT. With these, where text is
 * indented, and where more is escaped than has to be, there is no first way. */
void jt_writer_settle(jt_writer *w);

/* Makes the separator and `kind` (with the space that indented text has after a colon) the pending work, moves to
 * `state`, and does what fits. The length of text counts units where the content is UTF-16. */
jt_status jt_writer_start(jt_writer *w, unsigned kind, jt_content content, const void *text, size_t length,
                          unsigned state);

/* The same without a separator. */
jt_status jt_writer_work(jt_writer *w, unsigned kind, jt_content content, const void *text, size_t length,
                         unsigned state);

/* Writes a string or key that is allowed, whatever the room; and what is left of one, with what stands behind it. */
jt_status jt_write_text_slowly(jt_writer *w, const uint8_t *text, size_t length, bool key);
jt_status jt_write_text_rest(jt_writer *w, const uint8_t *text, size_t length, bool key);

/* Write a number: jt_write_i64, jt_write_u64 and jt_write_f64 where an instruction set has nothing better. */
jt_status jt_write_integer(jt_writer *w, bool negative, uint64_t magnitude);
jt_status jt_write_double(jt_writer *w, double value);

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
