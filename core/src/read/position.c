/* Lines and columns, counted when they are asked for: raw line feeds are legal only between tokens, so the tokenizer
 * keeps no account of them. */
#include "stream.h"

/* Do these bytes begin with two sequences of three? */
static bool is_pair_of_threes(uint64_t bytes) {
    return (bytes & UINT64_C(0xc0c0f0c0c0f0)) == UINT64_C(0x8080e08080e0);
}

/* Counts UTF-16 units of [p, end): one for each byte that begins a sequence and each stray continuation, one more at
 * the end of a sequence of four. The sequence that end cuts goes on in the next text. */
static void count_units(jt_line_count *count, const uint8_t *p, const uint8_t *end) {
    uint64_t units = 0;
    unsigned follow = count->follow;
    bool pair = count->pair;
    for (; p < end; p++) {
        if (*p < 0x80) { /* mostly in rows */
            const uint8_t *row = p;
            while (end - p >= 16 && ((load_u64(p) | load_u64(p + 8)) & UINT64_C(0x8080808080808080)) == 0)
                p += 16;
            units += (uint64_t)(p - row);
            follow = 0;
            if (p == end)
                break;
        } else if (!follow) { /* and characters of three bytes, as those of Chinese, too */
            while (end - p >= 8 && is_pair_of_threes(load_u64(p))) {
                units += 2;
                p += 6;
            }
            if (p == end)
                break;
        }
        if ((*p & 0xc0) == 0x80 && follow) {
            units += --follow == 0 && pair;
        } else {
            units++;
            follow = *p < 0xc2 || *p > 0xf4 ? 0 : *p < 0xe0 ? 1 : *p < 0xf0 ? 2 : 3;
            pair = *p >= 0xf0;
        }
    }
    count->at.column += units;
    count->follow = (uint8_t)follow;
    count->pair = pair;
}

/* The line feeds of [p, end): eight bytes at a time, each with a counter of its own in a word, which is emptied before
 * one of them can overflow. */
static uint64_t count_feeds(const uint8_t *p, const uint8_t *end) {
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f), pairs = UINT64_C(0x00ff00ff00ff00ff);
    uint64_t feeds = 0;
    while (end - p >= 8) {
        size_t words = (size_t)(end - p) / 8 < 255 ? (size_t)(end - p) / 8 : 255;
        uint64_t counters = 0;
        for (size_t i = 0; i < words; i++) {
            uint64_t x = load_u64(p + 8 * i) ^ UINT64_C(0x0a0a0a0a0a0a0a0a);
            counters += ~(((x & low) + low) | x | low) >> 7;
        }
        counters = (counters & pairs) + (counters >> 8 & pairs);
        feeds += (counters * UINT64_C(0x0001000100010001)) >> 48;
        p += 8 * words;
    }
    for (; p < end; p++)
        feeds += *p == '\n';
    return feeds;
}

void jt_count_lines(jt_line_count *count, const uint8_t *text, const uint8_t *end) {
    uint64_t feeds = count_feeds(text, end);
    const uint8_t *line = text;
    if (feeds) {
        for (line = end; line[-1] != '\n';)
            line--;
        count->at.line += feeds;
        count->at.column = count->at.byte_column = 1;
        count->follow = 0;
    }
    count_units(count, line, end);
    count->at.byte_column += (uint64_t)(end - line);
    count->at.offset += (uint64_t)(end - text);
}

jt_position jt_locate(const void *text, const jt_position *from, uint64_t offset) {
    jt_line_count count = {{0, 1, 1, 1}, 0, false};
    if (from)
        count.at = *from;
    const uint8_t *start = text;
    jt_count_lines(&count, start, start + (size_t)(offset - count.at.offset));
    return count.at;
}
