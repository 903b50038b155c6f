/* See shapes.h. Both tables are hashed with a random number: who does not know it cannot make slots collide. */
#include "shapes.h"

#include "../read/keys.h"

/* How many keys a shape may have, and how many different ones may come behind it: objects with more are dictionaries,
 * whose keys seldom come again. What comes first in an object may be more various. */
#define LENGTH_MAX 120u
#define FOLLOWERS_MAX 24u
#define FIRST_KEYS_MAX 256u

/* Texts of more bytes get no number. */
#define TEXT_MAX 255u

/* Where keys have been refused, all is forgotten after so many values, for they may be of other kinds by now. */
#define VALUES_MAX 256u

static bool nearly(uint32_t used, uint32_t capacity) {
    return used > capacity - capacity / 4;
}

bool jt_shapes_begin(jt_shapes *s, bool forget, uint64_t seed) {
    s->document += 1u << 16;
    if (!s->document) {
        s->document = 1u << 16;
        memset(s->interned, 0, sizeof s->interned);
    }
    forget |= !s->keys || nearly(s->keys, JT_BUILD_KEYS) || nearly(s->shapes, JT_BUILD_SHAPES) ||
              nearly(s->text_used, JT_SHAPES_TEXT) || (++s->values > VALUES_MAX && s->refused);
    if (forget) {
        s->seed = seed | 1;
        s->keys = s->shapes = 1;
        s->text_used = s->refused = s->values = 0;
        memset(&s->shape[0], 0, sizeof s->shape[0]);
        memset(s->key_slot, 0, sizeof s->key_slot);
        memset(s->shape_slot, 0, sizeof s->shape_slot);
    }
    return forget;
}

static bool is_key(const jt_shapes *s, uint32_t key, const uint8_t *text, size_t length) {
    const jt_shape_key *k = s->key + key;
    return k->length == length && jt_is_text(s->text + k->start, text, length);
}

/* The slot of a text, or the empty one where it belongs. */
static uint16_t *key_slot(jt_shapes *s, const uint8_t *text, size_t length, uint32_t hash) {
    for (uint32_t i = hash;; i++) {
        uint16_t *slot = s->key_slot + i % (2 * JT_BUILD_KEYS);
        if (!*slot || (s->key[*slot].hash == hash && is_key(s, *slot, text, length)))
            return slot;
    }
}

uint32_t jt_shapes_key(jt_shapes *s, uint32_t id, uint32_t after, const uint8_t *text, size_t length) {
    if (id && (s->interned[id] ^ s->document) < 1u << 16)
        return s->interned[id] & 0xffff;
    uint32_t key = s->shape[after].guess_key;
    if (!key || !is_key(s, key, text, length))
        key = length > TEXT_MAX ? 0 : *key_slot(s, text, length, jt_hash_text(text, length, s->seed));
    if (id && key)
        s->interned[id] = s->document | key;
    return key;
}

uint32_t jt_shapes_add_key(jt_shapes *s, uint32_t id, const uint8_t *text, size_t length) {
    if (s->keys == JT_BUILD_KEYS || length > TEXT_MAX || length > JT_SHAPES_TEXT - s->text_used)
        return 0;
    uint32_t key = s->keys++, hash = jt_hash_text(text, length, s->seed);
    s->key[key] = (jt_shape_key){hash, (uint16_t)s->text_used, (uint16_t)length};
    memcpy(s->text + s->text_used, text, length);
    s->text_used += (uint32_t)length;
    *key_slot(s, text, length, hash) = (uint16_t)key;
    if (id)
        s->interned[id] = s->document | key;
    return key;
}

uint32_t jt_shapes_next(jt_shapes *s, uint32_t shape, uint32_t key) {
    jt_shape *from = s->shape + shape;
    uint32_t hash = (uint32_t)(((uint64_t)shape << 16 | key) * s->seed >> 32), next;
    for (uint32_t i = hash;; i++) {
        uint16_t *slot = s->shape_slot + i % (2 * JT_BUILD_SHAPES);
        next = *slot;
        if (!next) {
            bool digits = is_digit(s->text[s->key[key].start]) && s->key[key].length;
            if (digits || from->length == LENGTH_MAX)
                return 0;
            if (s->shapes == JT_BUILD_SHAPES || from->followers == (shape ? FOLLOWERS_MAX : FIRST_KEYS_MAX)) {
                s->refused++;
                return 0;
            }
            next = s->shapes++;
            s->shape[next] =
                (jt_shape){.key = (uint16_t)key, .from = (uint16_t)shape, .length = (uint16_t)(from->length + 1)};
            from->followers++;
            *slot = (uint16_t)next;
            break;
        }
        if (s->shape[next].key == key && s->shape[next].from == shape)
            break;
    }
    from->guess_key = (uint16_t)key;
    from->guess = (uint16_t)next;
    return next;
}
