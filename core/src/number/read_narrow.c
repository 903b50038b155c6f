/* Literals, and decimal text to the narrower integers: those of 64 bits that fit. */
#include "number.h"

#define SIGNED(KIND, TYPE, LEAST, MOST)                                             \
    bool jt_read_##KIND(const void *span, size_t length, TYPE *value) {             \
        int64_t wide;                                                               \
        if (!jt_read_i64(span, length, &wide) || wide < (LEAST) || wide > (MOST)) { \
            return false;                                                           \
        }                                                                           \
        *value = (TYPE)wide;                                                        \
        return true;                                                                \
    }

SIGNED(i8, int8_t, INT8_MIN, INT8_MAX)
SIGNED(i16, int16_t, INT16_MIN, INT16_MAX)
SIGNED(i32, int32_t, INT32_MIN, INT32_MAX)

#define UNSIGNED(KIND, TYPE, MOST)                                      \
    bool jt_read_##KIND(const void *span, size_t length, TYPE *value) { \
        uint64_t wide;                                                  \
        if (!jt_read_u64(span, length, &wide) || wide > (MOST)) {       \
            return false;                                               \
        }                                                               \
        *value = (TYPE)wide;                                            \
        return true;                                                    \
    }

UNSIGNED(u8, uint8_t, UINT8_MAX)
UNSIGNED(u16, uint16_t, UINT16_MAX)
UNSIGNED(u32, uint32_t, UINT32_MAX)

static bool is_text(const uint8_t *span, size_t length, const char *text, size_t text_length) {
    size_t i = 0;
    while (i < length && i < text_length && span[i] == (uint8_t)text[i]) {
        i++;
    }
    return i == length && i == text_length;
}

bool jt_read_bool(const void *span, size_t length, bool *value) {
    bool yes = is_text(span, length, "true", 4);
    if (!yes && !is_text(span, length, "false", 5)) {
        return false;
    }
    *value = yes;
    return true;
}
