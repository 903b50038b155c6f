/* The doubles of the tape's numbers: called where a chunk has been read, and before a fast instance that converts. */
#ifndef JT_NUMBERS_H
#define JT_NUMBERS_H

#include "../../include/jsontape.h"

/* What the scan of a number has found out: flags, and how many digits stand before the point and behind it. */
typedef struct jt_number_parts {
    uint32_t flags, integer, fraction;
} jt_number_parts;

/* Whether there is an instance that converts, for the instruction set in use. */
bool jt_numbers_are_fused(void);

/* Makes those that are still missing. false: t->need is JT_BLOCK_NUMBERS. */
bool jt_convert_numbers(jt_tokenizer *t);

/* Says that the block of numbers is too small. Returns false. */
bool jt_want_numbers(jt_tokenizer *t);

/* Lets those of the tokens from an index on go. */
void jt_drop_numbers(jt_tokenizer *t, size_t index);

#endif
