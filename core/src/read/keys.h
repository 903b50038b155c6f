/* The key table: keys by first appearance, and guesses of the key that comes next. A right guess makes interning free:
 * one masked compare of 32 bytes confirms it, ends the key and gives its id. The guess is the key that came last time
 * behind the same key in a like object.
 *
 * A table lies in one block of the caller's without pointers: this header, then the entries, the hash slots, and the
 * guesses. */
#ifndef JT_KEYS_H
#define JT_KEYS_H

#include "../../include/jsontape.h"
#include "../base.h"

typedef struct jt_key_entry {
    uint8_t text[32];    /* the key and its closing quote, then anything */
    uint64_t mask;       /* bit i: byte i of text counts. In an entry that must not match bit 32 is set. */
    uint32_t length;     /* with both quotes */
    uint32_t info;       /* the token's third word */
    uint32_t hash;
    uint32_t value_length; /* of the last value behind this key: the guess for the next */
    uint32_t unused[2];
} jt_key_entry;

typedef struct jt_key_table {
    uint32_t capacity; /* entries, a power of two; 0: not yet laid out */
    uint32_t count;    /* entries in use, entry 0 among them: the next id */
    uint64_t seed;
    uint8_t pad[48];
    jt_key_entry entry[]; /* entry 0 never matches */
} jt_key_table;

/* The guesses: ids, in two halves of twice as many as there are entries. */
JT_INLINE uint16_t *jt_key_guesses(jt_key_table *table) {
    return (uint16_t *)(void *)(table->entry + table->capacity) + 2 * table->capacity;
}

/* Where a guess stands, in either half, for the key behind the key `last` (0: for the first key) of an object. around
 * says which object: in the first half the key it lies below, which tells apart objects of different kinds; in the
 * second its depth, for objects in a dictionary, each below a key that was never seen before. */
JT_INLINE uint32_t jt_key_guess_index(uint32_t around, uint32_t last, uint32_t mask) {
    return (around * 41 + last) & mask;
}

/* Makes the block of t a table for its size, keeping what a smaller one held. Called when the block is set or the
 * tokenizer reset. */
void jt_keys_layout(jt_tokenizer *t);
void jt_keys_clear(jt_tokenizer *t);

/* The id of the key whose text (between the quotes, length bytes, all readable) and flags are given: found, or added.
 * 0 where it is not interned; -1 where the table must grow first (t->need and t->wanted are set). */
int32_t jt_keys_intern(jt_tokenizer *t, const uint8_t *text, size_t length, uint32_t flags);

#endif
