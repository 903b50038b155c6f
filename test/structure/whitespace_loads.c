/* How many vector loads the tokenizer makes for a run of whitespace: linked with a core that counts them
 * (JT_COUNT_VECTOR_LOADS) and otherwise is what its build ships. In a WASM module `loads` is exported; natively the
 * program prints, for each kind of run, a line of the counts for runs of 0 to RUN_MAX bytes. */
#include "../../core/include/jsontape.h"

#define RUN_MAX 80
#define TAIL 400 /* far more than the bytes before the end that are read without vectors */

extern uint64_t jt_whitespace_vector_loads;
uint64_t jt_whitespace_vector_loads;

/* The kinds of runs: spaces; a line feed and spaces; a line feed and tabs; carriage returns. */
#define KINDS 4
static const char kinds[KINDS][2] = {{' ', ' '}, {'\n', ' '}, {'\n', '\t'}, {'\r', '\r'}};

/* The loads for `[1,` run `1,1,1 ... ]`; -1 where that is not tokenized. */
#ifdef __wasm__
__attribute__((export_name("loads")))
#endif
int loads(unsigned kind, unsigned length) {
    static uint64_t tape[2048], stack[64];
    static char text[RUN_MAX + TAIL + 8];
    size_t n = 0;
    if (kind >= KINDS || length > RUN_MAX)
        return -1;
    text[n++] = '[';
    text[n++] = '1';
    text[n++] = ',';
    for (unsigned i = 0; i < length; i++)
        text[n++] = kinds[kind][i > 0];
    for (unsigned i = 0; i < TAIL; i++)
        text[n++] = i & 1 ? ',' : '1';
    text[n - 1] = ']';

    jt_tokenizer t;
    jt_tokenizer_init(&t, NULL);
    jt_tokenizer_set_block(&t, JT_BLOCK_TAPE, tape, sizeof tape);
    jt_tokenizer_set_block(&t, JT_BLOCK_STACK, stack, sizeof stack);
    jt_whitespace_vector_loads = 0;
    if (jt_tokenize(&t, text, n) != JT_OK)
        return -1;
    return (int)jt_whitespace_vector_loads;
}

#ifndef __wasm__
#include <stdio.h>

int main(void) {
    /* AVX-512 goes along an index of the text, in which there are no runs to be skipped. */
    if (jt_get_isa() == JT_ISA_AVX512 && jt_set_isa(JT_ISA_AVX2) != JT_OK)
        return 1;
    for (unsigned kind = 0; kind < KINDS; kind++) {
        for (unsigned length = 0; length <= RUN_MAX; length++)
            printf("%d ", loads(kind, length));
        printf("\n");
    }
    return 0;
}
#endif
