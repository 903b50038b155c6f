/* The key table: keys by first appearance, each with the key that followed it last. The guess of the next key makes
 * interning free: one masked compare of 32 bytes confirms the guess, ends the key and gives its id.
 *
 * A table lies in one block of the caller's without pointers: this header, then the entries, then the hash slots. */
#ifndef JT_KEYS_H
#define JT_KEYS_H

#include "../../include/jsontape.h"
#include "../base.h"

typedef struct jt_key_entry {
    uint8_t text[32];    /* the key and its closing quote, then anything */
    uint64_t mask;       /* bit i: byte i of text counts. In an entry that must not match bit 32 is set. */
    uint32_t length;     /* with both quotes */
    uint32_t info;       /* the token's third word */
    uint32_t next;       /* id of the key that followed this one in its object */
    uint32_t first;      /* id of the first key of the last object below this key */
    uint32_t hash;
    uint32_t unused;
} jt_key_entry;

typedef struct jt_key_table {
    uint32_t capacity; /* entries, a power of two; 0: not yet laid out */
    uint32_t count;    /* entries in use, entry 0 among them: the next id */
    uint64_t seed;
    uint8_t pad[48];
    jt_key_entry entry[]; /* entry 0 never matches */
} jt_key_table;

/* Makes the block of t a table for its size, keeping what a smaller one held. Called when the block is set or the
 * tokenizer reset. */
void jt_keys_layout(jt_tokenizer *t);
void jt_keys_clear(jt_tokenizer *t);

/* The id of the key whose text (between the quotes, length bytes, all readable) and flags are given: found, or added.
 * 0 where it is not interned; -1 where the table must grow first (t->need and t->wanted are set). */
int32_t jt_keys_intern(jt_tokenizer *t, const uint8_t *text, size_t length, uint32_t flags);

#endif
