/* A string token's text, unescaped: to UTF-8 and to UTF-16. */
#include "text.h"

/* The value of the four hex digits at p, which the tokenizer has seen to be such. */
static uint32_t hex4(const uint8_t *p) {
    uint32_t value = 0;
    for (unsigned i = 0; i < 4; i++)
        value = value << 4 | (is_digit(p[i]) ? p[i] - 0x30u : (p[i] | 0x20u) - 0x57u);
    return value;
}

/* The character of a two-byte escape by its letter. */
static uint32_t escape_letter(uint8_t letter) {
    switch (letter) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return letter;
    }
}

uint32_t jt_next_sequence(const uint8_t **p, const uint8_t *end) {
    uint8_t b = *(*p)++;
    if (b < 0x80)
        return b;
    uint8_t low, high;
    unsigned follow = jt_begin_sequence(b, &low, &high);
    if (!follow)
        return 0xfffd;
    uint32_t code = b & (0x3fu >> follow);
    for (; follow; follow--) {
        if (*p == end || **p < low || **p > high)
            return 0xfffd;
        code = code << 6 | (*(*p)++ & 0x3f);
        low = 0x80;
        high = 0xbf;
    }
    return code;
}

/* One code point, or one lone surrogate, of the inside of a string. */
uint32_t jt_next_character(const uint8_t **p, const uint8_t *end) {
    if (**p != '\\')
        return jt_next_sequence(p, end);
    uint8_t letter = (*p)[1];
    *p += 2;
    if (letter != 'u')
        return escape_letter(letter);
    uint32_t code = hex4(*p);
    *p += 4;
    if (code >= 0xd800 && code < 0xdc00 && end - *p >= 6 && (*p)[0] == '\\' && (*p)[1] == 'u') {
        uint32_t second = hex4(*p + 2);
        if (second >= 0xdc00 && second < 0xe000) {
            *p += 6;
            return 0x10000 + ((code - 0xd800) << 10 | (second - 0xdc00));
        }
    }
    return code;
}

JT_NOINLINE uint8_t *jt_put_unit(uint8_t *out, uint32_t unit) {
    *out++ = '\\';
    *out++ = 'u';
    for (int shift = 12; shift >= 0; shift -= 4)
        *out++ = (uint8_t)"0123456789abcdef"[unit >> shift & 15];
    return out;
}

size_t jt_put_escapes(uint32_t code, uint8_t *out) {
    uint8_t *end = out;
    if (code >= 0x10000) {
        end = jt_put_unit(end, 0xd7c0 + (code >> 10));
        code = 0xdc00 + (code & 0x3ff);
    }
    return (size_t)(jt_put_unit(end, code) - out);
}

size_t jt_put_utf8(uint32_t code, uint8_t *out) {
    if (code < 0x80) {
        out[0] = (uint8_t)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (uint8_t)(0xc0 | code >> 6);
        out[1] = (uint8_t)(0x80 | (code & 0x3f));
        return 2;
    }
    if (code < 0x10000) {
        if (code >= 0xd800 && code < 0xe000)
            code = 0xfffd;
        out[0] = (uint8_t)(0xe0 | code >> 12);
        out[1] = (uint8_t)(0x80 | (code >> 6 & 0x3f));
        out[2] = (uint8_t)(0x80 | (code & 0x3f));
        return 3;
    }
    out[0] = (uint8_t)(0xf0 | code >> 18);
    out[1] = (uint8_t)(0x80 | (code >> 12 & 0x3f));
    out[2] = (uint8_t)(0x80 | (code >> 6 & 0x3f));
    out[3] = (uint8_t)(0x80 | (code & 0x3f));
    return 4;
}

size_t jt_copy_utf8(const void *span, size_t length, void *target) {
    const uint8_t *p = (const uint8_t *)span + 1, *end = (const uint8_t *)span + length - 1;
    uint8_t *out = target;
    while (p < end) {
        if (*p != '\\' && *p < 0x80)
            *out++ = *p++;
        else
            out += jt_put_utf8(jt_next_character(&p, end), out);
    }
    return (size_t)(out - (uint8_t *)target);
}

size_t jt_unescape_utf16(const uint8_t *p, const uint8_t *end, uint16_t *target, size_t capacity) {
    size_t used = 0;
    while (p < end) {
        uint32_t code = *p;
        if (code != '\\' && code < 0x80)
            p++;
        else
            code = jt_next_character(&p, end);
        if (code >= 0x10000) {
            if (used < capacity)
                target[used] = (uint16_t)(0xd7c0 + (code >> 10));
            code = 0xdc00 + (code & 0x3ff);
            used++;
        }
        if (used < capacity)
            target[used] = (uint16_t)code;
        used++;
    }
    return used;
}

size_t jt_copy_utf16(const void *span, size_t length, uint16_t *target) {
    const uint8_t *text = span;
    return jt_unescape_utf16(text + 1, text + length - 1, target, length);
}
