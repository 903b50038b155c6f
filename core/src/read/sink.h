/* Text written the way snprintf does: as much as there is room for, and the length of the whole is counted. */
#ifndef JT_SINK_H
#define JT_SINK_H

#include "../base.h"

typedef struct sink {
    char *buffer;
    size_t capacity; /* the last byte is kept for the NUL */
    size_t length;
} sink;

JT_INLINE void put_byte(sink *out, char c) {
    if (out->length + 1 < out->capacity)
        out->buffer[out->length] = c;
    out->length++;
}

JT_INLINE void put_text(sink *out, const char *text) {
    while (*text)
        put_byte(out, *text++);
}

JT_INLINE void put_decimal(sink *out, uint64_t value) {
    char digits[20];
    unsigned n = 0;
    do
        digits[n++] = (char)('0' + value % 10);
    while ((value /= 10) != 0);
    while (n)
        put_byte(out, digits[--n]);
}

/* Ends the text. Where it did not fit, the cut is moved back to the start of a UTF-8 sequence. */
JT_INLINE size_t end_text(sink *out) {
    if (out->capacity) {
        size_t end = out->length < out->capacity ? out->length : out->capacity - 1;
        if (end < out->length) {
            size_t lead = end;
            while (lead > 0 && end - lead < 3 && ((uint8_t)out->buffer[lead - 1] & 0xc0) == 0x80)
                lead--;
            if (lead > 0 && (uint8_t)out->buffer[lead - 1] >= 0xc0) {
                uint8_t b = (uint8_t)out->buffer[lead - 1];
                size_t whole = b >= 0xf0 ? 4 : b >= 0xe0 ? 3 : 2;
                if (end - (lead - 1) < whole)
                    end = lead - 1;
            }
        }
        out->buffer[end] = 0;
    }
    return out->length;
}

#endif
