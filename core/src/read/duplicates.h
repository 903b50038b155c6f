/* Sets of the keys of open objects, for JT_DUPLICATES_ERROR. */
#ifndef JT_DUPLICATES_H
#define JT_DUPLICATES_H

#include "../../include/jsontape.h"

/* Forgets all objects. */
void jt_sets_clear(jt_tokenizer *t);

/* Tells the sets of the next token: a start of an object, its end, or a key (span: its text, quotes included). JT_OK;
 * JT_INVALID: the key is there already; JT_NEED_MEMORY: nothing was changed, and t->need is JT_BLOCK_SETS. */
jt_status jt_sets_take(jt_tokenizer *t, jt_token token, const uint8_t *span);

#endif
