/* Tables of the keys that a program knows: open addressing over slots of the caller's. Only the program adds keys, so
 * that no input can make its probes long. */
#include "inside.h"
#include "keys.h"

/* The hash of a text goes by words of eight bytes, the last one filled up with zeros. */
static uint64_t hash_word(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0xff51afd7ed558ccd);
    return hash ^ hash >> 32;
}

/* Texts that differ in zeros at the end alone differ in their lengths. The low bits choose the slot. */
static uint32_t end_hash(uint64_t hash, uint64_t word, size_t length) {
    return (uint32_t)(hash_word(hash_word(hash, word), length) >> 16);
}

static uint32_t hash_text(const uint8_t *p, size_t length) {
    uint64_t hash = 0, word = 0;
    size_t i = 0;
    for (; length - i >= 8; i += 8)
        hash = hash_word(hash, load_u64(p + i));
    for (size_t k = i; k < length; k++)
        word |= (uint64_t)p[k] << 8 * (k - i);
    return end_hash(hash, word, length);
}

/* The same of an inside, unescaped. */
static uint32_t hash_inside(const uint8_t *p, const uint8_t *end) {
    uint64_t hash = 0, word = 0;
    size_t length = 0;
    while (p < end) {
        uint8_t bytes[4];
        size_t n = jt_take_utf8(&p, end, bytes);
        for (size_t i = 0; i < n; i++) {
            word |= (uint64_t)bytes[i] << 8 * (length & 7);
            if ((++length & 7) == 0) {
                hash = hash_word(hash, word);
                word = 0;
            }
        }
    }
    return end_hash(hash, word, length);
}

/* Does an inside stand as the text that it says? All of it is ASCII, and there is no escape. */
static bool is_plain(const uint8_t *p, const uint8_t *end) {
    while (p < end && *p < 0x80 && *p != '\\')
        p++;
    return p == end;
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
    uint32_t hash = hash_text(text, length);
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
    const jt_key_slot *slot = find_slot(map, hash_text(text, length), text, length);
    return slot->key ? slot->value : -1;
}

int32_t jt_key_map_find_inside(const jt_key_map *map, const uint8_t *p, const uint8_t *end) {
    if (is_plain(p, end))
        return jt_key_map_find(map, p, (size_t)(end - p));
    uint32_t hash = hash_inside(p, end);
    for (uint32_t i = hash & map->mask;; i = (i + 1) & map->mask) {
        const jt_key_slot *slot = map->slots + i;
        if (!slot->key)
            return -1;
        if (slot->hash == hash && jt_inside_equals(p, end, slot->key, slot->length))
            return slot->value;
    }
}

int32_t jt_key_map_find_span(const jt_key_map *map, const void *span, size_t length) {
    const uint8_t *start = span;
    return jt_key_map_find_inside(map, start + 1, start + length - 1);
}
