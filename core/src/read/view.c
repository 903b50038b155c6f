/* The tape of a tokenizer as it stands, the text that it describes, and the path to where it begins. */
#include "view.h"

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

int jt_byte_at(const jt_tokenizer *t, uint64_t offset) {
    if (offset < t->chunk_start)
        return ((const uint8_t *)t->block[JT_BLOCK_CARRY].data)[offset - t->base];
    offset -= t->chunk_start;
    return offset < t->chunk_length ? t->chunk[offset] : -1;
}

bool jt_is_behind_line(const jt_tokenizer *t, const uint8_t *p) {
    while (p > t->chunk && is_whitespace(p[-1])) {
        if (*--p == '\n')
            return true;
    }
    return p == t->chunk && t->behind_line;
}

const uint8_t *jt_path_read(const uint8_t *p, jt_path_entry *entry) {
    entry->type = p[0];
    entry->index = load_u64(p + 1);
    entry->key_length = load_u64(p + 9);
    entry->key = p + JT_PATH_ENTRY_BYTES;
    return entry->key + entry->key_length;
}
