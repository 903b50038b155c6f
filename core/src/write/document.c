/* See document.h. Tokens are copied in blocks of 32 bytes, reading and writing past their ends, but for those at the
 * end of the text. */
#include "document.h"

#include "../base.h"
#include "blocks.h"

/* What may be stored behind a token and the line before it. */
#define SLACK (3 * BLOCK)

/* Sets of types, a bit for each. */
#define STARTS (1u << JT_OBJECT_START | 1u << JT_ARRAY_START)
#define OBJECTS (1u << JT_OBJECT_START | 1u << JT_OBJECT_END)
#define VALUES (STARTS | 1u << JT_STRING | 1u << JT_NUMBER | 1u << JT_TRUE | 1u << JT_FALSE | 1u << JT_NULL)

/* What may come next inside a container. */
#define IN_OBJECT (1u << JT_KEY | 1u << JT_OBJECT_END)
#define IN_ARRAY (VALUES | 1u << JT_ARRAY_END)

/* What stands before a token, by what came before it: nothing (first of all, or behind a key), a line break (behind a
 * start), a comma and a line break (behind a value). One step less before an end. */
enum { AFTER_KEY, AFTER_START, AFTER_VALUE };

#define RECORD_SEPARATOR 0x1e

/* At the root, before the value at index or behind the last one: ends the value before it and begins the next. Returns
 * the end of the output; NULL where that is not asked for. */
JT_NOINLINE static uint8_t *between_values(const jt_document *d, uint8_t *out, size_t index) {
    if (d->multiple == JT_SINGLE)
        return NULL;
    if (index > 0)
        *out++ = '\n';
    if (d->multiple == JT_SEQ && index < d->tape.length)
        *out++ = RECORD_SEPARATOR;
    return out;
}

JT_INLINE jt_status write(jt_document *d, bool indented) {
    static const uint8_t brackets[5] = {0, '{', '}', '[', ']'};
    const jt_token *const tokens = d->tape.tokens;
    const uint8_t *const text = d->tape.text;
    const size_t text_length = d->tape.text_length, text_safe = text_length > BLOCK ? text_length - BLOCK : 0;
    const size_t count = d->tape.length, indent = indented ? d->indent : 0;
    uint8_t *out = d->out + d->length, *const full = d->out + d->capacity;
    uint8_t *const levels = d->levels;
    uint8_t line[2 * BLOCK];
    size_t depth = d->depth, width = indented ? 1 + depth * indent : 0; /* of a line break */
    uint32_t after = d->after, inside = d->inside;
    if (d->multiple != JT_SINGLE && d->length == 0)
        after = AFTER_VALUE;
    uint32_t allowed = after != AFTER_KEY ? inside : VALUES;
    if (indented) {
        memset(line, d->indent_char, sizeof line);
        line[0] = ',';
        line[1] = '\n';
    }
    size_t i = d->index;
    for (; i < count; i++) {
        const jt_token token = tokens[i];
        const uint32_t type = token.info & 15u;
        const size_t length = type >= JT_KEY ? token.length : 1;
        if (JT_UNLIKELY(!(allowed >> type & 1) || (token.info & JT_PARTIAL << 4))) {
            if (allowed != 0 || !(VALUES >> type & 1) || (token.info & JT_PARTIAL << 4))
                return JT_REFUSED;
            if ((size_t)(full - out) < SLACK) {
                d->wanted = (uint64_t)(out - d->out) + SLACK;
                break;
            }
            out = between_values(d, out, i);
            if (!out)
                return JT_REFUSED;
            after = AFTER_KEY;
            allowed = VALUES;
        }
        const bool last = token.start >= text_safe || length > text_safe - token.start;
        if (JT_UNLIKELY(last) && (token.start > text_length || length > text_length - token.start))
            return JT_REFUSED;
        const size_t room = (size_t)(full - out), around = width + SLACK;
        if (JT_UNLIKELY(room < around || room - around < length)) {
            d->wanted = (uint64_t)(out - d->out) + around + length;
            break;
        }
        const bool end = type == JT_OBJECT_END || type == JT_ARRAY_END;
        if (end) {
            after--;
            width -= indent;
        }
        const size_t comma = after / AFTER_VALUE;
        if (!indented) {
            *out = ',';
            out += comma;
        } else if (JT_LIKELY(width < BLOCK)) {
            memcpy(out, line + 1 - comma, BLOCK);
            out += after == AFTER_KEY ? 0 : comma + width;
        } else if (after != AFTER_KEY) {
            memcpy(out, line + 1 - comma, BLOCK);
            out += comma;
            for (size_t j = BLOCK - 1; j < width; j += BLOCK)
                memcpy(out + j, line + BLOCK, BLOCK);
            out += width;
        }
        if (type >= JT_KEY) {
            if (JT_UNLIKELY(last)) {
                memcpy(out, text + token.start, length);
                out += length;
            } else {
                out = copy_blocks(out, text + token.start, length);
            }
            const bool key = type == JT_KEY;
            out[0] = ':';
            out[1] = ' ';
            out += key ? 1 + indented : 0;
            after = key ? AFTER_KEY : AFTER_VALUE;
            allowed = key ? VALUES : inside;
            continue;
        }
        *out++ = brackets[type];
        if (end) {
            depth--;
            after = AFTER_VALUE;
            inside = depth == 0 ? 0 : levels[(depth - 1) / 8] >> (depth - 1) % 8 & 1 ? IN_OBJECT : IN_ARRAY;
        } else {
            if (JT_UNLIKELY(depth > count / 2))
                return JT_REFUSED; /* more than can be closed */
            const uint32_t object = OBJECTS >> type & 1, at = depth % 8;
            levels[depth / 8] = (uint8_t)((levels[depth / 8] & ~(1u << at)) | object << at);
            depth++;
            width += indent;
            after = AFTER_START;
            inside = object ? IN_OBJECT : IN_ARRAY;
        }
        allowed = inside;
    }
    if (i == count && i > 0 && allowed == 0 && d->multiple != JT_SINGLE)
        out = between_values(d, out, i);
    d->length = (size_t)(out - d->out);
    d->index = i;
    d->depth = depth;
    d->after = after;
    d->inside = inside;
    return i < count ? JT_FULL : allowed == 0 ? JT_OK : JT_REFUSED;
}

jt_status jt_document_write(jt_document *d) {
    return d->indent != 0 ? write(d, true) : write(d, false);
}
