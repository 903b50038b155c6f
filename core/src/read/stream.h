/* What is kept of a chunk for the next one: called by the byte-exact and the pull reader. */
#ifndef JT_STREAM_H
#define JT_STREAM_H

#include "../../include/jsontape.h"

/* Copies what the chunk has of the unfinished token, up to an offset, to the carry. false: t->need is JT_BLOCK_CARRY.
 */
bool jt_carry(jt_tokenizer *t, uint64_t end);

/* Lets the tokens of the tape go in the middle of a chunk, and begins the next tape there. false: t->need is
 * JT_BLOCK_PATH, and nothing was let go. */
bool jt_next_tape(jt_tokenizer *t);

#endif
