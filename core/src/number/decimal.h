/* A number's text taken apart into its runs of digits, for the files that read numbers.
 *
 * The text is a number token's: the tokenizer has checked it, so that nothing is checked here again. */
#ifndef JT_NUMBER_DECIMAL_H
#define JT_NUMBER_DECIMAL_H

#include "number.h"
#include "wide.h"

/* Whether eight bytes are all digits. */
static inline bool jt_eight_are_digits(uint64_t word) {
    return (((word + 0x4646464646464646) | (word - 0x3030303030303030)) & 0x8080808080808080) == 0;
}

/* The value of eight digits, the first of which is the lowest byte: pairs, then fours, then the whole. */
static inline uint32_t jt_eight_digits(uint64_t word) {
    word = (word & 0x0f0f0f0f0f0f0f0f) * 2561 >> 8;
    word = (word & 0x00ff00ff00ff00ff) * 6553601 >> 16;
    return (uint32_t)((word & 0x0000ffff0000ffff) * 42949672960001 >> 32);
}

/* Reads digits up to end or the first byte that is none, and appends them to *digits, modulo 2^64. */
static inline const uint8_t *jt_take_digits(const uint8_t *text, const uint8_t *end, uint64_t *digits) {
    uint64_t value = *digits;
    while (end - text >= 8) {
        uint64_t word = jt_load_8(text);
        if (!jt_eight_are_digits(word)) {
            break;
        }
        value = value * 100000000 + jt_eight_digits(word);
        text += 8;
    }
    while (text < end && (uint8_t)(*text - '0') < 10) {
        value = value * 10 + (uint8_t)(*text++ - '0');
    }
    *digits = value;
    return text;
}

/* Takes a number token's text apart. Returns the integer that its digits make, modulo 2^64. */
static inline uint64_t jt_take_apart(const void *span, size_t length, jt_number_spans *spans) {
    const uint8_t *text = span, *end = text + length;
    uint64_t digits = 0;
    spans->negative = *text == '-';
    text += spans->negative;
    spans->integer = text;
    text = jt_take_digits(text, end, &digits);
    spans->integer_length = (size_t)(text - spans->integer);
    spans->fraction = text;
    spans->fraction_length = 0;
    if (text < end && *text == '.') {
        spans->fraction = ++text;
        text = jt_take_digits(text, end, &digits);
        spans->fraction_length = (size_t)(text - spans->fraction);
    }
    spans->exponent = text < end ? jt_number_exponent(text + 1, end) : 0;
    return digits;
}

/* The digits of a number from its first that is not 0 on, in two runs, as the point may part them. */
typedef struct jt_digit_runs {
    const uint8_t *first, *second;
    size_t first_length, second_length;
} jt_digit_runs;

static inline jt_digit_runs jt_significant_digits(const jt_number_spans *spans) {
    jt_digit_runs runs = {spans->integer, spans->fraction, spans->integer_length, spans->fraction_length};
    while (runs.first_length != 0 && *runs.first == '0') {
        runs.first++;
        runs.first_length--;
    }
    if (runs.first_length == 0) {
        while (runs.second_length != 0 && *runs.second == '0') {
            runs.second++;
            runs.second_length--;
        }
    }
    return runs;
}

static inline uint32_t jt_run_digit(const jt_digit_runs *runs, size_t i) {
    return (uint32_t)((i < runs->first_length ? runs->first[i] : runs->second[i - runs->first_length]) - '0');
}

#endif
