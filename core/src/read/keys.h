/* The key table: known keys, and guesses of the key that comes next. A right guess makes interning free: one masked
 * compare of 32 bytes confirms it, ends the key and gives its id. The guess is the key that came last time in a like
 * place.
 *
 * The table outlives a reset, so that the next document of a kind finds its keys and guesses there; only the ids start
 * anew: an entry has an id when its generation is the table's.
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
    uint32_t length;     /* with both quotes: what a token has as its second word, */
    uint32_t info;       /* and as its third one, right in its generation */
    uint32_t generation; /* when the id was given */
    uint32_t hash;
    uint64_t unused;
} jt_key_entry;

typedef struct jt_key_table {
    uint32_t capacity;   /* entries there is room for, a power of two */
    uint32_t used;       /* entries in use, entry 0 among them */
    uint32_t generation; /* one more with each reset */
    uint32_t last_id;    /* given in this generation */
    uint64_t seed;
    uint8_t pad[40];
    jt_key_entry entry[]; /* entry 0 never matches, and stands for all keys that are not in the table */
} jt_key_table;

/* The guesses: indices of entries, in two halves of twice as many as there are entries. */
JT_INLINE uint16_t *jt_key_guesses(jt_key_table *table) {
    return (uint16_t *)(void *)(table->entry + table->capacity) + 2 * table->capacity;
}

/* Where a guess stands, in either half, for the key behind the keys last and before (0: none) of an object. around says
 * which object: in the first half the key it lies below, which tells apart objects of different kinds; in the second,
 * with before = 0, its depth, for objects in a dictionary, each below a key that was never seen. */
JT_INLINE uint32_t jt_key_guess_index(uint32_t around, uint32_t before, uint32_t last, uint32_t mask) {
    return (around * 41 + before * 13 + last) & mask;
}

/* A hash of a key's text, eight bytes at a time. The seed is the host's: who does not know it cannot aim at a slot. */
uint32_t jt_hash_text(const uint8_t *text, size_t length, uint64_t seed);

/* Are both texts of this length equal? */
bool jt_is_text(const uint8_t *a, const uint8_t *b, size_t length);

/* Makes the block of t a table for its size, keeping what a smaller one held. Called when the block is set. */
void jt_keys_layout(jt_tokenizer *t);

/* Starts the ids anew. */
void jt_keys_reset(jt_tokenizer *t);

/* Gives the next id to an entry that has none in this generation; 0 where they are used up. */
void jt_keys_appear(jt_key_table *table, jt_key_entry *entry);

/* The index of the entry of the key whose text (between the quotes, length bytes, all readable) and flags are given:
 * found, or added; it has an id. 0 where the key is not interned; -1 where the table must grow first (t->need and
 * t->wanted are set). */
int32_t jt_keys_intern(jt_tokenizer *t, const uint8_t *text, size_t length, uint32_t flags);

#endif
