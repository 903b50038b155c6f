/* What options ask of whole tokens: no longer than a limit, no key twice. The fast instance looks at neither, so that
 * the strict grammar pays nothing; its tokens are checked behind it. */
#ifndef JT_LIMITS_H
#define JT_LIMITS_H

#include "../../include/jsontape.h"

/* Do the options ask for any of that? */
static inline bool jt_checks_tokens(const jt_tokenizer *t) {
    return t->options.max_token_length || t->options.duplicates != JT_DUPLICATES_ALLOW;
}

/* false, and the error is noted, where the unfinished token is too long when it goes on to this offset. */
bool jt_token_within_limit(jt_tokenizer *t, uint64_t end);

/* Checks the tokens that have come on the tape since the last call. JT_OK; JT_INVALID: the tape ends before the one
 * that is wrong, and the error is noted; JT_NEED_MEMORY: call again. */
jt_status jt_check_tokens(jt_tokenizer *t);

#endif
