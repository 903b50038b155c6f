/* The key table: lookup by hash when the guess failed, and growth. */
#include "keys.h"

_Static_assert(sizeof(jt_key_entry) == 64, "an entry is a cache line");
_Static_assert(sizeof(jt_key_table) == 64, "entries start on a line");

#define ENTRIES_MAX (JT_KEYS_MAX + 1u)

static jt_key_table *table_of(const jt_tokenizer *t) {
    return t->block[JT_BLOCK_KEYS].data;
}

static uint16_t *slots_of(jt_key_table *table) {
    return (uint16_t *)(void *)(table->entry + table->capacity);
}

static size_t bytes_for(uint32_t capacity) {
    return sizeof(jt_key_table) + (size_t)capacity * (sizeof(jt_key_entry) + 6 * sizeof(uint16_t));
}

/* Folds up to 30 bytes, eight at a time. The seed is the host's: who does not know it cannot aim at a slot. */
static uint32_t hash_key(const uint8_t *text, size_t length, uint64_t seed) {
    uint64_t h = seed ^ (length * UINT64_C(0x9e3779b97f4a7c15));
    for (size_t i = 0; i < length; i += 8) {
        uint64_t word = 0;
        memcpy(&word, text + i, length - i < 8 ? length - i : 8);
        h = (h ^ word) * UINT64_C(0xff51afd7ed558ccd);
        h ^= h >> 32;
    }
    h *= UINT64_C(0xc4ceb9fe1a85ec53);
    return (uint32_t)(h >> 32);
}

/* The slot that holds id's entry, or the empty one where it belongs. */
static uint16_t *find_slot(jt_key_table *table, const uint8_t *text, size_t length, uint32_t hash) {
    uint16_t *slots = slots_of(table);
    uint32_t last = table->capacity * 2 - 1;
    for (uint32_t i = hash & last;; i = (i + 1) & last) {
        if (!slots[i])
            return slots + i;
        const jt_key_entry *e = table->entry + slots[i];
        if (e->hash == hash && e->length == length + 2 && memcmp(e->text, text, length) == 0)
            return slots + i;
    }
}

static void clear_slots(jt_key_table *table) {
    memset(slots_of(table), 0, (size_t)table->capacity * 6 * sizeof(uint16_t)); /* and the guesses behind them */
}

void jt_keys_clear(jt_tokenizer *t) {
    jt_key_table *table = table_of(t);
    if (!table || !table->capacity)
        return;
    if (table->count != 1)
        clear_slots(table);
    table->count = 1;
    table->seed = t->options.seed;
}

void jt_keys_layout(jt_tokenizer *t) {
    jt_key_table *table = table_of(t);
    uint32_t capacity = 2;
    while (capacity < ENTRIES_MAX && bytes_for(capacity * 2) <= t->block[JT_BLOCK_KEYS].size)
        capacity *= 2;
    if (!table || bytes_for(capacity) > t->block[JT_BLOCK_KEYS].size) {
        t->block[JT_BLOCK_KEYS].data = NULL; /* none, or too small for any key */
        return;
    }
    if (!t->keys_ready) {
        memset(table, 0, sizeof *table);
        table->capacity = capacity;
        clear_slots(table);
        table->count = 1;
        table->seed = t->options.seed;
        memset(table->entry, 0xff, sizeof *table->entry);
        t->keys_ready = true;
    } else if (table->capacity != capacity) {
        table->capacity = capacity;
        clear_slots(table);
        for (uint32_t id = 1; id < table->count; id++) {
            jt_key_entry *e = table->entry + id;
            *find_slot(table, e->text, e->length - 2, e->hash) = (uint16_t)id;
        }
    }
}

int32_t jt_keys_intern(jt_tokenizer *t, const uint8_t *text, size_t length, uint32_t flags) {
    jt_key_table *table = table_of(t);
    if (!table || length > JT_KEY_MAX || (flags & JT_ESCAPED))
        return 0;
    uint32_t hash = hash_key(text, length, table->seed);
    uint16_t *slot = find_slot(table, text, length, hash);
    if (*slot)
        return *slot;
    if (table->count == table->capacity) {
        if (table->capacity >= ENTRIES_MAX)
            return 0;
        t->need = JT_BLOCK_KEYS;
        t->wanted = bytes_for(table->capacity * 2);
        return -1;
    }
    uint32_t id = table->count++;
    jt_key_entry *e = table->entry + id;
    memset(e, 0, sizeof *e);
    memcpy(e->text, text, length);
    e->text[length] = '"';
    e->mask = (UINT64_C(2) << length) - 1;
    e->length = (uint32_t)length + 2;
    e->info = id << 8 | flags << 4 | JT_KEY;
    e->hash = hash;
    *slot = (uint16_t)id;
    return (int32_t)id;
}
