/* Numbers, inside the core: text to binary and binary to text.
 *
 * Included by the number files themselves, by the writer and the record formatter (the jt_format_*_into functions) and
 * by whatever part of the tokenizer converts while it scans (the jt_number_* functions). Nothing here allocates, and
 * nothing depends on a locale. Double arithmetic assumes the default rounding mode, to nearest with ties to even. */
#ifndef JT_NUMBER_H
#define JT_NUMBER_H

#include "../../include/jsontape.h"

/* ---- Binary to text ------------------------------------------------------------------------------------------- */

/* The bytes that a jt_format_*_into function may touch from its target on, whatever the length of the text: the text
 * is stored with wide stores, and what lies between its end and target + JT_NUMBER_ROOM is unspecified afterwards. A
 * caller with less room formats into an array of its own of this size and copies. */
#define JT_NUMBER_ROOM 40

/* Each writes the text of the value and returns its length, at most JT_NUMBER_MAX (20 for the integers). */
size_t jt_format_f64_into(double value, uint8_t *target); /* 0 where the value is not finite */
size_t jt_format_f32_into(float value, uint8_t *target);  /* the same */
size_t jt_format_i64_into(int64_t value, uint8_t *target);
size_t jt_format_u64_into(uint64_t value, uint8_t *target);

/* ---- Text to binary ------------------------------------------------------------------------------------------- */

/* A number's text taken apart: what a scanner knows when it has found the ends of the digit runs. */
typedef struct jt_number_spans {
    const uint8_t *integer; /* the digits before the point, at least one */
    size_t integer_length;
    const uint8_t *fraction; /* the digits after the point; anything where there are none */
    size_t fraction_length;
    int64_t exponent; /* the value after 'e', 0 without one; jt_number_exponent reads it */
    bool negative;
} jt_number_spans;

/* The value of an exponent's text from after the 'e' to end: an optional sign and one digit or more. It stops growing
 * at a size that no text held in memory can make up for by its digits, so that exponents may be of any length. */
int64_t jt_number_exponent(const uint8_t *text, const uint8_t *end);

/* The number nearest to digits * 10^exponent, for digits that are exact (so at most 19 decimal digits). */
double jt_number_f64(uint64_t digits, int64_t exponent, bool negative);

/* The number nearest to the text that the spans describe. digits is the integer that all digits of both runs make,
 * modulo 2^64: a scanner gets it as it goes (digits * 10 + digit), without looking for overflow, or afterwards by
 * jt_append_digits of decimal.h. */
double jt_number_f64_from_spans(const jt_number_spans *spans, uint64_t digits);

/* -1, 0, 1 where the text that the spans describe, without its sign, is less than odd * 2^exponent, equal, or greater.
 * The two must be nearly the same: the one half way between neighbouring floats or doubles, the other not 0 and between
 * those. */
int jt_number_compare(const jt_number_spans *spans, uint64_t odd, int64_t exponent);

/* The same by arithmetic of unlimited precision, given the lower of the two neighbouring doubles (by magnitude, without
 * sign) that the number is known to round to. Slow; the last resort of the others. */
double jt_number_f64_exact(const jt_number_spans *spans, double below);

#endif
