/* The inside of a string - what stands between its quotes - compared without unescaping it into memory. */
#ifndef JT_INSIDE_H
#define JT_INSIDE_H

#include "../../include/jsontape.h"
#include "text.h"

/* The next character of the inside from *p to end as UTF-8, as jt_copy_utf8 writes it. Returns its length. */
static inline size_t jt_take_utf8(const uint8_t **p, const uint8_t *end, uint8_t bytes[4]) {
    if (**p != '\\' && **p < 0x80) {
        bytes[0] = *(*p)++;
        return 1;
    }
    return jt_put_utf8(jt_next_character(p, end), bytes);
}

/* Does the inside from p to end say this text? */
bool jt_inside_equals(const uint8_t *p, const uint8_t *end, const uint8_t *text, size_t length);

/* The value in the table of the key that the inside from p to end says; -1 where it has none. */
int32_t jt_key_map_find_inside(const jt_key_map *map, const uint8_t *p, const uint8_t *end);

#endif
