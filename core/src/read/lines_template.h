/* Lines and columns, counted when they are asked for: raw line feeds are legal only between tokens, so the tokenizer
 * keeps no account of them. jt_count_lines (simd/isa.h); count_bytes says what is counted, the rest does the same for a
 * vector of bytes at a time. */

static bool is_continuation(uint8_t b) {
    return (b & 0xc0) == 0x80;
}

/* How many bytes follow the first one of a sequence; 0 for a byte that begins none. */
static unsigned followers(uint8_t b) {
    return b < 0xc2 || b > 0xf4 ? 0 : b < 0xe0 ? 1 : b < 0xf0 ? 2 : 3;
}

/* Behind the last line feed; rest: bytes up to the end of the text, of which so many are counted already. */
JT_INLINE void begin_line(jt_line_count *count, uint64_t feeds, uint64_t counted, uint64_t rest) {
    count->at.line += feeds;
    count->at.column = 1 + counted;
    count->at.byte_column = 1 + rest;
}

/* A UTF-16 unit for each byte that begins a sequence and each stray one, another at the end of a sequence of four. The
 * sequence that end cuts goes on in the next text. Leaves count->at.offset to the caller. */
static void count_bytes(jt_line_count *count, const uint8_t *p, const uint8_t *end) {
    count->at.byte_column += (size_t)(end - p);
    for (; p < end; p++) {
        for (; end - p >= 8 && !count->follow; p += 8) { /* mostly there are words of ASCII */
            const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f), word = load_u64(p);
            if (word & ~low)
                break;
            uint64_t feeds = ~((word ^ UINT64_C(0x0a0a0a0a0a0a0a0a)) + low) & ~low;
            count->at.column += 8;
            if (feeds) {
                uint64_t behind = clz_u64(feeds) >> 3;
                begin_line(count, (feeds >> 7) * UINT64_C(0x0101010101010101) >> 56, behind,
                           behind + (size_t)(end - p) - 8);
            }
        }
        if (p == end)
            break;
        if (is_continuation(*p) && count->follow) {
            count->at.column += --count->follow == 0 && count->pair;
            continue;
        }
        count->at.column++;
        count->follow = (uint8_t)followers(*p);
        count->pair = *p >= 0xf0;
        if (*p == '\n')
            begin_line(count, 1, 0, (size_t)(end - p) - 1);
    }
}

/* The sum of the bytes of v. */
static uint64_t sum_of_bytes(vec v) {
    uint8_t bytes[JT_W];
    uint64_t sum = 0;
    vec_store(bytes, v);
    for (unsigned i = 0; i < JT_W; i++)
        sum += bytes[i];
    return sum;
}

/* How many blocks may be counted, at most one each, before a counter of a byte is emptied. */
static size_t blocks_in(const uint8_t *p, const uint8_t *end) {
    size_t blocks = (size_t)(end - p) / JT_W;
    return blocks < 255 ? blocks : 255;
}

/* The line feeds of a text; *behind: the place behind the last, or the start. */
static uint64_t count_feeds(const uint8_t *text, const uint8_t *end, const uint8_t **behind) {
    const vec feed = vec_splat('\n');
    const uint8_t *p = text, *last = text;
    uint64_t feeds = 0;
    for (size_t blocks; (blocks = blocks_in(p, end)) > 0;) {
        vec counters = vec_splat(0);
        for (size_t i = 0; i < blocks; i++, p += JT_W)
            counters = vec_sub(counters, vec_eq(vec_load(p), feed));
        uint64_t found = sum_of_bytes(counters);
        feeds += found;
        last = found ? p : last;
    }
    if (feeds) {
        while (!vec_mask(vec_eq(vec_load(last - JT_W), feed)))
            last -= JT_W;
        while (last[-1] != '\n')
            last--;
    }
    for (; p < end; p++) {
        if (*p == '\n') {
            feeds++;
            last = p + 1;
        }
    }
    *behind = last;
    return feeds;
}

/* The end of the blocks of ASCII from p on. */
static const uint8_t *skip_ascii(const uint8_t *p, const uint8_t *end) {
#if !JT_COMPACT
    while (end - p >= 4 * JT_W && !vec_mask(vec_or(vec_or(vec_load(p), vec_load(p + JT_W)),
                                                   vec_or(vec_load(p + 2 * JT_W), vec_load(p + 3 * JT_W)))))
        p += 4 * JT_W;
#endif
    while (end - p >= JT_W && !vec_mask(vec_load(p)))
        p += JT_W;
    return p;
}

/* The units of whole blocks from p on, which is the start of a sequence, until one that is ill-formed in a way that
 * counts. Three bytes before p are readable. */
static const uint8_t *count_units(jt_line_count *count, const uint8_t *p, const uint8_t *end) {
    const uint8_t *const start = p;
    bool whole = true;
    while (whole && end - p >= JT_W) {
        vec counters = vec_splat(0);
        for (unsigned blocks = 0; blocks < 255 && end - p >= JT_W; blocks++) {
            vec v = vec_load(p), third = vec_load(p - 3);
            if (!vec_mask(vec_or(v, third))) {
                const uint8_t *q = skip_ascii(p + JT_W, end);
                count->at.column += (size_t)(q - p);
                p = q;
                continue;
            }
            /* Bit 7 of each byte. Continuations have to stand where the bytes before ask for them. */
            vec continuations = vec_xor(v, vec_from(v, 0xc0)), ends = vec_from(third, 0xf0);
            vec asked = vec_or(ends, vec_or(vec_from(vec_load(p - 2), 0xe0), vec_from(vec_load(p - 1), 0xc0)));
            vec none = vec_or(vec_from(v, 0xf5), vec_eq(vec_and(v, vec_splat(0xfe)), vec_splat(0xc0)));
            whole = !vec_mask(vec_or(none, vec_xor(continuations, asked)));
            if (!whole)
                break;
            counters = vec_sub(counters, vec_le(vec_xor(continuations, ends), 0x7f));
            p += JT_W;
        }
        count->at.column += sum_of_bytes(counters);
    }
    count->at.byte_column += (size_t)(p - start);
    for (unsigned back = 3; p > start && back > 0; back--) {
        uint8_t b = p[-(ptrdiff_t)back];
        if (followers(b) >= back) {
            count->follow = (uint8_t)(followers(b) + 1 - back);
            count->pair = b >= 0xf0;
        }
    }
    return p;
}

static void count_lines(jt_line_count *count, const uint8_t *text, const uint8_t *end) {
    const uint8_t *p = text;
    count->at.offset += (size_t)(end - text);
    if (end - text >= 128) {
        uint64_t feeds = count_feeds(text, end, &p);
        if (feeds) {
            begin_line(count, feeds, 0, 0);
            count->follow = 0;
        }
        if (p - text < 3 && end - p >= 3) {
            count_bytes(count, p, p + 3);
            p += 3;
        }
        while (end - p >= JT_W) {
            const uint8_t *next = p + (count->follow ? count->follow : 1);
            if (!count->follow && !is_continuation(*p)) {
                const uint8_t *q = count_units(count, p, end);
                next = q == p ? p + JT_W : q;
                p = q;
            }
            count_bytes(count, p, next);
            p = next;
        }
    }
    count_bytes(count, p, end);
}
