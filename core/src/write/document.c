/* See document.h. Tokens are copied in blocks of 32 bytes, reading and writing past their ends. The loop knows the
 * first root value as JSON has it; comments, the token behind one, later root values, scalars at the end of the text,
 * and text that is to be changed are done aside. */
#include "document.h"

#include "../policy.h"
#include "../read/text.h"
#include "blocks.h"
#include "state.h"

/* What may be stored behind a token and the line before it. */
#define SLACK (3 * BLOCK)

/* Sets of types, a bit for each. */
#define STARTS (1u << JT_OBJECT_START | 1u << JT_ARRAY_START)
#define OBJECTS (1u << JT_OBJECT_START | 1u << JT_OBJECT_END)
#define SCALARS (1u << JT_STRING | 1u << JT_NUMBER | 1u << JT_TRUE | 1u << JT_FALSE | 1u << JT_NULL)
#define VALUES (STARTS | SCALARS)
#define SPANS (SCALARS | 1u << JT_KEY) /* whose text is copied */

/* What may come next inside a container. */
#define IN_OBJECT (1u << JT_KEY | 1u << JT_OBJECT_END)
#define IN_ARRAY (VALUES | 1u << JT_ARRAY_END)

/* What stands before a token, by what came before it: nothing (first of all, or behind a key), a line break (behind a
 * start), a comma and a line break (behind a value). One step less before an end. */
enum { AFTER_KEY, AFTER_START, AFTER_VALUE };

#define RECORD_SEPARATOR 0x1e

/* jt_document.comment: a comment was written last; a line feed has to end it; a root value came before it. */
enum { COMMENT = 1, LINE_COMMENT = 2, BEHIND_ROOT = 4 };

/* At the root: ends what has been written, and begins the next value unless this was the last one. */
static uint8_t *between_values(const jt_document *d, uint8_t *out, bool last) {
    if (out > d->out)
        *out++ = '\n';
    if (d->multiple == JT_SEQ && !last)
        *out++ = RECORD_SEPARATOR;
    return out;
}

/* Copies the text of a token, which may take more room than it has: with escapes for what they are wanted for
 * (`escape`), and U+FFFD for ill-formed text. Returns the length of the copy, SIZE_MAX where it is more than that;
 * without out it is only counted. */
JT_NOINLINE static size_t put_text(const jt_document *d, uint32_t escape, jt_token token, uint8_t *out) {
    const uint8_t *p = d->tape.text + token.start, *const end = p + token.length;
    uint64_t size = 0;
    if (!escape && !d->replace) {
        if (out)
            memcpy(out, p, token.length);
        return token.length;
    }
    while (p < end) {
        uint8_t changed[JT_ESCAPES_MAX];
        const uint8_t *copy = p;
        const uint32_t code = jt_next_sequence(&p, end);
        size_t n = (size_t)(p - copy);
        const bool forbidden = writer_forbids(escape, code);
        if (forbidden || d->replace) {
            n = forbidden ? jt_put_escapes(code, changed) : jt_put_utf8(code, changed);
            copy = changed;
        }
        if (out)
            memcpy(out + size, copy, n);
        size += n;
    }
    return size < SIZE_MAX ? (size_t)size : SIZE_MAX;
}

/* What stands before a scalar, before a comment, in the place that comment.c gives it, or before a token behind one: a
 * comma, which comes behind the line break where that has to end a comment; a line break; a space. */
static uint8_t *separate(const jt_document *d, uint8_t *out, uint32_t type, uint32_t flags) {
    const bool comment = type == JT_COMMENT, end = type == JT_OBJECT_END || type == JT_ARRAY_END;
    const bool behind = (d->comment & COMMENT) != 0, must_end_line = (d->comment & LINE_COMMENT) != 0;
    const bool indented = d->indent != 0, begins = d->after == AFTER_KEY;
    const bool comma = d->after == AFTER_VALUE && (comment ? (flags & JT_AFTER_COMMA) != 0 : !end);
    const bool inside = !begins || (behind && d->depth == 0);
    const bool line = must_end_line || (indented && inside && (!comment || (flags & JT_AFTER_LINE)));
    if (comma && !must_end_line)
        *out++ = ',';
    if (line) {
        const size_t width = (d->depth - end) * d->indent;
        *out++ = '\n';
        memset(out, d->indent_char, width);
        out += width;
    }
    if (comma && must_end_line)
        *out++ = ',';
    if (indented && ((!line && (behind || !begins)) || (comma && must_end_line)))
        *out++ = ' ';
    return out;
}

JT_INLINE bool in_text(const jt_document *d, size_t start, size_t length) {
    return start <= d->tape.text_length && length <= d->tape.text_length - start;
}

/* What the loop does not take at d->index. A comment is written, or left out, and a key or scalar is written; of a
 * bracket what stands before it, where that is a comment or another value, so that the loop can go on as behind a key,
 * or before an end as behind a start. */
JT_NOINLINE static jt_status step_aside(jt_document *d) {
    jt_token token = d->tape.tokens[d->index];
    const uint32_t type = token.info & 15u;
    const bool comment = type == JT_COMMENT && d->comments != JT_COMMENTS_REFUSE, bracket = type < JT_KEY;
    if (comment && d->comments == JT_COMMENTS_SKIP) {
        d->index++;
        return JT_OK;
    }
    if ((comment ? token.length < 2 : (token.info & JT_PARTIAL << 4) != 0) ||
        !in_text(d, token.start, bracket ? 1 : token.length))
        return JT_REFUSED;
    const uint64_t most = d->length + (uint64_t)d->depth * d->indent + 1 + SLACK +
                          (bracket ? 1 : put_text(d, comment ? 0 : d->escape, token, NULL));
    if (most > d->capacity) {
        d->wanted = most;
        return JT_FULL;
    }
    uint8_t *out = d->out + d->length;
    const bool begins = d->length == 0 && d->multiple != JT_SINGLE;
    if (d->depth == 0 && (d->after == AFTER_VALUE || begins)) {
        out = between_values(d, out, false);
        d->after = AFTER_KEY;
        d->comment = BEHIND_ROOT;
    }
    d->allowed = comment ? 0 : d->after == AFTER_KEY ? VALUES : d->inside;
    if (!comment && ((d->multiple == JT_SINGLE && (d->comment & BEHIND_ROOT)) || !(d->allowed >> type & 1)))
        return JT_REFUSED;
    if (!bracket || (d->comment & COMMENT))
        out = separate(d, out, type, jt_token_flags(token));
    if (comment) {
        const uint8_t *text = d->tape.text + token.start;
        const bool to_line_end = text[1] == '/';
        while (to_line_end && text[token.length - 1] == '\r')
            token.length--;
        out += put_text(d, 0, token, out);
        if (d->after == AFTER_VALUE && (jt_token_flags(token) & JT_AFTER_COMMA))
            d->after = AFTER_START;
        d->comment = (d->comment & BEHIND_ROOT) | COMMENT | (to_line_end ? LINE_COMMENT : 0);
    } else if (bracket) {
        if (d->comment & COMMENT)
            d->after = type == JT_OBJECT_END || type == JT_ARRAY_END ? AFTER_START : AFTER_KEY;
        d->comment = 0;
    } else {
        out += put_text(d, d->escape, token, out);
        d->after = AFTER_VALUE;
        d->allowed = d->inside;
        if (type == JT_KEY) {
            *out++ = ':';
            if (d->indent)
                *out++ = ' ';
            d->after = AFTER_KEY;
            d->allowed = VALUES;
        }
        d->comment = 0;
    }
    d->index += !bracket;
    d->length = (size_t)(out - d->out);
    return JT_OK;
}

/* Puts what stands before a token: `length` bytes of the line at `from`, whose last ones are spaces. */
JT_INLINE uint8_t *put_lead(uint8_t *out, const uint8_t *from, size_t length, bool indented) {
    uint8_t *const end = out + length;
    if (!indented) {
        *out = ',';
        return end;
    }
    memcpy(out, from, BLOCK);
    for (out += BLOCK; JT_UNLIKELY(out < end); out += BLOCK)
        memcpy(out, from + BLOCK - 1, BLOCK);
    return end;
}

/* Writes tokens from d->index on as long as they are what the loop expects. JT_OK: it has come to the end of the tape.
 * JT_INVALID: the next token is for step_aside.
 *
 * What stands before the next token, but for an end, is always known: `lead` bytes of the line at `from`. An inner loop
 * goes from bracket to bracket. Nothing is called, for what lives over a call is not in registers. */
JT_INLINE jt_status write(jt_document *d, bool indented) {
    static const uint8_t brackets[5] = {0, '{', '}', '[', ']'};
    const jt_token *const first = d->tape.tokens + d->index, *const stop = d->tape.tokens + d->tape.length;
    const jt_token *token = first;
    const uint8_t *const text = d->tape.text;
    /* How far text may be read by blocks, if it is not to be changed. */
    const size_t text_safe =
        d->tape.text_length > BLOCK && d->escape == 0 && !d->replace ? d->tape.text_length - BLOCK : 0;
    const size_t indent = indented ? d->indent : 0;
    const int64_t full = (int64_t)(uintptr_t)d->out + (int64_t)d->capacity;
    uint8_t *out = d->out + d->length, *const levels = d->levels;
    uint8_t line[2 * BLOCK];
    size_t depth = d->depth, width = indented + depth * indent; /* of a line break */
    uint32_t inside = d->inside, allowed = d->allowed;
    const uint8_t *from = d->after == AFTER_VALUE ? line : line + 1;
    size_t lead = d->after == AFTER_KEY ? 0 : width + (d->after == AFTER_VALUE);
    memset(line, d->indent_char, sizeof line);
    line[0] = ',';
    line[1] = '\n';
    while (token < stop) {
        const int64_t edge = full - (int64_t)(width + SLACK);
        for (; token < stop; token++) {
            const uint32_t type = token->info & 15u;
            const size_t length = token->length;
            if (!((allowed & SPANS) >> type & 1) || (token->info & JT_PARTIAL << 4) ||
                (uint64_t)token->start + length > text_safe || (int64_t)((uint64_t)(uintptr_t)out + length) > edge)
                break;
            out = put_lead(out, from, lead, indented);
            out = copy_blocks(out, text + token->start, length);
            lead = width + 1;
            from = line;
            allowed = inside;
            if (type == JT_KEY) {
                out[0] = ':';
                out[1] = ' ';
                out += 1 + indented;
                lead = 0;
                allowed = VALUES;
            }
        }
        if (token == stop)
            break;
        const uint32_t type = token->info & 15u;
        if (type >= JT_KEY || !(allowed >> type & 1) || (token->info & JT_PARTIAL << 4) ||
            token->start >= d->tape.text_length || (int64_t)(uintptr_t)out > edge)
            break;
        const bool end = !(STARTS >> type & 1);
        if (end) {
            width -= indent;
            lead = from == line ? width : 0;
            from = line + 1;
        }
        out = put_lead(out, from, lead, indented);
        *out++ = brackets[type];
        if (end) {
            depth--;
            from = line;
            inside = depth == 0 ? 0 : levels[(depth - 1) / 8] >> (depth - 1) % 8 & 1 ? IN_OBJECT : IN_ARRAY;
        } else {
            if (JT_UNLIKELY(depth > d->tape.length / 2))
                return JT_REFUSED; /* more than can be closed */
            const uint32_t object = OBJECTS >> type & 1, at = depth % 8;
            levels[depth / 8] = (uint8_t)((levels[depth / 8] & ~(1u << at)) | object << at);
            depth++;
            width += indent;
            from = line + 1;
            inside = object ? IN_OBJECT : IN_ARRAY;
        }
        lead = width + end;
        allowed = inside;
        token++;
    }
    if (token > first)
        d->after = allowed == VALUES ? AFTER_KEY : from == line ? AFTER_VALUE : AFTER_START;
    d->length = (size_t)(out - d->out);
    d->index = ((uintptr_t)token - (uintptr_t)d->tape.tokens) / sizeof *token;
    d->depth = depth;
    d->inside = inside;
    d->allowed = allowed;
    return token == stop ? JT_OK : JT_INVALID;
}

jt_status jt_document_write(jt_document *d) {
    jt_status status = JT_OK;
    while (status == JT_OK && d->index < d->tape.length) {
        if (JT_COMPACT)
            status = write(d, d->indent != 0); /* one loop for both */
        else
            status = d->indent != 0 ? write(d, true) : write(d, false);
        if (status == JT_INVALID)
            status = step_aside(d);
    }
    if (status != JT_OK)
        return status;
    if (d->depth > 0 || (d->multiple == JT_SINGLE && d->after != AFTER_VALUE && !(d->comment & BEHIND_ROOT)))
        return JT_REFUSED;
    if (d->multiple != JT_SINGLE)
        d->length = (size_t)(between_values(d, d->out + d->length, true) - d->out);
    return JT_OK;
}
