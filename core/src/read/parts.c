/* The text of JSON Pointers and its parts. */
#include "parts.h"
#include "inside.h"

bool jt_is_pointer(const uint8_t *p, const uint8_t *end) {
    if (p < end && *p != '/')
        return false;
    for (; p < end; p++) {
        if (*p == '~' && (++p == end || (*p != '0' && *p != '1')))
            return false;
    }
    return true;
}

bool jt_inside_is_part(const uint8_t *key, const uint8_t *key_end, const uint8_t *p, const uint8_t *end) {
    while (key < key_end) {
        uint8_t bytes[4];
        size_t n = jt_take_utf8(&key, key_end, bytes);
        for (size_t i = 0; i < n; i++) {
            if (p == end)
                return false;
            uint8_t b = *p++;
            if (b == '~')
                b = *p++ == '0' ? '~' : '/';
            if (b != bytes[i])
                return false;
        }
    }
    return p == end;
}

uint64_t jt_part_index(const uint8_t *p, const uint8_t *end) {
    uint64_t index = 0;
    if (p == end || (*p == '0' && end - p > 1))
        return UINT64_MAX;
    for (; p < end; p++) {
        if (!is_digit(*p) || index > (UINT64_MAX - 9) / 10)
            return UINT64_MAX;
        index = index * 10 + (*p - '0');
    }
    return index;
}
