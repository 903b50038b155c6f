/* Recording an error, for the byte-exact reader and the driver; and its path, for the sentence. */
#ifndef JT_READ_ERROR_H
#define JT_READ_ERROR_H

#include "../../include/jsontape.h"
#include "sink.h"

/* Is a token unfinished? A comment that is skipped is none. */
static inline bool jt_in_token(const jt_tokenizer *t) {
    return t->token.kind && (t->token.kind != '/' || t->options.comments == JT_COMMENTS_KEEP);
}

/* Fills t->error: at the offset (in the chunk, its end, or in the unfinished token) the input stops being right, in a
 * token that starts at the offset token_start. */
void jt_fail(jt_tokenizer *t, jt_error_code code, uint64_t offset, uint64_t token_start);

/* The same, inside the unfinished token; where there is none, at the place itself. */
void jt_fail_here(jt_tokenizer *t, jt_error_code code, uint64_t offset);

/* The error where a byte does not fit the state. */
jt_error_code jt_code_of_state(const jt_tokenizer *t, uint32_t state);

/* Puts a key unescaped, of which this is the text, quotes included; in_pointer: with the escapes of JSON Pointers. */
void jt_put_key(sink *out, const uint8_t *span, size_t length, bool in_pointer);

/* Puts what jt_error_pointer gives. */
void jt_put_error_pointer(sink *out, const jt_tokenizer *t);

#endif
