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

/* Writes accepted text, from p to its end before the quote, as UTF-16, as much of it as there is room for in units.
 * Returns how many units the whole takes. */
size_t jt_unescape_utf16(const uint8_t *p, const uint8_t *end, uint16_t *target, size_t capacity);

#endif
