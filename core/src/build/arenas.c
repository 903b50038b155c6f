/* See arenas.h. Runs of plain ASCII go eight bytes at a time. */
#include "arenas.h"

#include "../read/text.h"

#define ONES UINT64_C(0x0101010101010101)

/* Of eight bytes: not 0 where one of them is a backslash, or 0x80 and above. */
JT_INLINE uint64_t rare(uint64_t word) {
    uint64_t x = word ^ ONES * '\\';
    return (word | ((x - ONES) & ~x)) & ONES << 7;
}

size_t jt_unescape_ascii(const uint8_t *p, const uint8_t *end, uint8_t *out) {
    uint8_t *start = out;
    while (p < end) {
        if (end - p >= 8) {
            uint64_t word = load_u64(p), stop = rare(word);
            /* No more bytes come out than have gone in: there is room for the word. */
            memcpy(out, &word, sizeof word);
            uint32_t plain = stop ? ctz_u64(stop) / 8 : 8;
            out += plain;
            p += plain;
            if (!stop)
                continue;
        }
        if (*p != '\\') {
            *out++ = *p++;
            continue;
        }
        uint32_t code = jt_next_character(&p, end);
        if (code >= 0x80)
            return SIZE_MAX;
        *out++ = (uint8_t)code;
    }
    return (size_t)(out - start);
}

size_t jt_transcode(const uint8_t *p, const uint8_t *end, uint16_t *out, bool well_formed, bool *lone) {
    uint16_t *start = out;
    while (p < end) {
        if (end - p >= 8 && !rare(load_u64(p))) {
            for (int i = 0; i < 8; i++)
                out[i] = p[i];
            out += 8;
            p += 8;
            continue;
        }
        uint32_t code = *p;
        if (code < 0x80 && code != '\\') {
            *out++ = (uint16_t)code;
            p++;
        } else if (well_formed && code >= 0xe0 && code < 0xf0) {
            *out++ = (uint16_t)(code << 12 | (p[1] & 0x3fu) << 6 | (p[2] & 0x3fu));
            p += 3;
        } else if (well_formed && code >= 0x80 && code < 0xe0) {
            *out++ = (uint16_t)((code & 0x1fu) << 6 | (p[1] & 0x3fu));
            p += 2;
        } else {
            code = jt_next_character(&p, end);
            if (code >= 0x10000) {
                *out++ = (uint16_t)(0xd7c0 + (code >> 10));
                code = 0xdc00 + (code & 0x3ff);
            } else if (code >= 0xd800 && code < 0xe000) {
                *lone = true;
            }
            *out++ = (uint16_t)code;
        }
    }
    return (size_t)(out - start);
}
