/* Decimal text to integers of 64 bits, exactly, and the exponents of numbers. */
#include "decimal.h"

/* No text in memory has so many digits that they bring an exponent beyond this one back into any range. */
#define EXPONENT_LIMIT 100000000000000000

int64_t jt_number_exponent(const uint8_t *text, const uint8_t *end) {
    bool negative = *text == '-';
    int64_t value = 0;
    for (text += negative || *text == '+'; text < end; text++) {
        if (value < EXPONENT_LIMIT) {
            value = value * 10 + (*text - '0');
        }
    }
    return negative ? -value : value;
}

/* The magnitude of a number that is an integer below 2^64; false for any other. */
static bool read_magnitude(const jt_number_spans *spans, uint64_t *value) {
    jt_digit_runs runs = jt_significant_digits(spans);
    size_t length = runs.first_length + runs.second_length;
    if (length == 0) {
        *value = 0; /* whatever the exponent */
        return true;
    }
    int64_t exponent = spans->exponent - (int64_t)spans->fraction_length;
    while (jt_run_digit(&runs, length - 1) == 0) {
        length--;
        exponent++;
    }
    if (exponent < 0 || exponent > 19 || length > 20 || (int64_t)length + exponent > 20) {
        return false;
    }
    uint64_t result = 0;
    for (int64_t i = 0; i < (int64_t)length + exponent; i++) {
        uint32_t digit = i < (int64_t)length ? jt_run_digit(&runs, (size_t)i) : 0;
        if (result > UINT64_MAX / 10 || result * 10 > UINT64_MAX - digit) {
            return false;
        }
        result = result * 10 + digit;
    }
    *value = result;
    return true;
}

/* The same from a token's text, with a short way for the plain integers that can't overflow. */
static bool read_text(const void *span, size_t length, bool *negative, uint64_t *value) {
    jt_number_spans spans;
    uint64_t digits = jt_take_apart(span, length, &spans);
    *negative = spans.negative;
    if (spans.integer_length == length - spans.negative && spans.integer_length <= 19) {
        *value = digits;
        return true;
    }
    return read_magnitude(&spans, value);
}

bool jt_read_u64(const void *span, size_t length, uint64_t *value) {
    bool negative;
    uint64_t magnitude;
    if (!read_text(span, length, &negative, &magnitude) || (negative && magnitude != 0)) {
        return false;
    }
    *value = magnitude;
    return true;
}

bool jt_read_i64(const void *span, size_t length, int64_t *value) {
    bool negative;
    uint64_t magnitude;
    if (!read_text(span, length, &negative, &magnitude) || magnitude > (uint64_t)INT64_MAX + negative) {
        return false;
    }
    *value = negative && magnitude != 0 ? -(int64_t)(magnitude - 1) - 1 : (int64_t)magnitude;
    return true;
}
