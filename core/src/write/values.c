/* The calls that write one thing each. */
#include "state.h"

#include "../number/digits.h"
#include "../number/number.h"
#include "../simd/isa.h"

/* ---- Brackets ---------------------------------------------------------------------------------------------------- */

JT_NOINLINE static jt_status start_slowly(jt_writer *w, bool object) {
    if (!writer_allows(w, STATE_VALUE) || w->depth >= w->options.max_depth)
        return JT_REFUSED;
    jt_place place = writer_reserve(w, 1);
    if (place.out) {
        *place.out = object ? '{' : '[';
        return writer_commit(w, place, 1, writer_open(w, object));
    }
    unsigned state = writer_open(w, object);
    w->depth--; /* the separator before the bracket is one of the outer level; its work is counted at once */
    jt_status status = jt_writer_start(w, PENDING_CONTENT, CONTENT_RAW, object ? "{" : "[", 1, state);
    w->depth++;
    return status;
}

JT_INLINE jt_status write_start(jt_writer *w, bool object) {
    jt_place place = writer_quick(w, STATE_VALUE, 0);
    if (JT_UNLIKELY(!place.out || w->depth >= w->options.max_depth))
        return start_slowly(w, object);
    *place.out = object ? '{' : '[';
    return writer_commit(w, place, 1, writer_open(w, object));
}

JT_NOINLINE static jt_status end_slowly(jt_writer *w, bool object) {
    if (!writer_allows(w, object ? STATE_IN_OBJECT : STATE_IN_ARRAY))
        return JT_REFUSED;
    unsigned state = writer_close(w);
    /* The separator before a closing bracket: nothing where the container is empty, else a line without a comma. */
    const unsigned comment = w->state & (STATE_COMMENT | STATE_LINE_COMMENT);
    w->state = (w->state & STATE_COMMA || comment ? STATE_INSIDE : 0) | comment;
    jt_place place = writer_reserve(w, 1);
    if (!place.out)
        return jt_writer_start(w, PENDING_CONTENT, CONTENT_RAW, object ? "}" : "]", 1, state);
    *place.out = object ? '}' : ']';
    return writer_commit(w, place, 1, state);
}

JT_INLINE jt_status write_end(jt_writer *w, bool object) {
    const unsigned need = object ? STATE_IN_OBJECT : STATE_IN_ARRAY;
    if (JT_UNLIKELY(!(w->state & need) || w->length >= w->quick))
        return end_slowly(w, object);
    w->buffer[w->length++] = object ? '}' : ']';
    w->state = writer_close(w);
    return JT_OK;
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
    jt_place place = writer_reserve(w, length);
    if (!place.out)
        return jt_writer_start(w, PENDING_CONTENT, CONTENT_RAW, json, length, w->after_value);
    memcpy(place.out, json, length);
    return writer_commit(w, place, length, w->after_value);
}

jt_status jt_write_raw_key(jt_writer *w, const void *json, size_t length) {
    if (!writer_allows(w, STATE_KEY) || length == 0)
        return JT_REFUSED;
    jt_place place = NO_PLACE;
    if (length <= SIZE_MAX - 2)
        place = writer_reserve(w, length + 2);
    if (!place.out)
        return jt_writer_start(w, PENDING_CONTENT | PENDING_COLON, CONTENT_RAW, json, length, w->after_key);
    memcpy(place.out, json, length);
    memcpy(place.out + length, ": ", 2);
    return writer_commit(w, place, length + 1 + (w->unit != 0), w->after_key);
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
    if (!out)
        return JT_REFUSED;
    w->length = (size_t)(out - w->buffer) + length;
    w->state = w->after_value;
    jt_writer_settle(w);
    return JT_OK;
}

/* ---- Numbers and literals ---------------------------------------------------------------------------------------- */

/* Where a number is formatted in the second way: at its place, or in the scratch. */
static uint8_t *number_target(jt_writer *w, jt_place *place) {
    *place = writer_reserve(w, JT_NUMBER_ROOM);
    return place->out ? place->out : w->scratch;
}

/* The number there is of that length; 0: it is refused. */
static jt_status write_number(jt_writer *w, jt_place place, size_t length) {
    if (length == 0)
        return JT_REFUSED;
    if (place.out)
        return writer_commit(w, place, length, w->after_value);
    w->scratch_length = (uint8_t)length;
    return jt_writer_start(w, PENDING_CONTENT, CONTENT_RAW, NULL, 0, w->after_value);
}

JT_NOINLINE static jt_status f64_slowly(jt_writer *w, double value) {
    jt_place place;
    if (!writer_allows(w, STATE_VALUE))
        return JT_REFUSED;
    size_t length = jt_format_f64_into(value, number_target(w, &place));
    return write_number(w, place, length);
}

JT_NOINLINE static jt_status f32_slowly(jt_writer *w, float value) {
    jt_place place;
    if (!writer_allows(w, STATE_VALUE))
        return JT_REFUSED;
    size_t length = jt_format_f32_into(value, number_target(w, &place));
    return write_number(w, place, length);
}

/* Integers of any length, in any way. */
JT_NOINLINE static jt_status long_integer(jt_writer *w, bool negative, uint64_t magnitude) {
    jt_place place = writer_quick(w, STATE_VALUE, 0);
    uint8_t *target = place.out;
    if (!target) {
        if (!writer_allows(w, STATE_VALUE))
            return JT_REFUSED;
        target = number_target(w, &place);
    }
    *target = '-';
    return write_number(w, place, negative + jt_put_u64(magnitude, target + negative));
}

jt_status jt_write_integer(jt_writer *w, bool negative, uint64_t magnitude) {
    jt_place place = writer_quick(w, STATE_VALUE, 0);
    if (JT_UNLIKELY(!place.out || magnitude > JT_SHORT_MAX))
        return long_integer(w, negative, magnitude);
    *place.out = '-';
    size_t length = negative + jt_put_short((uint32_t)magnitude, place.out + negative);
    return writer_commit(w, place, length, w->after_value);
}

JT_INLINE jt_status write_integer(jt_writer *w, bool negative, uint64_t magnitude) {
#if JT_ISA_FIXED
    return jt_write_integer(w, negative, magnitude);
#else
    return jt_kernels_now()->write_integer(w, negative, magnitude);
#endif
}

jt_status jt_write_i64(jt_writer *w, int64_t value) {
    return write_integer(w, value < 0, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

jt_status jt_write_u64(jt_writer *w, uint64_t value) {
    return write_integer(w, false, value);
}

jt_status jt_write_double(jt_writer *w, double value) {
    jt_place place = writer_quick(w, STATE_VALUE, 0);
    if (JT_UNLIKELY(!place.out))
        return f64_slowly(w, value);
    size_t length = jt_format_f64_into(value, place.out);
    return length == 0 ? JT_REFUSED : writer_commit(w, place, length, w->after_value);
}

jt_status jt_write_f64(jt_writer *w, double value) {
#if JT_ISA_FIXED
    return jt_write_double(w, value);
#else
    return jt_kernels_now()->write_f64(w, value);
#endif
}

jt_status jt_write_f32(jt_writer *w, float value) {
    jt_place place = writer_quick(w, STATE_VALUE, 0);
    if (JT_UNLIKELY(!place.out))
        return f32_slowly(w, value);
    size_t length = jt_format_f32_into(value, place.out);
    return length == 0 ? JT_REFUSED : writer_commit(w, place, length, w->after_value);
}

/* A literal's text lies in 8 bytes. */
JT_NOINLINE static jt_status literal_slowly(jt_writer *w, const char *text, size_t length) {
    if (!writer_allows(w, STATE_VALUE))
        return JT_REFUSED;
    jt_place place = writer_reserve(w, 8);
    if (!place.out)
        return jt_writer_start(w, PENDING_CONTENT, CONTENT_RAW, text, length, w->after_value);
    memcpy(place.out, text, 8);
    return writer_commit(w, place, length, w->after_value);
}

JT_INLINE jt_status write_literal(jt_writer *w, const char *text, size_t length) {
    jt_place place = writer_quick(w, STATE_VALUE, 0);
    if (JT_UNLIKELY(!place.out))
        return literal_slowly(w, text, length);
    memcpy(place.out, text, 8);
    return writer_commit(w, place, length, w->after_value);
}

jt_status jt_write_bool(jt_writer *w, bool value) {
    static const char literals[2][8] = {"false", "true"};
    return write_literal(w, literals[value], 5 - (size_t)value);
}

jt_status jt_write_null(jt_writer *w) {
    static const char literal[8] = "null";
    return write_literal(w, literal, 4);
}
