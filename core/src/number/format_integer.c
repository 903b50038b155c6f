/* Integers to text. The digits are made eight at a time in words, without tables or loops. */
#include "digits.h"
#include "number.h"

/* A number below 10^8, without leading zeros. */
static inline size_t format_short(uint32_t value, uint8_t *target) {
#if !JT_COMPACT
    if (value < 10000) {
        uint32_t pairs = (value << 16) - ((100 << 16) - 1) * (value * 5243 >> 19);
        uint32_t digits = (pairs << 8) - ((10 << 8) - 1) * ((pairs * 103 >> 10) & 0x000f000f);
        uint32_t zeros = (value < 10) + (value < 100) + (value < 1000);
        digits = (digits | (uint32_t)JT_ZEROS) >> (8 * zeros);
        memcpy(target, &digits, 4);
        return 4 - zeros;
    }
#endif
    uint64_t digits = jt_digit_bytes(value);
    int zeros = jt_zeros_before(digits | (uint64_t)1 << 56);
    jt_store_8(target, (digits | JT_ZEROS) >> (8 * zeros));
    return (size_t)(8 - zeros);
}

size_t jt_format_u64_into(uint64_t value, uint8_t *target) {
    if (value < 100000000) {
        return format_short((uint32_t)value, target);
    }
    uint64_t upper = value / 100000000;
    uint32_t lower = (uint32_t)(value - upper * 100000000);
    size_t length;
    if (upper < 100000000) {
        length = format_short((uint32_t)upper, target);
    } else {
        uint32_t top = (uint32_t)(upper / 100000000);
        length = format_short(top, target);
        jt_store_8(target + length, jt_digit_bytes((uint32_t)(upper - (uint64_t)top * 100000000)) | JT_ZEROS);
        length += 8;
    }
    jt_store_8(target + length, jt_digit_bytes(lower) | JT_ZEROS);
    return length + 8;
}

size_t jt_format_i64_into(int64_t value, uint8_t *target) {
    uint64_t magnitude = (uint64_t)value;
    size_t sign = value < 0;
    *target = '-';
    return sign + jt_format_u64_into(sign ? 0 - magnitude : magnitude, target + sign);
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
