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
    bool (*is_utf8)(const uint8_t *text, const uint8_t *end);                                      /* see jt_is_utf8 */
    const uint8_t *(*find_partner)(jt_bracket_count *count, const uint8_t *p, const uint8_t *end); /* and this */

    /* The calls of these names (write/text_template.h). */
    jt_status (*write_string)(jt_writer *w, const void *utf8, size_t length);
    jt_status (*write_key)(jt_writer *w, const void *utf8, size_t length);

    /* See jt_write_integer and jt_write_double. */
    jt_status (*write_integer)(jt_writer *w, bool negative, uint64_t magnitude);
    jt_status (*write_f64)(jt_writer *w, double value);
#endif

    /* Goes on counting lines and columns over text up to its end (read/lines_template.h). */
    void (*count_lines)(jt_position *at, const uint8_t *text, const uint8_t *end);

    /* Escapes text as the inside of a JSON string (write/escape.h has the contract). */
    jt_escape_kernel *escape;
} jt_kernels;

/* Instances that stand in files of their own. */
int jt_tokenize_avx512(jt_tokenizer *t, const uint8_t *limit);
int jt_tokenize_numbers_avx2(jt_tokenizer *t, const uint8_t *limit);
int jt_tokenize_numbers_avx512(jt_tokenizer *t, const uint8_t *limit);
int jt_tokenize_numbers_neon(jt_tokenizer *t, const uint8_t *limit);
bool jt_is_utf8_avx512(const uint8_t *text, const uint8_t *end);
jt_status jt_write_string_avx512(jt_writer *w, const void *utf8, size_t length);
jt_status jt_write_key_avx512(jt_writer *w, const void *utf8, size_t length);
jt_status jt_write_integer_avx512(jt_writer *w, bool negative, uint64_t magnitude);
jt_status jt_write_f64_avx512(jt_writer *w, double value);
jt_escape_kernel jt_escape_avx512;

extern const jt_kernels jt_kernels_scalar, jt_kernels_sse2, jt_kernels_avx2, jt_kernels_avx512, jt_kernels_neon,
    jt_kernels_wasm128;

/* jt_is_utf8: whether [text, end) is well-formed UTF-8; a sequence that end cuts is not. No byte at or behind end is
 * read. */
/* jt_find_partner: goes on looking, from p on, for the bracket that brings the open ones to none, of which there is one
 * at least (read/skip_template.h). Returns its place, behind which the count must not be used; NULL where the bytes end
 * before it, and the count goes on with the next ones. No byte at or behind end is read. */
#if JT_ISA_FIXED
JT_INLINE const jt_kernels *jt_kernels_now(void) {
    return JT_HAVE_WASM128 ? &jt_kernels_wasm128 : &jt_kernels_scalar;
}
/* Not in the table, so that a module that does not use them does not hold them. */
bool jt_is_utf8(const uint8_t *text, const uint8_t *end);
const uint8_t *jt_find_partner(jt_bracket_count *count, const uint8_t *p, const uint8_t *end);
#else
extern const jt_kernels *jt_kernels_current JT_HIDDEN; /* NULL before the first choice */
const jt_kernels *jt_kernels_choose(void);
JT_INLINE const jt_kernels *jt_kernels_now(void) {
    const jt_kernels *kernels = __atomic_load_n(&jt_kernels_current, __ATOMIC_RELAXED);
    return JT_LIKELY(kernels) ? kernels : jt_kernels_choose();
}
JT_INLINE bool jt_is_utf8(const uint8_t *text, const uint8_t *end) {
    return jt_kernels_now()->is_utf8(text, end);
}
JT_INLINE const uint8_t *jt_find_partner(jt_bracket_count *count, const uint8_t *p, const uint8_t *end) {
    return jt_kernels_now()->find_partner(count, p, end);
}
#endif

#endif
