/* The life of a writer: its options, its buffers, and the work that did not fit into one of them. */
#include "state.h"

#include "../simd/isa.h"

/* The writer's line: a comma, the end of a line, then the indentation again and again. */
static void make_line(jt_writer *w, const char *indent) {
    size_t i = 0;
    w->line[i++] = ',';
    if (w->options.crlf)
        w->line[i++] = '\r';
    w->line[i++] = '\n';
    w->line_end = (uint8_t)(i - 1);
    for (size_t j = 0; i < sizeof w->line; i++, j++)
        w->line[i] = j < w->unit ? (uint8_t)indent[j] : w->line[i - w->unit];
}

/* A small document is hardly more work than this is. */
jt_status jt_writer_init(jt_writer *w, void *buffer, size_t capacity, const jt_writer_options *options) {
    static const jt_writer_options none = {0};
    const jt_writer_options *o = options ? options : &none;
    const bool unchecked = o->unchecked;
    uint32_t unit = 0, max_depth = o->max_depth ? o->max_depth : JT_DEFAULT_DEPTH;
    if (unchecked)
        max_depth = UINT32_MAX / 2;
    else if (max_depth > JT_DEFAULT_DEPTH && !o->stack)
        return JT_REFUSED;
    if (o->indent && o->indent[0]) {
        while (unit <= JT_INDENT_MAX && o->indent[unit])
            unit++;
        const uint32_t deepest = UINT32_MAX / 2 / unit; /* so that the indentation can be counted */
        if (unchecked)
            max_depth = deepest;
        if (unit > JT_INDENT_MAX || max_depth > deepest)
            return JT_REFUSED;
    }
    if (o->escape > (JT_ESCAPE_ASCII | JT_ESCAPE_HTML) || (unsigned)o->utf8 > JT_UTF8_RAW || (!buffer && capacity > 0))
        return JT_REFUSED;
    if ((o->escape & JT_ESCAPE_ASCII) && o->utf8 == JT_UTF8_RAW)
        return JT_REFUSED;
    w->options.crlf = o->crlf;
    w->options.unchecked = unchecked;
    w->options.escape = o->escape;
    w->options.utf8 = o->utf8;
    w->options.max_depth = max_depth;
    w->options.stack = o->stack;
    w->options.flush = o->flush;
    if (o->flush)
        w->options.flush_context = o->flush_context;
    w->unit = (uint8_t)unit;
    if (unit > 0)
        make_line(w, o->indent);
    w->depth = 0;
    w->flags = 0;
    const uint32_t any = unchecked ? STATE_VALUE | STATE_KEY : 0, both = unchecked ? STATE_INSIDE : 0;
    w->state = STATE_VALUE | any;
    w->after_value = STATE_DONE | any;
    w->after_key = STATE_VALUE | STATE_AFTER_KEY | any;
    w->inside[0] = STATE_VALUE | STATE_IN_ARRAY | STATE_COMMA | any | both;
    w->inside[1] = STATE_KEY | STATE_IN_OBJECT | STATE_COMMA | any | both;
    w->levels = 0;
    w->pending_kind = 0;
    w->content = CONTENT_RAW;
    w->pending_indent = 0;
    w->scratch_length = 0;
    w->scratch_used = 0;
    w->held_length = 0;
    jt_writer_drain(w, buffer, capacity);
    return JT_OK;
}

void jt_writer_settle(jt_writer *w) {
    bool other_ways = w->unit || w->options.escape || (w->state & (STATE_BUSY | STATE_COMMENT));
    w->quick = !other_ways && w->capacity > QUICK ? w->capacity - QUICK : 0;
}

void jt_writer_drain(jt_writer *w, void *buffer, size_t capacity) {
    w->buffer = buffer ? buffer : w->scratch; /* a pointer to add 0 to */
    w->capacity = buffer ? capacity : 0;
    w->length = 0;
    jt_writer_settle(w);
}

bool jt_writer_done(const jt_writer *w) {
    return (w->state & (STATE_DONE | STATE_BUSY)) == STATE_DONE;
}

jt_status jt_writer_continue(jt_writer *w) {
    return w->flags & FLAG_TAPE ? JT_REFUSED : jt_writer_run(w);
}

/* Hands what there is to the flush function, and moves what it does not take to the front. false where it takes
 * nothing, and where there is nothing or no function. */
static bool flush_some(jt_writer *w) {
    size_t taken = w->options.flush && w->length ? w->options.flush(w->options.flush_context, w->buffer, w->length) : 0;
    if (taken == 0 || taken > w->length)
        return false;
    w->length -= taken;
    memmove(w->buffer, w->buffer + taken, w->length);
    return true;
}

jt_status jt_writer_flush(jt_writer *w) {
    if (!w->options.flush)
        return JT_REFUSED;
    while (w->length > 0) {
        if (!flush_some(w))
            return JT_FULL;
    }
    return JT_OK;
}

jt_status jt_writer_work(jt_writer *w, unsigned kind, jt_content content, const void *text, size_t length,
                         unsigned state) {
    w->pending_kind = (uint16_t)kind;
    w->content = (uint8_t)content;
    w->pending = text;
    w->pending_length = length;
    w->state = state | STATE_BUSY;
    w->quick = 0;
    return jt_writer_run(w);
}

jt_status jt_writer_start(jt_writer *w, unsigned kind, jt_content content, const void *text, size_t length,
                          unsigned state) {
    const unsigned before = w->state, comment = STATE_COMMENT | STATE_LINE_COMMENT;
    const bool indented = w->unit != 0, must_end_line = (before & STATE_LINE_COMMENT) != 0;
    if (before & STATE_COMMA)
        kind |= must_end_line ? PENDING_LATE_COMMA : PENDING_COMMA;
    if (must_end_line ||
        (indented && ((before & STATE_INSIDE) || ((before & STATE_COMMENT) && !(before & STATE_AFTER_KEY))))) {
        kind |= PENDING_LINE | (w->options.crlf ? PENDING_RETURN : 0);
        w->pending_indent = w->depth * w->unit;
    }
    if (indented && ((kind & PENDING_LATE_COMMA) || ((before & STATE_COMMENT) && !(kind & PENDING_LINE))))
        kind |= PENDING_GAP;
    if (indented && (kind & PENDING_COLON))
        kind |= PENDING_SPACE;
    return jt_writer_work(w, kind, content, text, length, state & ~comment);
}

/* So many bytes of n that there is room for. */
static size_t as_fits(const jt_writer *w, size_t n) {
    size_t room = writer_room(w);
    return n < room ? n : room;
}

bool jt_writer_put_scratch(jt_writer *w) {
    size_t n = as_fits(w, (size_t)(w->scratch_length - w->scratch_used));
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
        w->pending_kind = (uint16_t)(w->pending_kind & ~kind);
    }
    return true;
}

static bool put_indent(jt_writer *w) {
    const uint8_t *units = w->line + 1 + w->line_end;
    while (w->pending_indent > 0) {
        /* What is left begins inside a unit where it is no multiple of one. */
        size_t phase = (w->unit - w->pending_indent % w->unit) % w->unit, n = as_fits(w, w->pending_indent);
        if (n == 0)
            return false;
        n = n < LINE_BLOCK ? n : LINE_BLOCK;
        memcpy(w->buffer + w->length, units + phase, n);
        w->length += n;
        w->pending_indent -= (uint32_t)n;
    }
    return true;
}

static bool put_raw(jt_writer *w) {
    if (!jt_writer_put_scratch(w))
        return false;
    if (w->pending_length == 0)
        return true; /* then there may be no text at all */
    size_t n = as_fits(w, w->pending_length);
    memcpy(w->buffer + w->length, w->pending, n);
    w->length += n;
    w->pending += n;
    w->pending_length -= n;
    return w->pending_length == 0;
}

/* An escape that the buffer's end cuts goes through the scratch. */
static bool put_text(jt_writer *w) {
    while (jt_writer_put_scratch(w)) {
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

static bool put_content(jt_writer *w) {
    switch (w->content) {
    case CONTENT_RAW: return put_raw(w);
    case CONTENT_TEXT: return put_text(w);
    default: return jt_writer_put_characters(w);
    }
}

/* Does what fits; false where something is left. */
static bool run_once(jt_writer *w) {
    if (!put_byte(w, PENDING_COMMA, ',') || !put_byte(w, PENDING_RETURN, '\r') || !put_byte(w, PENDING_LINE, '\n') ||
        !put_indent(w) || !put_byte(w, PENDING_LATE_COMMA, ',') || !put_byte(w, PENDING_GAP, ' ') ||
        !put_byte(w, PENDING_OPEN, '"'))
        return false;
    if (w->pending_kind & PENDING_CONTENT) {
        if (!put_content(w))
            return false;
        w->pending_kind = (uint16_t)(w->pending_kind & ~PENDING_CONTENT);
    }
    return put_byte(w, PENDING_CLOSE, '"') && put_byte(w, PENDING_COLON, ':') && put_byte(w, PENDING_SPACE, ' ');
}

jt_status jt_writer_run(jt_writer *w) {
    while (!run_once(w)) {
        if (!flush_some(w))
            return JT_FULL;
    }
    if (!(w->flags & FLAG_TEXT))
        w->state &= ~(uint32_t)STATE_BUSY;
    jt_writer_settle(w);
    return JT_OK;
}
