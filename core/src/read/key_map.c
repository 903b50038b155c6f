/* Tables of the keys that a program knows: open addressing over slots of the caller's. Only the program adds keys, so
 * that no input can make its probes long. */
#include "inside.h"
#include "keys.h"

#define HASH_START 2166136261u

static uint32_t hash_bytes(uint32_t hash, const uint8_t *p, size_t length) {
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ p[i]) * 16777619u;
    return hash;
}

/* The low bits choose the slot: the high ones come to them. */
static uint32_t end_hash(uint32_t hash) {
    return hash ^ hash >> 15;
}

/* The slot of a text, or the free one where it belongs. */
static jt_key_slot *find_slot(const jt_key_map *map, uint32_t hash, const uint8_t *text, size_t length) {
    for (uint32_t i = hash & map->mask;; i = (i + 1) & map->mask) {
        jt_key_slot *slot = map->slots + i;
        if (!slot->key)
            return slot;
        if (slot->hash == hash && slot->length == length && jt_is_text(slot->key, text, length))
            return slot;
    }
}

jt_status jt_key_map_init(jt_key_map *map, jt_key_slot *slots, size_t count) {
    if (!slots || count == 0 || (count & (count - 1)) != 0 || count > (size_t)1 << 30)
        return JT_REFUSED;
    for (size_t i = 0; i < count; i++)
        slots[i] = (jt_key_slot){NULL, 0, 0, 0};
    map->slots = slots;
    map->mask = (uint32_t)(count - 1);
    map->count = 0;
    return JT_OK;
}

jt_status jt_key_map_add(jt_key_map *map, const void *utf8, size_t length, int32_t value) {
    const uint8_t *text = utf8 ? utf8 : (const void *)"";
    uint32_t hash = end_hash(hash_bytes(HASH_START, text, length));
    if (value < 0 || map->count == map->mask)
        return JT_REFUSED;
    jt_key_slot *slot = find_slot(map, hash, text, length);
    if (slot->key)
        return JT_REFUSED;
    *slot = (jt_key_slot){text, length, hash, value};
    map->count++;
    return JT_OK;
}

int32_t jt_key_map_find(const jt_key_map *map, const void *utf8, size_t length) {
    const uint8_t *text = utf8 ? utf8 : (const void *)"";
    const jt_key_slot *slot = find_slot(map, end_hash(hash_bytes(HASH_START, text, length)), text, length);
    return slot->key ? slot->value : -1;
}

int32_t jt_key_map_find_inside(const jt_key_map *map, const uint8_t *p, const uint8_t *end) {
    const uint8_t *const start = p;
    uint32_t hash = HASH_START;
    while (p < end) {
        uint8_t bytes[4];
        hash = hash_bytes(hash, bytes, jt_take_utf8(&p, end, bytes));
    }
    hash = end_hash(hash);
    for (uint32_t i = hash & map->mask;; i = (i + 1) & map->mask) {
        const jt_key_slot *slot = map->slots + i;
        if (!slot->key)
            return -1;
        if (slot->hash == hash && jt_inside_equals(start, end, slot->key, slot->length))
            return slot->value;
    }
}

int32_t jt_key_map_find_span(const jt_key_map *map, const void *span, size_t length) {
    const uint8_t *start = span;
    return jt_key_map_find_inside(map, start + 1, start + length - 1);
}
