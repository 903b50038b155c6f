#include "sink.h"
#include "../number/number.h"

void jt_put_byte(sink *out, char c) {
    if (out->length + 1 < out->capacity)
        out->buffer[out->length] = c;
    out->length++;
}

void jt_put_text(sink *out, const char *text) {
    while (*text)
        jt_put_byte(out, *text++);
}

void jt_put_decimal(sink *out, uint64_t value) {
    uint8_t digits[JT_NUMBER_ROOM];
    const size_t n = jt_format_u64_into(value, digits);
    for (size_t i = 0; i < n; i++)
        jt_put_byte(out, (char)digits[i]);
}

/* The bytes that a UTF-8 sequence has, by its lead. */
static size_t whole_length(uint8_t lead) {
    return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
}

size_t jt_end_text(sink *out) {
    if (out->capacity) {
        size_t end = out->length < out->capacity ? out->length : out->capacity - 1;
        if (end < out->length) {
            size_t last = end; /* where the last sequence before the cut begins */
            while (last > 0 && end - last < 4 && ((uint8_t)out->buffer[--last] & 0xc0) == 0x80)
                continue;
            if (last < end && end - last < whole_length((uint8_t)out->buffer[last]))
                end = last;
        }
        out->buffer[end] = 0;
    }
    return out->length;
}
