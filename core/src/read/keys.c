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

uint32_t jt_hash_text(const uint8_t *text, size_t length, uint64_t seed) {
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

/* No memcmp: a call for equality may become one of bcmp, which not every target has. */
bool jt_is_text(const uint8_t *a, const uint8_t *b, size_t length) {
    size_t i = 0;
    while (length - i >= 8 && load_u64(a + i) == load_u64(b + i))
        i += 8;
    while (i < length && a[i] == b[i])
        i++;
    return i == length;
}

/* The slot that holds the entry of this text, or the empty one where it belongs. */
static uint16_t *find_slot(jt_key_table *table, const uint8_t *text, size_t length, uint32_t hash) {
    uint16_t *slots = slots_of(table);
    uint32_t last = table->capacity * 2 - 1;
    for (uint32_t i = hash & last;; i = (i + 1) & last) {
        if (!slots[i])
            return slots + i;
        const jt_key_entry *e = table->entry + slots[i];
        if (e->hash == hash && e->length == length + 2 && jt_is_text(e->text, text, length))
            return slots + i;
    }
}

/* Empties the slots and the guesses, and puts the entries back into the slots. */
static void rebuild(jt_key_table *table) {
    memset(slots_of(table), 0, (size_t)table->capacity * 6 * sizeof(uint16_t));
    for (uint32_t i = 1; i < table->used; i++) {
        jt_key_entry *e = table->entry + i;
        *find_slot(table, e->text, e->length - 2, e->hash) = (uint16_t)i;
    }
}

static void empty(jt_key_table *table, uint64_t seed) {
    table->used = table->generation = 1;
    table->last_id = 0;
    table->seed = seed;
    memset(table->entry, 0xff, sizeof *table->entry);
    rebuild(table);
}

void jt_keys_layout(jt_tokenizer *t) {
    jt_key_table *table = table_of(t);
    uint32_t capacity = 2;
    while (capacity < ENTRIES_MAX && bytes_for(capacity * 2) <= t->block[JT_BLOCK_KEYS].size)
        capacity *= 2;
    if (!table || t->block[JT_BLOCK_KEYS].size < JT_KEYS_BYTES_MIN) {
        t->block[JT_BLOCK_KEYS].data = NULL;
        return;
    }
    bool fresh = !t->keys_ready;
    if (fresh)
        memset(table, 0, sizeof *table);
    if (table->capacity == capacity)
        return;
    table->capacity = capacity;
    if (fresh)
        empty(table, t->options.seed);
    else
        rebuild(table);
    t->keys_ready = true;
}

void jt_keys_reset(jt_tokenizer *t) {
    jt_key_table *table = table_of(t);
    if (!table)
        return;
    table->last_id = 0;
    if (++table->generation == 0 || table->seed != t->options.seed)
        empty(table, t->options.seed);
}

void jt_keys_appear(jt_key_table *table, jt_key_entry *entry) {
    uint32_t id = table->last_id < JT_KEYS_MAX ? ++table->last_id : 0;
    entry->generation = table->generation;
    entry->info = id << 8 | (entry->info & 0xff);
}

/* Drops the entries that have not appeared in this generation. Returns whether there were any. */
static bool drop_stale(jt_key_table *table) {
    uint32_t kept = 1;
    for (uint32_t i = 1; i < table->used; i++) {
        if (table->entry[i].generation == table->generation)
            table->entry[kept++] = table->entry[i];
    }
    bool any = kept < table->used;
    table->used = kept;
    if (any)
        rebuild(table);
    return any;
}

int32_t jt_keys_intern(jt_tokenizer *t, const uint8_t *text, size_t length, uint32_t flags) {
    jt_key_table *table = table_of(t);
    if (!table || length > JT_KEY_MAX || (flags & JT_ESCAPED))
        return 0;
    uint32_t hash = jt_hash_text(text, length, table->seed);
    uint16_t *slot = find_slot(table, text, length, hash);
    if (!*slot) {
        if (table->last_id == JT_KEYS_MAX)
            return 0;
        if (table->used == table->capacity) {
            if (!drop_stale(table)) {
                t->need = JT_BLOCK_KEYS;
                t->wanted = bytes_for(table->capacity * 2);
                return -1;
            }
            slot = find_slot(table, text, length, hash);
        }
        uint32_t index = table->used++;
        jt_key_entry *e = table->entry + index;
        memset(e, 0, sizeof *e);
        memcpy(e->text, text, length);
        e->text[length] = '"';
        e->mask = (UINT64_C(2) << length) - 1;
        e->length = (uint32_t)length + 2;
        e->info = flags << 4 | JT_KEY;
        e->hash = hash;
        *slot = (uint16_t)index;
    }
    jt_key_entry *e = table->entry + *slot;
    if (e->generation != table->generation)
        jt_keys_appear(table, e);
    return *slot;
}
