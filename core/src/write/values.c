/* The calls that write one thing each. */
#include "state.h"

#include "../number/number.h"
#include "../simd/isa.h"

/* ---- Brackets ---------------------------------------------------------------------------------------------------- */

static jt_status write_start(jt_writer *w, bool object) {
    if (!writer_allows(w, STATE_VALUE) || w->depth >= w->options.max_depth)
        return JT_REFUSED;
    if (!w->options.unchecked) {
        uint8_t *level = writer_levels(w) + w->depth / 8, bit = (uint8_t)(1u << w->depth % 8);
        *level = (uint8_t)(object ? *level | bit : *level & ~bit);
    }
    unsigned state = (object ? STATE_KEY : STATE_VALUE) | STATE_INSIDE | (w->flags & FLAG_FREE);
    uint8_t *out = writer_reserve(w, 1);
    if (out)
        *out++ = object ? '{' : '[';
    jt_status status = out ? writer_commit(w, out, state)
                           : jt_writer_start(w, PENDING_CONTENT, CONTENT_RAW, object ? "{" : "[", 1, state);
    w->depth++; /* the separator before the bracket is one of the outer level; its work is counted by now */
    return status;
}

static jt_status write_end(jt_writer *w, bool object) {
    if (!writer_allows(w, (object ? STATE_KEY : STATE_VALUE) | STATE_INSIDE))
        return JT_REFUSED;
    w->depth--;
    unsigned state = STATE_DONE;
    if (w->depth > 0) {
        uint32_t level = w->depth - 1;
        bool outer_object = !w->options.unchecked && (writer_levels(w)[level / 8] >> level % 8 & 1);
        state = (outer_object ? STATE_KEY : STATE_VALUE) | STATE_INSIDE | STATE_COMMA;
    }
    state |= w->flags & FLAG_FREE;
    /* The separator before a closing bracket: nothing where the container is empty, else a line without a comma. */
    const unsigned comment = w->state & (STATE_COMMENT | STATE_LINE_COMMENT);
    w->state = (uint16_t)((w->state & STATE_COMMA || comment ? STATE_INSIDE : 0) | comment);
    uint8_t *out = writer_reserve(w, 1);
    if (!out)
        return jt_writer_start(w, PENDING_CONTENT, CONTENT_RAW, object ? "}" : "]", 1, state);
    *out++ = object ? '}' : ']';
    return writer_commit(w, out, state);
}

jt_status jt_write_object_start(jt_writer *w) {
    return write_start(w, true);
}

jt_status jt_write_object_end(jt_writer *w) {
    return write_end(w, true);
}

jt_status jt_write_array_start(jt_writer *w) {
    return write_start(w, false);
}

jt_status jt_write_array_end(jt_writer *w) {
    return write_end(w, false);
}

/* ---- Raw text ---------------------------------------------------------------------------------------------------- */

jt_status jt_write_raw(jt_writer *w, const void *json, size_t length) {
    if (!writer_allows(w, STATE_VALUE) || length == 0)
        return JT_REFUSED;
    uint8_t *out = writer_reserve(w, length);
    if (!out)
        return jt_writer_start(w, PENDING_CONTENT, CONTENT_RAW, json, length, writer_after_value(w));
    memcpy(out, json, length);
    return writer_commit(w, out + length, writer_after_value(w));
}

jt_status jt_write_raw_key(jt_writer *w, const void *json, size_t length) {
    if (!writer_allows(w, STATE_KEY) || length == 0)
        return JT_REFUSED;
    uint8_t *out = length <= SIZE_MAX - 2 ? writer_reserve(w, length + 2) : NULL;
    if (!out)
        return jt_writer_start(w, PENDING_CONTENT | PENDING_COLON, CONTENT_RAW, json, length, writer_after_key(w));
    memcpy(out, json, length);
    out += length;
    *out++ = ':';
    *out = ' ';
    return writer_commit(w, out + (w->unit != 0), writer_after_key(w));
}

/* ---- Raw text in place ------------------------------------------------------------------------------------------- */

/* Where the separator before the next value would end, as a copy of the writer has it. NULL where it does not fit. */
static uint8_t *behind_separator(const jt_writer *w, size_t size) {
    jt_writer trial = *w;
    trial.options.flush = NULL;
    if (jt_writer_start(&trial, 0, CONTENT_RAW, NULL, 0, 0) != JT_OK || writer_room(&trial) < size)
        return NULL;
    return w->buffer + trial.length;
}

jt_status jt_write_reserve(jt_writer *w, size_t size, void **target) {
    if (!writer_allows(w, STATE_VALUE) || size == 0)
        return JT_REFUSED;
    uint8_t *out = behind_separator(w, size);
    if (!out && w->options.flush && jt_writer_flush(w) == JT_OK)
        out = behind_separator(w, size);
    *target = out;
    return out ? JT_OK : JT_FULL;
}

jt_status jt_write_advance(jt_writer *w, size_t length) {
    uint8_t *out = writer_allows(w, STATE_VALUE) && length > 0 ? behind_separator(w, length) : NULL;
    return out ? writer_commit(w, out + length, writer_after_value(w)) : JT_REFUSED;
}

/* ---- Numbers and literals ---------------------------------------------------------------------------------------- */

/* Writes the number of `length` bytes in the scratch, which is full of it. */
static jt_status write_scratch(jt_writer *w, size_t length) {
    if (length == 0)
        return JT_REFUSED;
    w->scratch_length = (uint8_t)length;
    return jt_writer_start(w, PENDING_CONTENT, CONTENT_RAW, NULL, 0, writer_after_value(w));
}

jt_status jt_write_i64(jt_writer *w, int64_t value) {
    if (!writer_allows(w, STATE_VALUE))
        return JT_REFUSED;
    uint8_t *out = writer_reserve(w, JT_NUMBER_ROOM);
    if (!out)
        return write_scratch(w, jt_format_i64_into(value, w->scratch));
    return writer_commit(w, out + jt_format_i64_into(value, out), writer_after_value(w));
}

jt_status jt_write_u64(jt_writer *w, uint64_t value) {
    if (!writer_allows(w, STATE_VALUE))
        return JT_REFUSED;
    uint8_t *out = writer_reserve(w, JT_NUMBER_ROOM);
    if (!out)
        return write_scratch(w, jt_format_u64_into(value, w->scratch));
    return writer_commit(w, out + jt_format_u64_into(value, out), writer_after_value(w));
}

jt_status jt_write_f64(jt_writer *w, double value) {
    if (!writer_allows(w, STATE_VALUE))
        return JT_REFUSED;
    uint8_t *out = writer_reserve(w, JT_NUMBER_ROOM);
    if (!out)
        return write_scratch(w, jt_format_f64_into(value, w->scratch));
    size_t length = jt_format_f64_into(value, out);
    return length == 0 ? JT_REFUSED : writer_commit(w, out + length, writer_after_value(w));
}

jt_status jt_write_f32(jt_writer *w, float value) {
    if (!writer_allows(w, STATE_VALUE))
        return JT_REFUSED;
    uint8_t *out = writer_reserve(w, JT_NUMBER_ROOM);
    if (!out)
        return write_scratch(w, jt_format_f32_into(value, w->scratch));
    size_t length = jt_format_f32_into(value, out);
    return length == 0 ? JT_REFUSED : writer_commit(w, out + length, writer_after_value(w));
}

static jt_status write_literal(jt_writer *w, const char text[8], size_t length) {
    if (!writer_allows(w, STATE_VALUE))
        return JT_REFUSED;
    uint8_t *out = writer_reserve(w, 8);
    if (!out)
        return jt_writer_start(w, PENDING_CONTENT, CONTENT_RAW, text, length, writer_after_value(w));
    memcpy(out, text, 8);
    return writer_commit(w, out + length, writer_after_value(w));
}

jt_status jt_write_bool(jt_writer *w, bool value) {
    static const char literals[2][8] = {"false", "true"};
    return write_literal(w, literals[value], value ? 4 : 5);
}

jt_status jt_write_null(jt_writer *w) {
    static const char literal[8] = "null";
    return write_literal(w, literal, 4);
}
