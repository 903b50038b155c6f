/* Characters of string tokens, one at a time: for what unescapes keys and strings. */
#ifndef JT_TEXT_H
#define JT_TEXT_H

#include "../../include/jsontape.h"
#include "../base.h"

/* The code point of the sequence at *p, which is moved behind it. An ill-formed byte is U+FFFD, as many of them as the
 * maximal subparts of the Unicode Standard (15, section 3.9). */
uint32_t jt_next_sequence(const uint8_t **p, const uint8_t *end);

/* The code point at *p inside an accepted string that ends (before its quote) at end; *p is moved behind it. A lone
 * surrogate escape is given as it is, ill-formed bytes as U+FFFD. */
uint32_t jt_next_character(const uint8_t **p, const uint8_t *end);

/* Writes a code point as UTF-8, a surrogate as U+FFFD; at most 4 bytes. Returns how many. */
size_t jt_put_utf8(uint32_t code, uint8_t *out);

/* Writes a unit as the six bytes of \uXXXX, in lower case as JSON.stringify has it. Returns the place behind them. */
uint8_t *jt_put_unit(uint8_t *out, uint32_t unit);

/* Writes a code point as the escapes of its one or two units. Returns their length, JT_ESCAPES_MAX at most. */
#define JT_ESCAPES_MAX 12
size_t jt_put_escapes(uint32_t code, uint8_t *out);

/* How many bytes follow the first byte of a sequence; 0 for a byte that begins none of more than one. The next byte
 * lies in *low to *high, and those behind it in 0x80 to 0xbf (Unicode 15, table 3-7). */
static inline unsigned jt_begin_sequence(uint8_t b, uint8_t *low, uint8_t *high) {
    *low = b == 0xe0 ? 0xa0 : b == 0xf0 ? 0x90 : 0x80;
    *high = b == 0xed ? 0x9f : b == 0xf4 ? 0x8f : 0xbf;
    return b < 0xc2 || b > 0xf4 ? 0 : 1 + (b >= 0xe0) + (b >= 0xf0);
}

/* Writes accepted text, from p to its end before the quote, as UTF-16, as much of it as there is room for in units.
 * Returns how many units the whole takes. */
size_t jt_unescape_utf16(const uint8_t *p, const uint8_t *end, uint16_t *target, size_t capacity);

#endif
