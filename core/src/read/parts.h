/* The text of JSON Pointers (RFC 6901) and its parts, each of which stands behind a '/': for what looks values up. */
#ifndef JT_PARTS_H
#define JT_PARTS_H

#include "../base.h"

/* Is the text from p to end empty, or parts that each stand behind a '/', with no '~' but in ~0 and ~1? */
bool jt_is_pointer(const uint8_t *p, const uint8_t *end);

/* Does the inside of a key from key to key_end say the part from p to end, both unescaped? */
bool jt_inside_is_part(const uint8_t *key, const uint8_t *key_end, const uint8_t *p, const uint8_t *end);

/* The index that the part says: 0, or digits that do not begin with 0. UINT64_MAX where it says none, and past what an
 * array can have. */
uint64_t jt_part_index(const uint8_t *p, const uint8_t *end);

#endif
