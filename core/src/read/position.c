/* Lines and columns, counted when they are asked for: raw line feeds are legal only between tokens, so the tokenizer
 * keeps no account of them. */
#include "../../include/jsontape.h"
#include "../base.h"

/* UTF-16 units of [p, end): one for each byte that begins a sequence and each stray continuation, one more at the end
 * of a sequence of four. */
static uint64_t count_units(const uint8_t *p, const uint8_t *end) {
    uint64_t units = 0;
    unsigned follow = 0;
    bool pair = false;
    for (; p < end; p++) {
        if ((*p & 0xc0) == 0x80 && follow) {
            units += --follow == 0 && pair;
        } else {
            units++;
            follow = *p < 0xc2 || *p > 0xf4 ? 0 : *p < 0xe0 ? 1 : *p < 0xf0 ? 2 : 3;
            pair = *p >= 0xf0;
        }
    }
    return units;
}

jt_position jt_locate(const void *text, const jt_position *from, uint64_t offset) {
    jt_position at = {0, 1, 1, 1};
    if (from)
        at = *from;
    const uint8_t *start = text, *end = start + (size_t)(offset - at.offset), *line = end;
    while (line > start && line[-1] != '\n')
        line--;
    if (line > start) {
        uint64_t feeds = 0;
        for (const uint8_t *p = start; p < line; p++)
            feeds += *p == '\n';
        at.line += feeds;
        at.column = at.byte_column = 1;
    }
    at.column += count_units(line, end);
    at.byte_column += (uint64_t)(end - line);
    at.offset = offset;
    return at;
}
