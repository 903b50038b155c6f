/* The doubles of the tape's numbers, where they are wanted. A fast instance that converts while it scans makes most of
 * them; the rest, and where there is no such instance all, are made here from the tokens. */
#include "numbers.h"
#include "../number/decimal.h"
#include "../simd/isa.h"

bool jt_numbers_are_fused(void) {
#if JT_FUSED_NUMBERS
    return jt_kernels_now()->tokenize_numbers != NULL;
#else
    return false;
#endif
}

bool jt_convert_numbers(jt_tokenizer *t) {
    if (t->converted == t->tokens)
        return true;
    const jt_tape tape = jt_tokenizer_tape(t);
    double *const doubles = t->block[JT_BLOCK_NUMBERS].data;
    const size_t room = t->block[JT_BLOCK_NUMBERS].size / sizeof(double);
    for (; t->converted < tape.length; t->converted++) {
        jt_token token = tape.tokens[t->converted];
        bool piece = (jt_token_flags(token) & JT_PARTIAL) != 0;
        if (jt_token_type(token) == JT_NUMBER) {
            if (t->numbers == room)
                return jt_want_numbers(t);
            bool whole = !piece && !t->number_cut;
            doubles[t->numbers++] = whole ? jt_read_f64(jt_token_text(&tape, token), token.length)
                                          : jt_f64_of_bits(UINT64_C(0x7ff8000000000000));
        }
        t->number_cut = piece;
    }
    return true;
}

/* Documents of numbers have one for every two tokens and more. */
bool jt_want_numbers(jt_tokenizer *t) {
    size_t more = (t->tokens - t->converted) / 2 + 64, most = SIZE_MAX / sizeof(double) - t->numbers;
    size_t twice = t->numbers > more ? t->numbers : more;
    t->need = JT_BLOCK_NUMBERS;
    t->wanted = twice > most ? SIZE_MAX : (t->numbers + twice) * sizeof(double);
    return false;
}

void jt_drop_numbers(jt_tokenizer *t, size_t index) {
    const jt_token *const tape = t->block[JT_BLOCK_TAPE].data;
    for (; t->converted > index; t->converted--)
        t->numbers -= jt_token_type(tape[t->converted - 1]) == JT_NUMBER;
}
