/* Lines and columns, counted when they are asked for: raw line feeds are legal only between tokens, so the tokenizer
 * keeps no account of them. jt_count_lines (view.h). What a byte counts is told by that byte alone, so that a count
 * goes on anywhere, inside a sequence too. */

JT_SMALL static uint64_t count_feeds(const uint8_t *p, const uint8_t *end) {
    uint64_t feeds = 0;
    for (; (size_t)(end - p) >= JT_W; p += JT_W)
        feeds += count_bits(vec_mask(vec_eq(vec_load(p), vec_splat('\n'))));
    for (; p < end; p++)
        feeds += *p == '\n';
    return feeds;
}

/* The place behind the last line feed of a text that has one. */
JT_SMALL static const uint8_t *behind_feeds(const uint8_t *text, const uint8_t *end) {
    while ((size_t)(end - text) >= JT_W && !vec_mask(vec_eq(vec_load(end - JT_W), vec_splat('\n'))))
        end -= JT_W;
    while (end[-1] != '\n')
        end--;
    return end;
}

/* UTF-16 units: one for each byte that is no continuation, another for each that begins a sequence of four, which are
 * f0 to f4. */
JT_SMALL static uint64_t count_units(const uint8_t *p, const uint8_t *end) {
    uint64_t units = (size_t)(end - p);
    for (; (size_t)(end - p) >= JT_W; p += JT_W) {
        vec v = vec_load(p);
        if (vec_mask(v)) {
            uint32_t continuations = vec_mask(v) ^ vec_mask(vec_from(v, 0xc0));
            uint32_t pairs = vec_mask(vec_from(v, 0xf0)) ^ vec_mask(vec_from(v, 0xf5));
            units += count_bits(pairs) - count_bits(continuations);
        }
    }
    for (; p < end; p++)
        units += (uint64_t)(*p >= 0xf0 && *p < 0xf5) - ((*p & 0xc0) == 0x80);
    return units;
}

JT_SMALL static void count_lines(jt_position *at, const uint8_t *text, const uint8_t *end) {
    const uint64_t feeds = count_feeds(text, end);
    at->offset += (size_t)(end - text);
    if (feeds) {
        at->line += feeds;
        at->column = at->byte_column = 1;
        text = behind_feeds(text, end);
    }
    at->column += count_units(text, end);
    at->byte_column += (size_t)(end - text);
}
