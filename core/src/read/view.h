/* Looks at the text that a tokenizer has, a chunk and what was kept of those before: called by whoever tells a place or
 * a path in it. */
#ifndef JT_VIEW_H
#define JT_VIEW_H

#include "../../include/jsontape.h"
#include "../base.h"

/* The byte at an offset of the chunk, or of the unfinished token; -1 at the end of the chunk. */
int jt_byte_at(const jt_tokenizer *t, uint64_t offset);

/* The text of a token of the tape. */
static inline const uint8_t *jt_text_of(const jt_tokenizer *t, jt_token token) {
    if (token.start < t->head)
        return (const uint8_t *)t->block[JT_BLOCK_CARRY].data + token.start;
    return t->chunk + (t->base + token.start - t->chunk_start);
}

/* Goes on counting lines and columns over text up to its end. */
void jt_count_lines(jt_position *at, const uint8_t *text, const uint8_t *end);

/* Whether nothing but whitespace lies between a line feed and p, a place in the chunk or at its end. */
bool jt_is_behind_line(const jt_tokenizer *t, const uint8_t *p);

/* ---- The path block: for each bracket that is open where a tape begins, from the outermost, an entry that says which
 * of its children was read last. An entry is an index, a length, and a key of that length as it stands in the text,
 * quotes included; of an array and of an object without a key yet the length is 0. */

typedef struct jt_path_entry {
    uint8_t type; /* JT_OBJECT_START or JT_ARRAY_START */
    uint64_t index;
    const uint8_t *key;
    uint64_t key_length;
} jt_path_entry;

#define JT_PATH_ENTRY_BYTES 17 /* without the key */

/* Reads the entry at p; returns the next one's place. */
const uint8_t *jt_path_read(const uint8_t *p, jt_path_entry *entry);

#endif
