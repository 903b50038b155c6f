/* The life of a writer: its options, its buffers, and the work that did not fit into one of them. */
#include "state.h"

#include "../simd/isa.h"

jt_status jt_writer_init(jt_writer *w, void *buffer, size_t capacity, const jt_writer_options *options) {
    jt_writer_options chosen = {0, ' ', false, 0, NULL};
    if (options)
        chosen = *options;
    if (chosen.indent_char == 0)
        chosen.indent_char = ' ';
    if (chosen.max_depth == 0)
        chosen.max_depth = JT_DEFAULT_DEPTH;
    if (chosen.unchecked) {
        chosen.max_depth = UINT32_MAX / 2 / 10; /* only so that the indentation can be counted */
    } else if (chosen.max_depth > JT_DEFAULT_DEPTH && !chosen.stack) {
        return JT_REFUSED;
    }
    if (chosen.indent > 10 || (chosen.indent_char != ' ' && chosen.indent_char != '\t') || (!buffer && capacity > 0) ||
        (chosen.indent > 0 && chosen.max_depth > UINT32_MAX / 2 / chosen.indent))
        return JT_REFUSED;
    w->options = chosen;
    w->depth = 0;
    w->flags = chosen.unchecked ? FLAG_FREE : 0;
    w->state = (uint8_t)(STATE_VALUE | w->flags);
    w->pending_kind = 0;
    w->pending = NULL;
    w->pending_length = 0;
    w->pending_indent = 0;
    w->scratch_length = 0;
    w->scratch_used = 0;
    jt_writer_drain(w, buffer, capacity);
    return JT_OK;
}

void jt_writer_drain(jt_writer *w, void *buffer, size_t capacity) {
    w->buffer = buffer ? buffer : w->scratch; /* a pointer to add 0 to */
    w->capacity = buffer ? capacity : 0;
    w->length = 0;
}

bool jt_writer_done(const jt_writer *w) {
    return (w->state & (STATE_DONE | STATE_BUSY)) == STATE_DONE;
}

jt_status jt_writer_continue(jt_writer *w) {
    return w->flags & FLAG_TAPE ? JT_REFUSED : jt_writer_run(w);
}

jt_status jt_writer_start(jt_writer *w, unsigned kind, const uint8_t *text, size_t length, unsigned state) {
    if (w->state & STATE_COMMA)
        kind |= PENDING_COMMA;
    if (w->options.indent != 0 && (w->state & STATE_INSIDE)) {
        kind |= PENDING_LINE;
        w->pending_indent = w->depth * w->options.indent;
    }
    if (w->options.indent != 0 && (kind & PENDING_COLON))
        kind |= PENDING_SPACE;
    w->pending_kind = (uint8_t)kind;
    w->pending = text;
    w->pending_length = length;
    w->state = (uint8_t)(state | STATE_BUSY);
    return jt_writer_run(w);
}

/* Writes what is left in the scratch; false where that does not fit. */
static bool put_scratch(jt_writer *w) {
    size_t n = (size_t)(w->scratch_length - w->scratch_used), room = writer_room(w);
    if (n > room)
        n = room;
    memcpy(w->buffer + w->length, w->scratch + w->scratch_used, n);
    w->length += n;
    w->scratch_used = (uint8_t)(w->scratch_used + n);
    if (w->scratch_used < w->scratch_length)
        return false;
    w->scratch_length = 0;
    w->scratch_used = 0;
    return true;
}

/* One byte of pending work. */
static bool put_byte(jt_writer *w, unsigned kind, uint8_t byte) {
    if (w->pending_kind & kind) {
        if (w->length == w->capacity)
            return false;
        w->buffer[w->length++] = byte;
        w->pending_kind = (uint8_t)(w->pending_kind & ~kind);
    }
    return true;
}

static bool put_indent(jt_writer *w) {
    size_t n = w->pending_indent, room = writer_room(w);
    if (n > room)
        n = room;
    memset(w->buffer + w->length, w->options.indent_char, n);
    w->length += n;
    w->pending_indent -= (uint32_t)n;
    return w->pending_indent == 0;
}

static bool put_raw(jt_writer *w) {
    size_t n = w->pending_length, room = writer_room(w);
    if (n > room)
        n = room;
    memcpy(w->buffer + w->length, w->pending, n);
    w->length += n;
    w->pending += n;
    w->pending_length -= n;
    return w->pending_length == 0;
}

/* An escape that the buffer's end cuts goes through the scratch. */
static bool put_text(jt_writer *w) {
    while (put_scratch(w)) {
        jt_escaped escaped;
        size_t read = jt_kernels_now()->escape(w->pending, w->pending_length, w->pending_length, w->buffer + w->length,
                                               writer_room(w), &escaped);
        w->length += escaped.written;
        w->pending += read;
        w->pending_length -= read;
        if (w->pending_length == 0)
            return true;
        const uint8_t *entry = jt_escape_table[*w->pending];
        memcpy(w->scratch, entry, 8);
        w->scratch_length = entry[7];
        w->pending++;
        w->pending_length--;
    }
    return false;
}

jt_status jt_writer_run(jt_writer *w) {
    if (!put_byte(w, PENDING_COMMA, ',') || !put_byte(w, PENDING_LINE, '\n'))
        return JT_FULL;
    if (w->pending_indent > 0 && !put_indent(w))
        return JT_FULL;
    if (!put_byte(w, PENDING_OPEN, '"'))
        return JT_FULL;
    if (w->pending_kind & PENDING_TEXT) {
        if (!put_text(w))
            return JT_FULL;
        w->pending_kind = (uint8_t)(w->pending_kind & ~PENDING_TEXT);
    } else if (w->pending_kind & PENDING_RAW) {
        if (!(w->pending ? put_raw(w) : put_scratch(w)))
            return JT_FULL;
        w->pending_kind = (uint8_t)(w->pending_kind & ~PENDING_RAW);
    }
    if (!put_byte(w, PENDING_CLOSE, '"') || !put_byte(w, PENDING_COLON, ':') || !put_byte(w, PENDING_SPACE, ' '))
        return JT_FULL;
    w->state = (uint8_t)(w->state & ~STATE_BUSY);
    return JT_OK;
}
