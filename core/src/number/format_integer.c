/* Integers to text, by the functions of digits.h. */
#include "digits.h"
#include "number.h"

size_t jt_format_u64_into(uint64_t value, uint8_t *target) {
    return jt_put_u64(value, target);
}

size_t jt_format_i64_into(int64_t value, uint8_t *target) {
    return jt_put_i64(value, target);
}

/* The public functions keep to JT_NUMBER_MAX bytes. */
size_t jt_format_u64(uint64_t value, char *buffer) {
    uint8_t text[JT_NUMBER_ROOM];
    size_t length = jt_format_u64_into(value, text);
    memcpy(buffer, text, JT_NUMBER_MAX);
    return length;
}

size_t jt_format_i64(int64_t value, char *buffer) {
    uint8_t text[JT_NUMBER_ROOM];
    size_t length = jt_format_i64_into(value, text);
    memcpy(buffer, text, JT_NUMBER_MAX);
    return length;
}
