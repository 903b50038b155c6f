/* See shapes.h. Shapes are hashed with a random multiplier: who does not know it cannot make slots collide. */
#include "shapes.h"

#include "../read/keys.h"

/* How many keys a shape may have, and how many different ones may come behind it: objects with more are dictionaries,
 * whose keys seldom come again. What comes first in an object may be more various. */
#define LENGTH_MAX 120u
#define FOLLOWERS_MAX 24u
#define FIRST_KEYS_MAX 256u

/* Texts of more bytes get no number. */
#define OWN_KEY_MAX 255u

void jt_shapes_begin(jt_shapes *s, uint64_t seed) {
    s->generation += 1u << 16;
    if (s->generation == 0) {
        s->generation = 1u << 16;
        memset(s->slot, 0, sizeof s->slot);
    }
    s->seed = seed | 1;
    s->count = 1;
    s->own_keys = s->own_text = 0;
    memset(s->known, 0, sizeof s->known);
    memset(&s->shape[0], 0, sizeof s->shape[0]);
}

uint32_t jt_shapes_own_key(jt_shapes *s, uint32_t after, const uint8_t *text, size_t length) {
    uint32_t guess = s->shape[after].guess_key;
    if (guess >= JT_OWN_KEYS) {
        const jt_own_key *k = s->own_key + (guess - JT_OWN_KEYS);
        if (k->length == length && jt_is_text(s->text + k->start, text, length))
            return guess;
    }
    if (length > OWN_KEY_MAX)
        return 0;
    for (uint32_t i = 0; i < s->own_keys; i++) {
        const jt_own_key *k = s->own_key + i;
        if (k->length == length && jt_is_text(s->text + k->start, text, length))
            return JT_OWN_KEYS + i;
    }
    if (s->own_keys == JT_OWN_KEYS_COUNT || length > JT_OWN_KEYS_TEXT - s->own_text)
        return 0;
    jt_own_key *k = s->own_key + s->own_keys;
    k->start = (uint16_t)s->own_text;
    k->length = (uint16_t)length;
    memcpy(s->text + s->own_text, text, length);
    s->own_text += (uint32_t)length;
    return JT_OWN_KEYS + s->own_keys++;
}

uint32_t jt_shapes_next(jt_shapes *s, uint32_t shape, uint32_t key, bool digits, bool *fresh) {
    jt_shape *from = s->shape + shape;
    uint32_t hash = (uint32_t)(((uint64_t)shape << 16 | key) * s->seed >> 32), *slot, next;
    for (uint32_t i = hash;; i++) {
        slot = s->slot + i % JT_SHAPE_SLOTS;
        if ((*slot ^ s->generation) >> 16)
            break;
        next = *slot & 0xffff;
        /* The last key and the way to it: a shape is what one other has become. */
        if (s->shape[next].key == key && s->shape[next].from == shape)
            goto found;
    }
    if (s->count == JT_BUILD_SHAPES || from->length == LENGTH_MAX || digits ||
        from->followers == (shape ? FOLLOWERS_MAX : FIRST_KEYS_MAX))
        return 0;
    next = s->count++;
    s->shape[next] = (jt_shape){.key = (uint16_t)key, .from = (uint16_t)shape, .length = (uint16_t)(from->length + 1)};
    from->followers++;
    *slot = s->generation | next;
    *fresh = true;
found:
    from->guess_key = (uint16_t)key;
    from->guess = (uint16_t)next;
    return next;
}
