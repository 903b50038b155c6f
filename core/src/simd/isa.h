/* The functions that each instruction set instantiates from the templates, and the choice between them. */
#ifndef JT_ISA_H
#define JT_ISA_H

#include "../../include/jsontape.h"
#include "../base.h"
#include "../policy.h"
#include "../write/escape.h"

typedef struct jt_kernels {
    jt_isa isa;

    /* The fast tokenizer (read/tokenize_template.h): works on t from t->offset while limit is ahead; every token that
     * starts before limit may read JT_LOOKAHEAD bytes. Returns a jt_stop of read/grammar.h. */
    int (*tokenize)(jt_tokenizer *t, const uint8_t *limit);

#if JT_FUSED_NUMBERS
    /* The same, which also makes the doubles of the numbers; NULL where there is none. */
    int (*tokenize_numbers)(jt_tokenizer *t, const uint8_t *limit);
#endif

#if !JT_ISA_FIXED
    const uint8_t *(*validate_utf8)(const uint8_t *text, const uint8_t *end); /* see jt_validate_utf8 */
    const uint8_t *(*find_partner)(jt_bracket_count *count, const uint8_t *p, const uint8_t *end); /* and this */
#endif

    /* Goes on counting lines and columns over text up to its end (read/lines_template.h). */
    void (*count_lines)(jt_line_count *count, const uint8_t *text, const uint8_t *end);

    /* Escapes text as the inside of a JSON string (write/escape.h has the contract). */
    jt_escape_kernel *escape;
} jt_kernels;

/* Instances that stand in files of their own. */
int jt_tokenize_avx512(jt_tokenizer *t, const uint8_t *limit);
int jt_tokenize_numbers_avx2(jt_tokenizer *t, const uint8_t *limit);
int jt_tokenize_numbers_avx512(jt_tokenizer *t, const uint8_t *limit);
int jt_tokenize_numbers_neon(jt_tokenizer *t, const uint8_t *limit);

extern const jt_kernels jt_kernels_scalar, jt_kernels_sse2, jt_kernels_avx2, jt_kernels_avx512, jt_kernels_neon,
    jt_kernels_wasm128;

/* jt_validate_utf8: NULL where [text, end) is well-formed UTF-8, else the first byte of the first ill-formed sequence;
 * a sequence that end cuts is ill-formed. No byte at or behind end is read. */
/* jt_find_partner: goes on looking, from p on, for the bracket that brings the open ones to none, of which there is one
 * at least (read/skip_template.h). Returns its place, behind which the count must not be used; NULL where the bytes end
 * before it, and the count goes on with the next ones. No byte at or behind end is read. */
#if JT_ISA_FIXED
JT_INLINE const jt_kernels *jt_kernels_now(void) {
    return JT_HAVE_WASM128 ? &jt_kernels_wasm128 : &jt_kernels_scalar;
}
/* Not in the table, so that a module that does not use them does not hold them. */
const uint8_t *jt_validate_utf8(const uint8_t *text, const uint8_t *end);
const uint8_t *jt_find_partner(jt_bracket_count *count, const uint8_t *p, const uint8_t *end);
#else
const jt_kernels *jt_kernels_now(void);
JT_INLINE const uint8_t *jt_validate_utf8(const uint8_t *text, const uint8_t *end) {
    return jt_kernels_now()->validate_utf8(text, end);
}
JT_INLINE const uint8_t *jt_find_partner(jt_bracket_count *count, const uint8_t *p, const uint8_t *end) {
    return jt_kernels_now()->find_partner(count, p, end);
}
#endif

#endif
