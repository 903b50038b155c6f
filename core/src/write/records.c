/* Records of a JS value to JSON: what ../bindings.h describes, for the bindings to JavaScript.
 *
 * One loop over the ops. Before each op there is room for the fixed part of what it writes, or the loop stops and the
 * op is begun anew; what has no fixed size (text, runs of numbers) remembers in r->done how far it came. The loop is
 * compiled twice, so that minified JSON does not pay for indentation. */
#include "../bindings.h"

#include "../base.h"
#include "../number/number.h"
#include "../read/text.h"
#include "../simd/isa.h"
#include "escape.h"

/* What every op may write, beside line breaks, without asking for room again: the most is a key's slot with a space
 * behind it, or the wide stores of a number. */
#define ROOM 96u

/* The least room that is worth a call of the escape kernel. */
#define ESCAPE_ROOM_MIN 512u

/* A text of so many units is short. */
#define SHORT 256u

/* r->done while text is being written: that it has begun, and that it ends inside a joined pair of surrogates. */
#define TEXT_BEGUN 1u
#define TEXT_ENDS_INSIDE 2u

/* ---- Text ------------------------------------------------------------------------------------------------------- */

/* The halves that UTF-16 has for the character of four bytes at p. */
static uint16_t high_half(const uint8_t *p) {
    uint32_t above = (p[0] & 7u) << 8 | (p[1] & 63u) << 2 | (p[2] >> 4 & 3u);
    return (uint16_t)(0xd800u + above - 0x40u);
}
static uint16_t low_half(const uint8_t *p) {
    return (uint16_t)(0xdc00u | (p[2] & 15u) << 6 | (p[3] & 63u));
}

/* Where `units` UTF-16 units from p on end, end at most; NULL where there are fewer. Where the last unit is the first
 * half of a character of four bytes, *inside is set and the start of that character returned. */
JT_NOINLINE static const uint8_t *skip_units(const uint8_t *p, const uint8_t *end, size_t units, bool *inside) {
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    *inside = false;
    /* Each byte that does not continue a character is a unit, and the first of four is two: 8 bytes are 9 at most. */
    while (units >= 9 && end - p >= 8) {
        uint64_t word = load_u64(p), high = word & tops;
        p += 8;
        if (JT_LIKELY(high == 0)) {
            units -= 8;
            continue;
        }
        uint64_t first = tops ^ (high & ~(word << 1));
        uint64_t first_of_four = high & word << 1 & word << 2 & word << 3;
        units -= (size_t)(((first >> 7) + (first_of_four >> 7)) * ones >> 56);
    }
    for (;;) {
        while (p < end && (*p & 0xc0) == 0x80)
            p++;
        if (units == 0)
            return p;
        if (p >= end)
            return NULL;
        if (*p >= 0xf0) {
            if (units == 1) {
                *inside = true;
                return end - p >= 4 ? p : NULL;
            }
            units--;
        }
        units--;
        p++;
    }
}

/* Finds the text of the next `units` units, where a unit is not always a byte: r->rest, and what r->done says of it.
 * Returns where the output goes on; NULL where there is less text. */
static uint8_t *find_text(jt_records *r, uint8_t *out, size_t units) {
    if (r->low != 0 && units != 0) {
        out = jt_put_unit(out, r->low);
        r->low = 0;
        units--;
    }
    bool inside;
    const uint8_t *text = r->text + r->place, *end = skip_units(text, r->text + r->text_length, units, &inside);
    if (end == NULL)
        return NULL;
    r->rest = (size_t)(end - text);
    if (inside)
        r->done |= TEXT_ENDS_INSIDE;
    return out;
}

/* One lone surrogate, or the run before the next one. Returns how much of `run` the run has. */
static size_t put_surrogate(const uint8_t *text, size_t run, uint8_t **out) {
    size_t i = 0;
    while (i < run && !(text[i] == 0xed && text[i + 1] >= 0xa0))
        i++;
    if (i == 0)
        *out = jt_put_unit(*out, 0xd000u | (text[1] & 63u) << 6 | (text[2] & 63u));
    return i;
}

/* A text that ended inside a joined pair: its first half. */
static uint8_t *put_high_half(jt_records *r, uint8_t *out) {
    const uint8_t *text = r->text + r->place;
    r->low = low_half(text);
    r->place += 4;
    return jt_put_unit(out, high_half(text));
}

/* Writes the next `units` units, escaped or (raw) as they are, and returns where the output goes on; NULL where there
 * is less text. Where the room did not suffice, r->done is not 0. */
JT_NOINLINE static uint8_t *put_text(jt_records *r, uint8_t *out, size_t units, bool raw) {
    if (r->done == 0) {
        r->done = TEXT_BEGUN;
        if (JT_LIKELY(r->flags & JT_RECORDS_ASCII)) {
            if (units > r->text_length - r->place)
                return NULL;
            r->rest = units;
        } else {
            out = find_text(r, out, units);
            if (out == NULL)
                return NULL;
        }
    }
    while (r->rest != 0) {
        const uint8_t *text = r->text + r->place;
        size_t run = r->rest, room = (size_t)(r->out + r->capacity - out), taken;
        if (room < ESCAPE_ROOM_MIN)
            return out;
        room -= ROOM;
        if (raw) {
            taken = run < room ? run : room;
            memcpy(out, text, taken);
            out += taken;
        } else if (JT_UNLIKELY(r->flags & JT_RECORDS_SURROGATES) && (run = put_surrogate(text, run, &out)) == 0) {
            taken = 3;
        } else {
            jt_escaped escaped;
            taken = jt_kernels_now()->escape(text, run, run + JT_RECORDS_TEXT_SLACK, out, room, &escaped);
            out += escaped.written;
        }
        r->place += taken;
        r->rest -= taken;
    }
    if (JT_UNLIKELY(r->done & TEXT_ENDS_INSIDE))
        out = put_high_half(r, out);
    r->done = 0;
    return out;
}

/* The same for what is most often asked for: a text that has room for sure, with nothing about it. False, and nothing
 * done, for all others. */
JT_INLINE bool put_short_text(jt_records *r, uint8_t **out, const uint8_t *limit, size_t units, uint32_t pieces) {
    if (r->done != 0 || units > SHORT || (size_t)(limit - *out) < 6 * SHORT + ROOM || pieces == JT_PIECES_RAW)
        return false;
    const uint8_t *text = r->text + r->place, *end = text + units;
    if (JT_LIKELY(r->flags & JT_RECORDS_ASCII)) {
        if (units > r->text_length - r->place)
            return false;
    } else {
        bool inside;
        if (r->low != 0 || (r->flags & JT_RECORDS_SURROGATES))
            return false;
        end = skip_units(text, r->text + r->text_length, units, &inside);
        if (end == NULL || inside)
            return false;
    }
    size_t length = (size_t)(end - text), room = (size_t)(limit - *out) - ROOM;
    jt_escaped escaped;
    jt_kernels_now()->escape(text, length, length + JT_RECORDS_TEXT_SLACK, *out, room, &escaped);
    *out += escaped.written;
    r->place += length;
    return true;
}

/* ---- Values ----------------------------------------------------------------------------------------------------- */

/* A line break that does not begin as r->lines does, or goes beyond. */
JT_NOINLINE static uint8_t *put_long_line_break(const jt_records *r, uint8_t *out) {
    const uint8_t *unit = r->indent + r->head, *tail = unit + r->unit;
    *out++ = '\n';
    memcpy(out, r->indent, r->head);
    out += r->head;
    for (uint32_t i = 1; i < r->depth; i++) {
        for (uint32_t j = 0; j < r->unit; j++)
            out[j] = unit[j];
        out += r->unit;
    }
    memcpy(out, tail, r->tail);
    return out + r->tail;
}

JT_INLINE uint8_t *put_line_break(const jt_records *r, uint8_t *out) {
    if (JT_UNLIKELY(r->line > r->lines_length))
        return put_long_line_break(r, out);
    memcpy(out, r->lines, JT_RECORDS_LINES);
    return out + r->line;
}

/* Changes the depth and what follows from it; false where a line would be longer than memory. */
static bool set_depth(jt_records *r, uint32_t depth) {
    uint64_t line = 1;
    if (depth != 0)
        line += (uint64_t)r->head + (uint64_t)r->unit * (depth - 1) + r->tail;
    if (line > SIZE_MAX / 4)
        return false;
    r->depth = depth;
    r->line = (size_t)line;
    return true;
}

/* The line break that comes before a value or a key, but for the first of all and for a value behind a key, where the
 * last byte is a space. */
JT_INLINE uint8_t *put_line_break_before(const jt_records *r, uint8_t *out) {
    if (out == r->out || out[-1] == ' ')
        return out;
    return put_line_break(r, out);
}

JT_INLINE uint8_t *put_double(uint8_t *out, double value) {
    size_t length = jt_format_f64_into(value, out);
    if (JT_UNLIKELY(length == 0)) {
        memcpy(out, "null", 4);
        length = 4;
    }
    out[length] = ',';
    return out + length + 1;
}

/* BEGIN: the state of a fresh value. */
static bool begin_root(jt_records *r, uint32_t parts) {
    size_t head = parts & 0xff, unit = parts >> 8 & 0xff, tail = parts >> 16 & 0xff, all = head + unit + tail;
    if (head > JT_RECORDS_INDENT_MAX || unit > JT_RECORDS_INDENT_MAX || tail > JT_RECORDS_INDENT_MAX ||
        all > r->text_length - r->place) {
        return false;
    }
    memcpy(r->indent, r->text + r->place, all);
    r->place += all;
    r->head = (uint8_t)head;
    r->unit = (uint8_t)unit;
    r->tail = (uint8_t)tail;
    r->low = 0;
    r->lines_length = 1;
    if (unit != 0 && tail <= unit && memcmp(r->indent + head + unit, r->indent + head, tail) == 0) {
        r->lines_length = JT_RECORDS_LINES;
        for (size_t i = 1; i < JT_RECORDS_LINES; i++)
            r->lines[i] = i <= head + unit ? r->indent[i - 1] : r->lines[i - unit];
    }
    r->lines[0] = '\n';
    return set_depth(r, 0);
}

/* The end of a text: its quote and what separates. */
JT_INLINE uint8_t *close_text(uint8_t *out, uint32_t kind, bool indented) {
    *out = '"';
    out += kind != JT_PIECES_RAW;
    *out++ = kind == JT_PIECES_KEY ? ':' : ',';
    *out = ' ';
    return out + (indented && kind == JT_PIECES_KEY);
}

/* ---- The loop --------------------------------------------------------------------------------------------------- */

/* The ops that a line break comes before, as a set; runs of numbers see to theirs themselves. */
#define ON_A_LINE                                                                                   \
    (1u << JT_RECORD_STRING | 1u << JT_RECORD_LITERAL | 1u << JT_RECORD_RAW | 1u << JT_RECORD_KEY | \
     1u << JT_RECORD_KEY_TEXT | 1u << JT_RECORD_START | 1u << JT_RECORD_OPEN)

JT_INLINE jt_status run(jt_records *r, bool indented) {
    static const uint8_t literals[3][8] = {
        {'n', 'u', 'l', 'l', ','}, {'t', 'r', 'u', 'e', ','}, {'f', 'a', 'l', 's', 'e', ','}};
    uint8_t *out = r->out + r->length;
    uint8_t *const limit = r->out + r->capacity;

    for (; r->op < r->op_count; r->op++) {
        const uint32_t op = (uint32_t)r->ops[r->op], kind = op & ((1u << JT_RECORD_OP_BITS) - 1);
        uint32_t count = op >> JT_RECORD_OP_BITS, pieces = JT_PIECES_STRING; /* the payload */
        const size_t need = indented ? ROOM + r->line + r->unit : ROOM;
        if (JT_UNLIKELY((size_t)(limit - out) < need))
            goto stop;
        if (indented && (ON_A_LINE >> kind & 1) && r->done == 0)
            out = put_line_break_before(r, out);
        switch (kind) {
        case JT_RECORD_DOUBLE: count = 1; /* fall through */
        case JT_RECORD_DOUBLES:
            if (r->done == 0 && count > r->double_count - r->number)
                goto wrong;
            for (; r->done < count; r->done++) {
                if (JT_UNLIKELY((size_t)(limit - out) < need))
                    goto stop;
                if (indented)
                    out = put_line_break_before(r, out);
                out = put_double(out, r->doubles[r->number++]);
            }
            r->done = 0;
            break;
        case JT_RECORD_RAW: pieces = JT_PIECES_RAW; goto text;
        case JT_RECORD_KEY_TEXT: pieces = JT_PIECES_KEY; goto text;
        case JT_RECORD_STRING:
        text:
            if (JT_LIKELY(r->done == 0)) {
                *out = '"';
                out += pieces != JT_PIECES_RAW;
            }
            if (!put_short_text(r, &out, limit, count, pieces)) {
                out = put_text(r, out, count, pieces == JT_PIECES_RAW);
                if (JT_UNLIKELY(out == NULL))
                    goto wrong;
                if (JT_UNLIKELY(r->done != 0))
                    goto stop;
            }
            out = close_text(out, pieces, indented);
            break;
        case JT_RECORD_LITERAL:
            if (count > 2)
                goto wrong;
            memcpy(out, literals[count], 8);
            out += 5 + count / 2;
            break;
        case JT_RECORD_KEY: {
            if (count >= JT_RECORDS_KEYS)
                goto wrong;
            const uint8_t *slot = r->keys + (size_t)count * JT_RECORDS_KEY_BYTES;
            memcpy(out, slot, 16);
            if (slot[JT_RECORDS_KEY_BYTES - 1] > 16)
                memcpy(out + 16, slot + 16, JT_RECORDS_KEY_BYTES - 16);
            out += slot[JT_RECORDS_KEY_BYTES - 1] & (JT_RECORDS_KEY_BYTES - 1);
            *out = ' ';
            out += indented;
            break;
        }
        case JT_RECORD_START:
            *out++ = count & 1 ? '[' : '{';
            if (indented && !set_depth(r, r->depth + 1))
                goto wrong;
            break;
        case JT_RECORD_END:
            if (indented && (r->depth == 0 || !set_depth(r, r->depth - 1)))
                goto wrong;
            if (out != r->out && out[-1] == ',') {
                out--;
                if (indented)
                    out = put_line_break(r, out);
            }
            *out++ = count & 1 ? ']' : '}';
            *out++ = ',';
            break;
        case JT_RECORD_OPEN:
            *out = '"';
            out += count != JT_PIECES_RAW;
            break;
        case JT_RECORD_PIECE:
        case JT_RECORD_RAW_PIECE:
            out = put_text(r, out, count, kind == JT_RECORD_RAW_PIECE);
            if (JT_UNLIKELY(out == NULL))
                goto wrong;
            if (JT_UNLIKELY(r->done != 0))
                goto stop;
            break;
        case JT_RECORD_CLOSE: out = close_text(out, count, indented); break;
        default: /* BEGIN, which jt_records_write has done, stands nowhere else */ goto wrong;
        }
    }
    r->length = (size_t)(out - r->out);
    return JT_OK;

stop: {
    size_t wanted = ROOM + 1 + (indented ? r->line + r->unit : 0);
    r->wanted = wanted < JT_RECORDS_OUT_MIN ? JT_RECORDS_OUT_MIN : wanted;
    r->length = (size_t)(out - r->out);
    return JT_FULL;
}

wrong:
    r->op = r->op_count = 0;
    return JT_REFUSED;
}

jt_status jt_records_resume(jt_records *r) {
    const bool indented = r->unit != 0;
    return JT_COMPACT ? run(r, indented) : indented ? run(r, true) : run(r, false);
}

jt_status jt_records_write(jt_records *r, size_t op_count, size_t double_count, size_t text_length, uint32_t flags) {
    if (op_count > UINT32_MAX || double_count > UINT32_MAX || r->capacity < JT_RECORDS_OUT_MIN)
        return JT_REFUSED;
    r->op_count = (uint32_t)op_count;
    r->double_count = (uint32_t)double_count;
    r->text_length = text_length;
    r->flags = flags;
    r->op = r->number = r->done = 0;
    r->place = r->rest = 0;
    if (op_count != 0 && (r->ops[0] & ((1 << JT_RECORD_OP_BITS) - 1)) == JT_RECORD_BEGIN) {
        r->length = 0;
        if (!begin_root(r, (uint32_t)r->ops[0] >> JT_RECORD_OP_BITS))
            return JT_REFUSED;
        r->op = 1;
    }
    return jt_records_resume(r);
}

void jt_records_drain(jt_records *r) {
    if (r->length > 1) {
        r->out[0] = r->out[r->length - 1];
        r->length = 1;
    }
}
