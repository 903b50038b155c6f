/* Strings of a tape, copied unescaped into the arenas of a build program (bindings.h). */
#ifndef JT_ARENAS_H
#define JT_ARENAS_H

#include "../base.h"

/* The inside of an escaped string whose bytes are all ASCII, unescaped to at most as many bytes. Returns how many;
 * SIZE_MAX where an escape stands for something else than ASCII. */
size_t jt_unescape_ascii(const uint8_t *p, const uint8_t *end, uint8_t *out);

/* The inside of any string as UTF-16, at most a unit for each byte. Returns how many units. well_formed: its bytes are
 * known to be UTF-8. *lone is set where a lone surrogate is among the units. */
size_t jt_transcode(const uint8_t *p, const uint8_t *end, uint16_t *out, bool well_formed, bool *lone);

#endif
