/* Lines and columns, counted when they are asked for: raw line feeds are legal only between tokens, so the tokenizer
 * keeps no account of them. */
#include "stream.h"

/* Counts UTF-16 units of [p, end): one for each byte that begins a sequence and each stray continuation, one more at
 * the end of a sequence of four. The sequence that end cuts goes on in the next text. */
static void count_units(jt_line_count *count, const uint8_t *p, const uint8_t *end) {
    uint64_t units = 0;
    unsigned follow = count->follow;
    bool pair = count->pair;
    for (; p < end; p++) {
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

void jt_count_lines(jt_line_count *count, const uint8_t *text, const uint8_t *end) {
    const uint8_t *line = end;
    while (line > text && line[-1] != '\n')
        line--;
    if (line > text) {
        uint64_t feeds = 0;
        for (const uint8_t *p = text; p < line; p++)
            feeds += *p == '\n';
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
