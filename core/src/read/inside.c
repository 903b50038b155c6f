/* Strings compared with text, escapes and all. */
#include "inside.h"

bool jt_inside_equals(const uint8_t *p, const uint8_t *end, const uint8_t *text, size_t length) {
    const uint8_t *const text_end = text + length;
    while (p < end) {
        uint8_t bytes[4];
        size_t n = jt_take_utf8(&p, end, bytes);
        if (n > (size_t)(text_end - text))
            return false;
        for (size_t i = 0; i < n; i++) {
            if (*text++ != bytes[i])
                return false;
        }
    }
    return text == text_end;
}

bool jt_text_equals(const void *span, size_t length, const void *utf8, size_t utf8_length) {
    const uint8_t *start = span;
    return jt_inside_equals(start + 1, start + length - 1, utf8 ? utf8 : (const void *)"", utf8_length);
}
