/* What the current token of a reader says: text, numbers, and its place in a table of keys. */
#include "inside.h"
#include "reader.h"

/* The inside of the current key or string, or of its piece; false where it is neither. */
static bool find_inside(const jt_reader *r, const uint8_t **p, const uint8_t **end) {
    jt_type type = jt_reader_type(r);
    size_t length;
    if (type != JT_KEY && type != JT_STRING)
        return false;
    *p = jt_reader_span(r, &length);
    *end = *p + length - !r->partial;
    *p += !r->piece;
    return true;
}

bool jt_reader_is_escaped(const jt_reader *r) {
    jt_type type = jt_reader_type(r);
    return (type == JT_KEY || type == JT_STRING) && (jt_reader_flags(r) & JT_ESCAPED);
}

bool jt_reader_text_equals(const jt_reader *r, const void *utf8, size_t length) {
    const uint8_t *p, *end;
    return find_inside(r, &p, &end) && jt_inside_equals(p, end, utf8 ? utf8 : (const void *)"", length);
}

bool jt_reader_copy_utf8(const jt_reader *r, void *target, size_t capacity, size_t *length) {
    const uint8_t *p, *end;
    size_t used = 0;
    *length = 0;
    if (!find_inside(r, &p, &end))
        return false;
    if (!(jt_reader_flags(r) & (JT_ESCAPED | JT_NON_ASCII))) {
        used = (size_t)(end - p);
        if (used && used <= capacity)
            memcpy(target, p, used);
    }
    for (p += used; p < end;) {
        uint8_t bytes[4];
        size_t n = jt_take_utf8(&p, end, bytes);
        if (used < capacity && n <= capacity - used)
            memcpy((uint8_t *)target + used, bytes, n);
        used += n;
    }
    *length = used;
    return used <= capacity;
}

bool jt_reader_copy_utf16(const jt_reader *r, uint16_t *target, size_t capacity, size_t *length) {
    const uint8_t *p, *end;
    *length = 0;
    if (!find_inside(r, &p, &end))
        return false;
    *length = jt_unescape_utf16(p, end, target, capacity);
    return *length <= capacity;
}

int32_t jt_reader_key(const jt_reader *r, const jt_key_map *map) {
    const uint8_t *p, *end;
    if (r->piece || r->partial || !find_inside(r, &p, &end))
        return -1;
    return jt_key_map_find_inside(map, p, end);
}

/* The span of the current number; NULL where it is none, or a piece. */
static const void *find_number(const jt_reader *r, size_t *length) {
    if (jt_reader_type(r) != JT_NUMBER || r->piece || r->partial)
        return NULL;
    return jt_reader_span(r, length);
}

bool jt_reader_bool(const jt_reader *r, bool *value) {
    jt_type type = jt_reader_type(r);
    if (type != JT_TRUE && type != JT_FALSE)
        return false;
    *value = type == JT_TRUE;
    return true;
}

#define INTEGER(KIND, TYPE)                                  \
    bool jt_reader_##KIND(const jt_reader *r, TYPE *value) { \
        size_t length;                                       \
        const void *span = find_number(r, &length);          \
        return span && jt_read_##KIND(span, length, value);  \
    }

INTEGER(i8, int8_t)
INTEGER(i16, int16_t)
INTEGER(i32, int32_t)
INTEGER(i64, int64_t)
INTEGER(u8, uint8_t)
INTEGER(u16, uint16_t)
INTEGER(u32, uint32_t)
INTEGER(u64, uint64_t)

#define FLOAT(KIND, TYPE)                                    \
    bool jt_reader_##KIND(const jt_reader *r, TYPE *value) { \
        size_t length;                                       \
        const void *span = find_number(r, &length);          \
        if (!span)                                           \
            return false;                                    \
        *value = jt_read_##KIND(span, length);               \
        return true;                                         \
    }

FLOAT(f32, float)
FLOAT(f64, double)
