/* A number's text taken apart into its runs of digits, for the files that read numbers.
 *
 * The text is a number token's: the tokenizer has checked it, so that nothing is checked here again. */
#ifndef JT_NUMBER_DECIMAL_H
#define JT_NUMBER_DECIMAL_H

#include "number.h"
#include "wide.h"

/* Of the eight bytes of a word, lowest first: the top bit of the first byte that is no digit, and of some after it. */
static inline uint64_t jt_non_digits(uint64_t word) {
    return ((word + 0x4646464646464646) | (word - 0x3030303030303030)) & 0x8080808080808080;
}

/* The value of eight digits, the first of which is the lowest byte: pairs, then fours, then the whole. Zero bytes count
 * as the digit 0. */
static inline uint32_t jt_eight_digits(uint64_t word) {
    word = (word & 0x0f0f0f0f0f0f0f0f) * 2561 >> 8;
    word = (word & 0x00ff00ff00ff00ff) * 6553601 >> 16;
    return (uint32_t)((word & 0x0000ffff0000ffff) * 42949672960001 >> 32);
}

/* The last eight bytes of a text, or all of a shorter one with zeros before it. */
static inline uint64_t jt_last_bytes(const uint8_t *text, size_t length) {
    if (length >= 8) {
        return load_u64(text + length - 8);
    }
    if (length >= 4) {
        uint64_t first = load_u32(text), second = load_u32(text + length - 4);
        return first << (64 - 8 * length) | second << 32;
    }
    uint64_t middle = (uint64_t)text[length / 2] << 8 * (length / 2);
    return (*text | middle) << (64 - 8 * length) | (uint64_t)text[length - 1] << 56;
}

static const uint32_t jt_small_powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};

/* Reads digits up to end or the first byte that is none, and appends them to *digits, modulo 2^64. last holds the
 * bytes before end (jt_last_bytes): blocks of less than eight bytes need no loop, and nothing past end is read. */
static inline const uint8_t *jt_take_digits(const uint8_t *text, const uint8_t *end, uint64_t last, uint64_t *digits) {
    uint64_t value = *digits;
    while (text < end) {
        size_t left = (size_t)(end - text);
        uint64_t word = left >= 8 ? load_u64(text) : last >> (64 - 8 * left);
        uint64_t others = jt_non_digits(word);
        if (others != 0) {
            int count = (int)(ctz_u64(others) >> 3);
            value = value * jt_small_powers[count] + jt_eight_digits(word << (8 * (7 - count)) << 8);
            text += count;
            break;
        }
        value = value * 100000000 + jt_eight_digits(word);
        text += 8;
    }
    *digits = value;
    return text;
}

/* Appends a run of digits whose length is known to digits, modulo 2^64. For scanners that have found the ends of a run
 * already: eight bytes from its every digit on must be readable, whatever they hold. */
static inline uint64_t jt_append_digits(uint64_t digits, const uint8_t *run, size_t length) {
    for (; length >= 8; length -= 8, run += 8) {
        digits = digits * 100000000 + jt_eight_digits(load_u64(run));
    }
    if (length != 0) {
        digits = digits * jt_small_powers[length] + jt_eight_digits(load_u64(run) << (64 - 8 * length));
    }
    return digits;
}

/* Takes a number token's text apart. Returns the integer that its digits make, modulo 2^64. */
static inline uint64_t jt_take_apart(const void *span, size_t length, jt_number_spans *spans) {
    const uint8_t *text = span, *end = text + length;
    uint64_t last = jt_last_bytes(text, length);
    uint64_t digits = 0;
    spans->negative = *text == '-';
    text += spans->negative;
    spans->integer = text;
    text = jt_take_digits(text, end, last, &digits);
    spans->integer_length = (size_t)(text - spans->integer);
    spans->fraction = text;
    spans->fraction_length = 0;
    if (text < end && *text == '.') {
        spans->fraction = ++text;
        text = jt_take_digits(text, end, last, &digits);
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
