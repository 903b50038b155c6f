/* The tokenizer's driver: blocks, and the turns that the fast and the byte-exact instance of the grammar take. */
#include "../../include/jsontape.h"
#include "../simd/isa.h"
#include "error.h"
#include "grammar.h"
#include "keys.h"

_Static_assert(sizeof(jt_token) == 12, "the tape's layout");
_Static_assert(sizeof(jt_frame) == JT_LEVEL_BYTES, "what the header says of the stack");

static void set_options(jt_tokenizer *t, const jt_options *options) {
    t->options = *options;
    if (!t->options.max_depth)
        t->options.max_depth = JT_DEFAULT_DEPTH;
}

void jt_tokenizer_init(jt_tokenizer *t, const jt_options *options) {
    memset(t, 0, sizeof *t);
    set_options(t, options ? options : &t->options);
    t->line.at = (jt_position){0, 1, 1, 1};
    t->head_line = t->next_line = t->next_head_line = t->line;
}

void jt_tokenizer_reset(jt_tokenizer *t, const jt_options *options) {
    jt_tokenizer fresh;
    jt_tokenizer_init(&fresh, options ? options : &t->options);
    memcpy(fresh.block, t->block, sizeof fresh.block);
    fresh.keys_ready = t->keys_ready;
    *t = fresh;
    jt_keys_reset(t);
}

void jt_tokenizer_set_block(jt_tokenizer *t, jt_block block, void *data, size_t size) {
    size_t old = t->block[block].size;
    t->block[block].data = data;
    t->block[block].size = size;
    if (block == JT_BLOCK_STACK && size > old)
        memset((uint8_t *)data + old, 0, size - old); /* guesses are read before they are written */
    if (block == JT_BLOCK_KEYS)
        jt_keys_layout(t);
}

/* Tokens that the whole input will have, going by what has been read; a little more, so that one enlargement does. */
static void want_tape(jt_tokenizer *t) {
    uint64_t read = t->offset - t->base, total = t->chunk_start + t->chunk_length - t->base;
    double wanted = read < 4096 ? (double)total / 8 : (double)t->tokens / (double)read * (double)total * 1.1;
    wanted = (wanted + 64 < (double)t->tokens * 1.5 ? (double)t->tokens * 1.5 : wanted) + 64;
    t->need = JT_BLOCK_TAPE;
    t->wanted = wanted < (double)(SIZE_MAX / sizeof(jt_token) / 2) ? (size_t)wanted * sizeof(jt_token) : SIZE_MAX;
}

/* May the fast instance begin here? It knows the states inside brackets, and strings between two characters. */
static bool is_fast_place(const jt_tokenizer *t) {
    if (t->token.kind)
        return t->token.kind == '"' && t->token.sub == 0 && t->token.utf8_need == 0;
    return t->state > STATE_ROOT && t->state < STATE_END;
}

/* The data of the last chunk is used up. */
static jt_status end_of_input(jt_tokenizer *t) {
    if (t->state == STATE_END)
        return JT_OK;
    bool empty = (t->state == STATE_START && t->offset % 3 == 0) || (t->state == STATE_ROOT && !t->token.kind);
    jt_fail(t, empty ? JT_ERROR_EMPTY : JT_ERROR_UNEXPECTED_END, t->offset, t->token.kind ? t->token.start : t->offset);
    return JT_INVALID;
}

/* The last bytes of the data, with zeros behind them that stop every scan of the fast instance: what it may read past
 * the data. */
typedef struct padded_tail {
    uint64_t start; /* offset of its first byte; UINT64_MAX: not copied yet */
    uint8_t bytes[2 * JT_LOOKAHEAD];
} padded_tail;

/* Data of fewer bytes is done sooner by the byte-exact instance. */
#define TAIL_MIN 16

/* Runs the fast instance over the rest of the data, which is at most JT_LOOKAHEAD bytes long. */
static jt_stop tokenize_tail(jt_tokenizer *t, const jt_kernels *kernels, padded_tail *tail) {
    const uint8_t *const chunk = t->chunk;
    const uint64_t chunk_start = t->chunk_start, end = chunk_start + t->chunk_length;
    if (tail->start == UINT64_MAX) {
        size_t rest = (size_t)(end - t->offset);
        memset(tail->bytes, 0, sizeof tail->bytes);
        memcpy(tail->bytes, chunk + (t->offset - chunk_start), rest);
        tail->start = t->offset;
        t->copied += rest;
    }
    t->chunk = tail->bytes;
    t->chunk_start = tail->start;
    jt_stop why = (jt_stop)kernels->tokenize(t, tail->bytes + (end - tail->start));
    t->chunk = chunk;
    t->chunk_start = chunk_start;
    return why;
}

jt_status jt_tokenize_chunk(jt_tokenizer *t) {
    const uint8_t *const end = t->chunk + t->chunk_length;
    const jt_kernels *kernels = jt_kernels_now();
    padded_tail tail;
    tail.start = UINT64_MAX;
    if (t->block[JT_BLOCK_STACK].size < 2 * sizeof(jt_frame)) {
        t->need = JT_BLOCK_STACK;
        t->wanted = 32 * sizeof(jt_frame);
        return JT_NEED_MEMORY;
    }
    if (!t->block[JT_BLOCK_TAPE].data) {
        want_tape(t);
        return JT_NEED_MEMORY;
    }
    if (t->depth == 0)
        ((jt_frame *)t->block[JT_BLOCK_STACK].data)->type = 0; /* the root: nothing else of it is ever written */
    for (;;) {
        uint64_t rest = t->chunk_start + t->chunk_length - t->offset;
        bool far = rest > JT_LOOKAHEAD;
        /* The tail is copied once an input: who comes again because a block was full has the rest done by the byte. */
        bool padded =
            !far && t->last && t->chunk_start == 0 && rest >= TAIL_MIN && (tail.start != UINT64_MAX || t->copied == 0);
        jt_stop why;
        if (far && is_fast_place(t)) {
            why = (jt_stop)kernels->tokenize(t, end - JT_LOOKAHEAD);
            if (why == STOP_LIMIT)
                continue; /* with the tail */
            if (why == STOP_CAREFUL)
                why = jt_tokenize_exact(t, end, true, false);
        } else if (padded && is_fast_place(t)) {
            why = tokenize_tail(t, kernels, &tail);
            if (why != STOP_TAPE)
                why = jt_tokenize_exact(t, end, why == STOP_CAREFUL, false);
        } else {
            why = jt_tokenize_exact(t, end, far || padded, true);
        }
        switch (why) {
        case STOP_STEP:
        case STOP_CAREFUL: break;
        case STOP_LIMIT: return t->last ? end_of_input(t) : JT_OK;
        case STOP_TAPE: want_tape(t); return JT_NEED_MEMORY;
        case STOP_MEMORY: return JT_NEED_MEMORY;
        case STOP_ERROR: return JT_INVALID;
        }
    }
}

jt_status jt_tokenize(jt_tokenizer *t, const void *data, size_t length) {
    if (length >= UINT32_MAX)
        return JT_REFUSED;
    if (!t->unfinished)
        jt_tokenizer_reset(t, NULL);
    t->chunk = data ? data : (const void *)"";
    t->chunk_length = length;
    t->last = true;
    jt_status status = jt_tokenize_chunk(t);
    t->unfinished = status == JT_NEED_MEMORY;
    t->ended = !t->unfinished;
    return status;
}

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
    tape.path = t->block[JT_BLOCK_PATH].data;
    tape.depth = t->tape_depth;
    tape.state = t->tape_state;
    return tape;
}
