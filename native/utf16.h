/* UTF-16 to UTF-8. */
#ifndef JSONTAPE_UTF16_H
#define JSONTAPE_UTF16_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Encodes the units at source, of which there are that many, in the machine's byte order and anywhere in memory.
 * Returns how many bytes that takes, 3 a unit at most. A lone surrogate
 * becomes the three bytes that UTF-8 would have for it, and sets *lone. The target may lie before the source in the
 * same memory, at least `units` bytes before it: what is written never comes up with what is read. */
size_t utf16_to_utf8(const uint8_t *source, size_t units, uint8_t *target, bool *lone);

#endif
