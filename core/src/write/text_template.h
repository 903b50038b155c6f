/* jt_write_string and jt_write_key of one instruction set: a template, included behind its escape template. It defines
 * write_string and write_key. The whole calls are instances, so that plain text is written without another call. */

/* The bytes around the text of a key at most: two quotes, a colon, a space. */
#define AROUND 4

/* put_short copies text of up to TEXT_SHORT bytes, touching so many, and says whether it is plain: ASCII, and nothing
 * in it takes an escape. put_plain copies longer text as far as it is, and returns how far: to the end, or a number of
 * whole vectors, behind which another may have been touched. */
#if JT_HAS_MASKS
#define TEXT_SHORT JT_W
JT_INLINE bool put_short(const uint8_t *text, size_t length, uint8_t *out) {
    vec v = vec_load_few(text, length);
    vec_store(out, v);
    return vec_is_plain(v, length);
}
JT_INLINE size_t put_plain(const uint8_t *text, size_t length, uint8_t *out) {
    size_t at = 0;
    for (; length - at > BLOCK_W; at += BLOCK_W) {
        block v = block_load(text + at);
        block_store(out + at, v);
        if (!block_is_plain(v, BLOCK_W))
            return at;
    }
    block v = block_load_few(text + at, length - at);
    block_store(out + at, v);
    return block_is_plain(v, length - at) ? length : at;
}
#else
#define TEXT_SHORT 16
#define escape_blocks(text, length, out, room, escaped) escape(text, length, length, out, room, escaped)
JT_INLINE bool put_short(const uint8_t *text, size_t length, uint8_t *out) {
    if (length > 8) {
        uint64_t first = load_u64(text), last = load_u64(text + length - 8);
        memcpy(out, &first, 8);
        memcpy(out + length - 8, &last, 8);
        return (escape_not_plain_word(first) | escape_not_plain_word(last)) == 0;
    }
    if (length >= 4) {
        uint32_t low = load_u32(text), high = load_u32(text + length - 4);
        memcpy(out, &low, 4);
        memcpy(out + length - 4, &high, 4);
        return escape_not_plain_word((uint64_t)high << 32 | low) == 0;
    }
    if (length > 0) {
        out[0] = text[0];
        out[length / 2] = text[length / 2];
        out[length - 1] = text[length - 1];
        return escape_not_plain_word(UINT64_C(0x2020202020000000) | (uint64_t)text[0] << 16 |
                                     (uint64_t)text[length / 2] << 8 | text[length - 1]) == 0;
    }
    return true;
}
JT_INLINE size_t put_plain(const uint8_t *text, size_t length, uint8_t *out) {
    size_t at = 0;
    for (; length - at >= JT_W; at += JT_W) {
        vec v = vec_load(text + at);
        vec_store(out + at, v);
        if (!escape_is_plain(v))
            return at;
    }
#if JT_W > TEXT_SHORT
    if (at == 0) {
        copy_few(out, text, length, JT_W);
        return escape_is_plain(escape_gather(text, length)) ? length : 0;
    }
#endif
    vec v = vec_load(text + length - JT_W);
    vec_store(out + length - JT_W, v);
    return escape_is_plain(v) ? length : at;
}
#endif

/* The end of a call that has written text of that length behind a quote. */
JT_INLINE jt_status commit_text(jt_writer *w, jt_place place, size_t length, bool key, bool indented) {
    uint8_t *out = place.out + 1 + length;
    if (key) {
        memcpy(out, "\":", 2);
        if (indented)
            out[2] = ' ';
        return writer_commit(w, place, length + 3 + indented, w->after_key);
    }
    *out = '"';
    return writer_commit(w, place, length + 2, w->after_value);
}

/* Text that has been escaped is refused for no other reason than this. */
JT_INLINE bool is_writable(const jt_writer *w, const jt_escaped *escaped, const uint8_t *text, size_t length) {
    return !escaped->non_ascii || w->options.utf8 == JT_UTF8_RAW || is_utf8(text, text + length);
}

/* Text that is allowed, where the room may do for a part of it alone. */
JT_NOINLINE static jt_status write_tight(jt_writer *w, const uint8_t *text, size_t length, bool key) {
    jt_place place = NO_PLACE;
    if (length == 0)
        text = (const uint8_t *)""; /* a pointer to add 0 to */
    if (w->options.escape == 0)
        place = writer_reserve(w, AROUND);
    if (!place.out)
        return jt_write_text_slowly(w, text, length, key);
    *place.out = '"';
    jt_escaped escaped;
    size_t room = (size_t)(w->buffer + w->capacity - place.out) - AROUND;
    size_t read = escape(text, length, length, place.out + 1, room, &escaped);
    if (read == length && is_writable(w, &escaped, text, length))
        return commit_text(w, place, escaped.written, key, w->unit != 0);
    if (w->options.utf8 != JT_UTF8_RAW && !is_utf8(text, text + length))
        return jt_write_text_slowly(w, text, length, key);
    writer_commit(w, place, 1 + escaped.written, 0);
    return jt_write_text_rest(w, text + read, length - read, key);
}

/* Longer text, and short text that isn't plain, in the first way or the second. Nothing counts as written
 * before the commit: what stops it leaves no more than bytes behind w->length. */
JT_NOINLINE static jt_status write_long(jt_writer *w, const uint8_t *text, size_t length, bool key) {
    const unsigned need = key ? STATE_KEY : STATE_VALUE;
    jt_place place = writer_quick(w, need, length);
    const bool quick = place.out != NULL;
    if (!quick) {
        if (!writer_allows(w, need))
            return JT_REFUSED;
        if (w->options.escape == 0 && length < SIZE_MAX - QUICK)
            place = writer_reserve(w, length + QUICK);
        if (!place.out)
            return write_tight(w, text, length, key);
    }
    const bool indented = !quick && w->unit != 0;
    uint8_t *out = place.out + 1;
    size_t plain = length > TEXT_SHORT ? put_plain(text, length, out) : 0; /* of short text somebody has seen that */
    *place.out = '"';
    if (plain == length)
        return commit_text(w, place, length, key, indented);
    jt_escaped escaped;
    size_t left = length - plain, room = (size_t)(w->buffer + w->capacity - out) - plain - (AROUND - 1);
    if (escape_blocks(text + plain, left, out + plain, room, &escaped) == left &&
        is_writable(w, &escaped, text + plain, left))
        return commit_text(w, place, plain + escaped.written, key, indented);
    return write_tight(w, text, length, key);
}

/* Short text in the second way. */
JT_NOINLINE static jt_status write_second(jt_writer *w, const uint8_t *text, size_t length, bool key) {
    if (w->options.escape == 0 && writer_allows(w, key ? STATE_KEY : STATE_VALUE)) {
        jt_place place = writer_reserve(w, QUICK);
        if (place.out) {
            *place.out = '"';
            if (put_short(text, length, place.out + 1))
                return commit_text(w, place, length, key, w->unit != 0);
        }
    }
    return write_long(w, text, length, key);
}

JT_INLINE jt_status write_text(jt_writer *w, const uint8_t *text, size_t length, bool key) {
    if (JT_UNLIKELY(length > TEXT_SHORT))
        return write_long(w, text, length, key);
    jt_place place = writer_quick(w, key ? STATE_KEY : STATE_VALUE, length);
    if (JT_UNLIKELY(!place.out))
        return write_second(w, text, length, key);
    *place.out = '"';
    if (JT_UNLIKELY(!put_short(text, length, place.out + 1)))
        return write_long(w, text, length, key);
    return commit_text(w, place, length, key, false);
}

static jt_status write_string(jt_writer *w, const void *utf8, size_t length) {
    return write_text(w, utf8, length, false);
}

static jt_status write_key(jt_writer *w, const void *utf8, size_t length) {
    return write_text(w, utf8, length, true);
}

#undef AROUND
#undef TEXT_SHORT
