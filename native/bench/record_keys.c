/* Tables of known keys: the library's, whose slots are a power of two, beside the same table with any number of slots,
 * which takes a remainder instead of a mask. */
#include "records.h"
#include "text.h"

#include "../../core/include/jsontape.h"

#include <stdio.h>
#include <string.h>

enum { COUNTS = 4, ASKED = 1024, KEYS_MAX = 512, SLOTS_MAX = 2 * KEYS_MAX };

/* Keys of a program, and the keys that it asks for: mostly those, some that it does not know. */
typedef struct questions {
    size_t keys;
    const char *key[KEYS_MAX];
    const char *asked[ASKED];
    int64_t sum; /* of the right answers */
} questions;

/* A table like the library's but for the slots. */
typedef struct table {
    jt_key_slot slots[SLOTS_MAX];
    uint32_t count; /* of slots */
} table;

static uint32_t hash_of(const uint8_t *p, size_t length) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ p[i]) * 16777619u;
    return hash ^ hash >> 15;
}

/* mask: count is a power of two. Compiled once for each. */
static inline jt_key_slot *slot_of(table *t, const char *key, size_t length, uint32_t hash, bool mask) {
    uint32_t i = mask ? hash & (t->count - 1) : hash % t->count;
    for (;; i = mask ? (i + 1) & (t->count - 1) : i + 1 == t->count ? 0 : i + 1) {
        jt_key_slot *slot = t->slots + i;
        if (!slot->key || (slot->hash == hash && slot->length == length && memcmp(slot->key, key, length) == 0))
            return slot;
    }
}

static void fill(table *t, const questions *q, uint32_t slots, bool mask) {
    memset(t->slots, 0, sizeof t->slots);
    t->count = slots;
    for (size_t i = 0; i < q->keys; i++) {
        size_t length = strlen(q->key[i]);
        uint32_t hash = hash_of((const uint8_t *)q->key[i], length);
        *slot_of(t, q->key[i], length, hash, mask) = (jt_key_slot){q->key[i], length, hash, (int32_t)i};
    }
}

static inline int64_t ask(table *t, const questions *q, bool mask) {
    int64_t sum = 0;
    for (size_t i = 0; i < ASKED; i++) {
        size_t length = strlen(q->asked[i]);
        const jt_key_slot *slot = slot_of(t, q->asked[i], length, hash_of((const uint8_t *)q->asked[i], length), mask);
        sum += slot->key ? slot->value : -1;
    }
    return sum;
}

/* ---- Contestants ---------------------------------------------------------------------------------------------------
 */

static table current;          /* of the workload and contestant below */
static const void *filled_for; /* a workload's questions */
static const void *filled_by;
static int64_t sum;

static uint32_t power_above(size_t count) {
    uint32_t power = 1;
    while (power < count)
        power *= 2;
    return power;
}

/* Fills the table where another run has used it: that is not worth mentioning beside a sample's repeats. */
static table *table_for(void *self, const questions *q, uint32_t slots, bool mask) {
    if (filled_for != q || filled_by != self)
        fill(&current, q, slots, mask);
    filled_for = q;
    filled_by = self;
    return &current;
}

static const char *run_library(void *self, const bench_workload *workload) {
    static jt_key_slot slots[SLOTS_MAX];
    static jt_key_map map;
    static const questions *filled;
    const questions *q = workload->expected;
    (void)self;
    if (filled != q) {
        jt_key_map_init(&map, slots, power_above(2 * q->keys));
        for (size_t i = 0; i < q->keys; i++)
            jt_key_map_add(&map, q->key[i], strlen(q->key[i]), (int32_t)i);
        filled = q;
    }
    sum = 0;
    for (size_t i = 0; i < ASKED; i++)
        sum += jt_key_map_find(&map, q->asked[i], strlen(q->asked[i]));
    return NULL;
}

static const char *run_mask(void *self, const bench_workload *workload) {
    const questions *q = workload->expected;
    sum = ask(table_for(self, q, power_above(2 * q->keys), true), q, true);
    return NULL;
}

/* As few slots as fit a load of two thirds. */
static const char *run_remainder(void *self, const bench_workload *workload) {
    const questions *q = workload->expected;
    sum = ask(table_for(self, q, (uint32_t)(q->keys * 3 / 2 + 1), false), q, false);
    return NULL;
}

/* As many slots as the mask has, less one: the remainder's cost alone. */
static const char *run_odd(void *self, const bench_workload *workload) {
    const questions *q = workload->expected;
    sum = ask(table_for(self, q, power_above(2 * q->keys) - 1, false), q, false);
    return NULL;
}

static const char *check(void *self, const bench_workload *workload) {
    (void)self;
    return sum == ((const questions *)workload->expected)->sum ? NULL : "another key";
}

/* ---- Workloads -----------------------------------------------------------------------------------------------------
 */

static const char *key_text(size_t index) {
    static const char *const words[] = {"id",     "name",  "created_at", "updatedAt", "email", "url",
                                        "status", "count", "is_default", "longitude", "text",  "screen_name"};
    static char texts[4 * KEYS_MAX][32];
    char *text = texts[index];
    if (!text[0])
        snprintf(text, sizeof texts[0], index < 12 ? "%s" : "%s_%zu", words[index % 12], index / 12);
    return text;
}

static questions *make(size_t keys) {
    questions *q = bench_allocate(1, sizeof *q);
    uint32_t state = 13;
    q->keys = keys;
    for (size_t i = 0; i < keys; i++)
        q->key[i] = key_text(i);
    for (size_t i = 0; i < ASKED; i++) {
        bool known = bench_below(&state, 8) > 0;
        size_t index = bench_below(&state, (uint32_t)keys) + (known ? 0 : keys);
        q->asked[i] = key_text(index);
        q->sum += known ? (int64_t)index : -1;
    }
    return q;
}

bench_record record_keys(bool tiny) {
    static const size_t counts[COUNTS] = {5, 16, 64, 500};
    static bench_workload workloads[COUNTS];
    static char labels[COUNTS][16], states[3];
    static bench_contestant contestants[] = {
        {"jt_key_map", JT_VERSION, "the library's table; slots: the power of two from twice as many as keys on", NULL,
         run_library, check},
        {"mask", "", "the same in the benchmark's own code", &states[0], run_mask, check},
        {"remainder", "", "any number of slots, one and a half as many as keys: hash % slots", &states[1],
         run_remainder, check},
        {"remainder, odd", "", "one slot less than the power of two", &states[2], run_odd, check}};
    for (size_t i = 0; i < COUNTS; i++) {
        questions *q = make(counts[i]);
        size_t bytes = 0;
        for (size_t k = 0; k < ASKED; k++)
            bytes += strlen(q->asked[k]);
        snprintf(labels[i], sizeof labels[i], "%zu keys", counts[i]);
        workloads[i] = (bench_workload){.label = labels[i], .size = bytes, .expected = q, .units = ASKED};
    }
    return (bench_record){.label = "keys",
                          .title = "Keys looked up in a table",
                          .workloads = workloads,
                          .workload_count = tiny ? 1 : COUNTS,
                          .contestants = contestants,
                          .contestant_count = sizeof contestants / sizeof *contestants,
                          .reference = contestants[1].label,
                          .unit = "key",
                          .sample_ms = 1};
}
