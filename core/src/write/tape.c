/* Writing the tokens of a tape: how format and minify make their output.
 *
 * Two ways, as everywhere in the writer. The fast loop keeps the writer's state in registers and copies each token in
 * blocks of 32 bytes, reading and writing past its end; it takes a token only if the text behind it and the room behind
 * the output allow that, and if the token may come. Whatever it leaves goes through the ordinary calls, one token at a
 * time, exact to the byte: tokens at the end of the text or of the buffer, a token in the head, pieces, the root, and
 * whatever has to be refused; comments and what follows one, and strings that the writer's options want escaped.
 *
 * A value may come in pieces, on one tape or on several: the first has the separator before it, the others are text
 * alone. Between two of them the writer is busy, as it is between JT_FULL and what follows. */
#include "blocks.h"
#include "state.h"

/* What the fast loop may store past a token: its line, two bytes and the rest of a block. */
#define SLACK (LINE_ROOM + 2 + BLOCK)

/* Never in a state: keeps a token away from the fast loop. */
#define NEED_NEVER 128

/* What the state must hold for each type of token. */
static const uint8_t needs[16] = {
    [0] = NEED_NEVER,
    [JT_OBJECT_START] = STATE_VALUE,
    [JT_OBJECT_END] = STATE_IN_OBJECT,
    [JT_ARRAY_START] = STATE_VALUE,
    [JT_ARRAY_END] = STATE_IN_ARRAY,
    [JT_KEY] = STATE_KEY,
    [JT_STRING] = STATE_VALUE,
    [JT_NUMBER] = STATE_VALUE,
    [JT_TRUE] = STATE_VALUE,
    [JT_FALSE] = STATE_VALUE,
    [JT_NULL] = STATE_VALUE,
    [JT_COMMENT] = NEED_NEVER,
    [12] = NEED_NEVER,
    [13] = NEED_NEVER,
    [14] = NEED_NEVER,
    [15] = NEED_NEVER,
};

/* A piece of a string is known by the top one of the four flags. */
_Static_assert(JT_PARTIAL << 4 == NEED_NEVER, "the flag of a piece falls on NEED_NEVER");

/* Writes tokens from index on while that is possible in the fast way; returns the index of the first one left. */
JT_INLINE size_t write_fast(jt_writer *w, const jt_tape *tape, size_t index, bool indented) {
    const uint8_t *const line = w->line;
    const uint32_t indent = w->unit, line_end = w->line_end, max_depth = w->options.max_depth;
    uint8_t *out = w->buffer + w->length, *const full = w->buffer + w->capacity;
    const jt_token *const tokens = tape->tokens;
    const uint8_t *const text = tape->text;
    const uint64_t text_start = tape->text_start;
    const uint64_t text_safe = tape->text_length > BLOCK ? tape->text_length - BLOCK : 0;
    const size_t count = tape->length;
    uint32_t state = w->state;
    size_t width = (size_t)w->depth * indent;

    for (; index < count; index++) {
        jt_token token = tokens[index];
        uint32_t type = token.info & 15u;
        uint32_t need = needs[type] | (token.info & NEED_NEVER);
        if (JT_UNLIKELY((need & ~state) != 0))
            break;
        uint32_t comma = state & STATE_COMMA;
        if (type >= JT_KEY) {
            uint64_t at = token.start - text_start;
            size_t length = token.length;
            if (JT_UNLIKELY(at >= text_safe || length > text_safe - at ||
                            (size_t)(full - out) < (uint64_t)length + SLACK))
                break;
            if (indented) {
                memcpy(out, line + 1 - comma, BLOCK);
                if (width > BLOCK - 3)
                    memcpy(out + BLOCK, line + 1 - comma + BLOCK, LINE_ROOM - BLOCK);
                out += state & STATE_INSIDE ? line_end + comma + width : 0;
            } else {
                *out = ',';
                out += comma;
            }
            out = copy_blocks(out, text + at, length);
            bool key = type == JT_KEY;
            out[0] = ':';
            out[1] = ' ';
            out += key ? 1 + indented : 0;
            state = key ? w->after_key : w->after_value;
            continue;
        }
        if (JT_UNLIKELY(full - out < SLACK))
            break;
        bool object = type <= JT_OBJECT_END;
        if (type & 1) {
            /* JT_OBJECT_START, JT_ARRAY_START */
            if (JT_UNLIKELY(w->depth >= max_depth || width + indent > WIDTH_MAX))
                break;
            if (indented) {
                if (state & STATE_INSIDE) {
                    memcpy(out, line + 1 - comma, LINE_ROOM);
                    out += line_end + comma + width;
                }
            } else {
                *out = ',';
                out += comma;
            }
            *out++ = object ? '{' : '[';
            state = writer_open(w, object);
            width += indent;
        } else {
            state = writer_close(w);
            width -= indent;
            if (indented && comma) {
                memcpy(out, line + 1, LINE_ROOM);
                out += line_end + width;
            }
            *out++ = object ? '}' : ']';
            if (w->depth == 0) {
                index++;
                break;
            }
        }
    }
    w->length = (size_t)(out - w->buffer);
    w->state = state;
    return index;
}

JT_NOINLINE static size_t write_fast_minified(jt_writer *w, const jt_tape *tape, size_t index) {
    return write_fast(w, tape, index, false);
}

JT_NOINLINE static size_t write_fast_indented(jt_writer *w, const jt_tape *tape, size_t index) {
    return write_fast(w, tape, index, true);
}

/* How the text of a token is written: what the writer's options escape is all that changes. */
static jt_content content_of(const jt_writer *w, jt_type type) {
    return w->options.escape && (type == JT_STRING || type == JT_KEY) ? CONTENT_TOKEN : CONTENT_RAW;
}

static jt_status write_key(jt_writer *w, const uint8_t *text, size_t length) {
    jt_content content = content_of(w, JT_KEY);
    if (content == CONTENT_RAW)
        return jt_write_raw_key(w, text, length);
    if (!writer_allows(w, STATE_KEY) || length == 0)
        return JT_REFUSED;
    return jt_writer_start(w, PENDING_CONTENT | PENDING_COLON, content, text, length, w->after_key);
}

/* Writes the text of a string or number, or a piece of it. */
static jt_status write_value(jt_writer *w, const uint8_t *text, size_t length, uint32_t info) {
    uint32_t type = info & 15u, begun = (w->flags & FLAG_PIECES) / FLAG_PIECE;
    uint32_t more = info & JT_PARTIAL << 4 ? type * FLAG_PIECE : 0;
    jt_content content = content_of(w, (jt_type)type);
    jt_status status;
    if (begun == 0) {
        if (!writer_allows(w, STATE_VALUE) || (length == 0 && !more))
            return JT_REFUSED;
        status = more || content != CONTENT_RAW
                     ? jt_writer_start(w, PENDING_CONTENT, content, text, length, w->after_value)
                     : jt_write_raw(w, text, length);
    } else {
        status = jt_writer_work(w, PENDING_CONTENT, content, text, length, w->state);
    }
    w->flags = (w->flags & ~(uint32_t)FLAG_PIECES) | more;
    return status;
}

jt_status jt_write_token(jt_writer *w, const jt_tape *tape, jt_token token) {
    uint32_t begun = (w->flags & FLAG_PIECES) / FLAG_PIECE;
    if (begun != 0 && jt_token_type(token) != begun)
        return JT_REFUSED;
    switch (jt_token_type(token)) {
    case JT_OBJECT_START: return jt_write_object_start(w);
    case JT_OBJECT_END: return jt_write_object_end(w);
    case JT_ARRAY_START: return jt_write_array_start(w);
    case JT_ARRAY_END: return jt_write_array_end(w);
    case JT_TRUE:
    case JT_FALSE: return jt_write_bool(w, jt_token_type(token) == JT_TRUE);
    case JT_NULL: return jt_write_null(w);
    case JT_KEY:
    case JT_STRING:
    case JT_NUMBER:
    case JT_COMMENT: break;
    default: return JT_REFUSED;
    }
    bool in_head = token.start < tape->head_length,
         value = jt_token_type(token) == JT_STRING || jt_token_type(token) == JT_NUMBER;
    uint64_t at = in_head ? token.start : token.start - tape->text_start;
    uint64_t available = in_head ? tape->head_length : tape->text_length;
    if (at > available || token.length > available - at || (!value && (token.info & JT_PARTIAL << 4)))
        return JT_REFUSED;
    const uint8_t *text = jt_token_text(tape, token);
    switch (jt_token_type(token)) {
    case JT_KEY: return write_key(w, text, token.length);
    case JT_COMMENT: return jt_write_comment(w, text, token.length, jt_token_flags(token));
    default: return write_value(w, text, token.length, token.info);
    }
}

jt_status jt_writer_enter_tape(jt_writer *w) {
    if (w->flags & FLAG_TAPE) {
        if (jt_writer_run(w) == JT_FULL)
            return JT_FULL;
        w->flags &= ~(uint32_t)FLAG_TAPE;
    } else if (w->state & STATE_BUSY) {
        return JT_REFUSED;
    }
    return JT_OK;
}

/* Between two pieces, no other call may come. */
jt_status jt_writer_leave_tape(jt_writer *w, jt_status status) {
    if (status == JT_FULL || (w->flags & FLAG_PIECES)) {
        w->flags |= FLAG_TAPE;
        w->state |= STATE_BUSY;
        w->quick = 0;
    }
    return status;
}

jt_status jt_write_tape(jt_writer *w, const jt_tape *tape, size_t *index) {
    jt_status status = jt_writer_enter_tape(w);
    if (status != JT_OK)
        return status;
    while (status == JT_OK && *index < tape->length) {
        if (w->depth > 0 && !(w->flags & FLAG_PIECES) && !(w->state & STATE_COMMENT) && writer_room(w) >= SLACK &&
            w->options.escape == 0 && (uint64_t)w->depth * w->unit <= WIDTH_MAX) {
            *index = w->unit == 0 ? write_fast_minified(w, tape, *index) : write_fast_indented(w, tape, *index);
            if (*index == tape->length)
                break;
        }
        status = jt_write_token(w, tape, tape->tokens[*index]);
        *index += status != JT_REFUSED;
    }
    return jt_writer_leave_tape(w, status);
}
