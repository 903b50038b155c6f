/* The tape of a tokenizer as it stands, with the text that it describes. */
#include "../../include/jsontape.h"

jt_tape jt_tokenizer_tape(const jt_tokenizer *t) {
    jt_tape tape = {0};
    tape.tokens = t->block[JT_BLOCK_TAPE].data;
    tape.length = t->tokens;
    tape.text = t->chunk;
    tape.text_length = t->chunk_length;
    tape.text_start = t->chunk_start - t->base;
    tape.head = t->block[JT_BLOCK_CARRY].data;
    tape.head_length = t->head;
    tape.base = t->base;
    tape.numbers = t->block[JT_BLOCK_NUMBERS].data;
    tape.number_count = t->numbers;
    tape.path = t->block[JT_BLOCK_PATH].data;
    tape.depth = t->tape_depth;
    tape.state = t->tape_state;
    return tape;
}
