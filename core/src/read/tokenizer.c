/* The tokenizer's driver: blocks, and the turns that the fast and the byte-exact instance of the grammar take. */
#include "../../include/jsontape.h"
#include "../simd/isa.h"
#include "error.h"
#include "grammar.h"
#include "keys.h"
#include "limits.h"
#include "numbers.h"

_Static_assert(sizeof(jt_token) == 12, "the tape's layout");
_Static_assert(sizeof(jt_frame) == JT_LEVEL_BYTES, "what the header says of the stack");

static void set_options(jt_tokenizer *t, const jt_options *options) {
    t->options = *options;
    if (!t->options.max_depth)
        t->options.max_depth = JT_DEFAULT_DEPTH;
}

JT_NOINLINE void jt_clear(void *p, size_t length) {
    memset(p, 0, length);
}

/* Where the first chunk begins. */
static const jt_position START = {0, 1, 1, 1};

void jt_tokenizer_init(jt_tokenizer *t, const jt_options *options) {
    memset(t, 0, sizeof *t);
    set_options(t, options ? options : &t->options);
    t->next_place = START;
}

/* In place: small inputs would spend a quarter of their time on copies of the tokenizer. What lies between the two
 * parts that are cleared stays. */
void jt_tokenizer_reset(jt_tokenizer *t, const jt_options *options) {
    bool keys_ready = t->keys_ready;
    set_options(t, options ? options : &t->options);
    jt_clear(t, offsetof(jt_tokenizer, block));
    jt_clear(&t->state, sizeof *t - offsetof(jt_tokenizer, state));
    t->keys_ready = keys_ready;
    t->next_place = START;
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

/* Real documents have a token for eight bytes and more; where there are others, the tape doubles. */
static void want_tape(jt_tokenizer *t) {
    size_t tokens = t->chunk_length / 8 > t->tokens * 2 ? t->chunk_length / 8 : t->tokens * 2;
    t->need = JT_BLOCK_TAPE;
    t->wanted = tokens < SIZE_MAX / sizeof(jt_token) - 64 ? (tokens + 64) * sizeof(jt_token) : SIZE_MAX;
}

/* May the fast instance begin here? Of strings it knows what is between two characters. */
static bool is_fast_place(const jt_tokenizer *t) {
    if (t->token.kind)
        return t->token.kind == '"' && t->token.sub == 0 && t->token.utf8_need == 0;
    return jt_is_entry(t->state);
}

/* The data of the last chunk is used up. */
static jt_status end_of_input(jt_tokenizer *t) {
    bool between = !t->token.kind && (t->state == STATE_ROOT || (t->state == STATE_START && t->offset % 3 == 0));
    if ((t->state == STATE_END && !t->token.kind) || (between && t->options.multiple))
        return JT_OK;
    jt_fail_here(t, between ? JT_ERROR_EMPTY : JT_ERROR_UNEXPECTED_END, t->offset);
    return JT_INVALID;
}

/* Runs the fast instance: where doubles are wanted and it has one for that, the one that makes them as it goes; those
 * of the tokens before have been made. */
static jt_stop run_fast(jt_tokenizer *t, const jt_kernels *kernels, const uint8_t *limit) {
#if JT_FUSED_NUMBERS
    if (t->options.numbers && kernels->tokenize_numbers)
        return (jt_stop)kernels->tokenize_numbers(t, limit);
#endif
    return (jt_stop)kernels->tokenize(t, limit);
}

/* The last bytes of the data, with zeros behind them that stop every scan of the fast instance: what it may read past
 * the data. */
typedef struct padded_tail {
    uint64_t start; /* offset of its first byte; UINT64_MAX: not copied yet */
    uint8_t bytes[2 * JT_LOOKAHEAD];
} padded_tail;

/* Data of fewer bytes is done sooner by the byte-exact instance. */
#define TAIL_MIN 24

/* Where the fast instance has to stop before the offset stop, which is the end of a chunk that is gone on with: a
 * number there may go on too, and one behind a comma is begun without a look at the limit. */
static uint64_t before_number(const jt_tokenizer *t, uint64_t stop) {
    const uint8_t *const from = t->chunk + (t->offset - t->chunk_start), *p = t->chunk + (stop - t->chunk_start);
    while (p > from && (is_digit(p[-1]) || p[-1] == '.' || (p[-1] | 0x20) == 'e' || p[-1] == '-' || p[-1] == '+'))
        p--;
    return t->chunk_start + (size_t)(p - t->chunk) - (p > from && p[-1] == ',');
}

/* Where instances read an index of the text, which goes beyond their limit. */
static void set_until(jt_tokenizer *t, uint64_t stop) {
    if (JT_HAVE_AVX512)
        t->until = stop;
}

/* Must the byte-exact instance do the next token? */
static bool is_careful(jt_stop why) {
    return why == STOP_CAREFUL || (JT_HAVE_AVX512 && why == STOP_LONG);
}

/* Runs the fast instance over what there is before the offset stop, at most JT_LOOKAHEAD bytes. */
static jt_stop tokenize_tail(jt_tokenizer *t, const jt_kernels *kernels, padded_tail *tail, uint64_t stop) {
    const uint8_t *const chunk = t->chunk;
    const uint64_t chunk_start = t->chunk_start, end = chunk_start + t->chunk_length;
    if (tail->start == UINT64_MAX) {
        size_t rest = (size_t)(end - t->offset);
        memset(tail->bytes + rest, 0, JT_LOOKAHEAD);
        memcpy(tail->bytes, chunk + (t->offset - chunk_start), rest);
        tail->start = t->offset;
        t->copied += rest;
    }
    if (!t->closed)
        stop = before_number(t, stop);
    t->chunk = tail->bytes;
    t->chunk_start = tail->start;
    set_until(t, stop);
    jt_stop why = run_fast(t, kernels, tail->bytes + (stop - tail->start));
    t->chunk = chunk;
    t->chunk_start = chunk_start;
    return why;
}

/* Tokenizes up to the offset stop: the end of the chunk, or of a line in it. JT_OK: all of that has been read; where a
 * line ended too early, and only whitespace came behind it, the offset is beyond. */
static jt_status tokenize_up_to(jt_tokenizer *t, const jt_kernels *kernels, padded_tail *tail, uint64_t stop) {
    const uint64_t end = t->chunk_start + t->chunk_length;
    const uint8_t *const stop_at = t->chunk + (stop - t->chunk_start);
    uint64_t limit = t->chunk_length > JT_LOOKAHEAD ? end - JT_LOOKAHEAD : t->chunk_start;
    limit = limit < stop ? limit : stop;
    /* Behind a bad token the fast instance would give ids to keys that are not there any more. */
    const bool one_by_one = t->options.skip_bad_lines && jt_checks_tokens(t);
    if (one_by_one)
        limit = t->chunk_start;
    while (t->offset <= stop) {
        bool fast = t->offset < limit;
        /* The tail is copied once a chunk: who comes again because a block was full has the rest done by the byte. */
        bool padded = !fast && !one_by_one && stop - t->offset >= TAIL_MIN && end - t->offset <= JT_LOOKAHEAD &&
                      (tail->start != UINT64_MAX || t->copied == 0);
        jt_stop why;
        if (JT_FUSED_NUMBERS && t->options.numbers && !jt_convert_numbers(t))
            return JT_NEED_MEMORY;
        if (fast && is_fast_place(t)) {
            set_until(t, stop);
            why = run_fast(t, kernels, t->chunk + (limit - t->chunk_start));
            if (why == STOP_LIMIT)
                continue; /* with what is behind it */
            if (is_careful(why))
                why = jt_tokenize_exact(t, stop_at, true, JT_HAVE_AVX512 && why == STOP_LONG);
        } else if (padded && is_fast_place(t)) {
            why = tokenize_tail(t, kernels, tail, stop);
            if (why != STOP_TAPE && why != STOP_NUMBERS && t->offset <= stop)
                why = jt_tokenize_exact(t, stop_at, is_careful(why), false);
        } else {
            why = jt_tokenize_exact(t, stop_at, fast || padded || one_by_one, !one_by_one);
        }
        jt_status status = one_by_one ? jt_check_tokens(t) : JT_OK;
        if (status != JT_OK)
            return status;
        switch (why) {
        case STOP_STEP:
        case STOP_LONG:
        case STOP_CAREFUL: break;
        case STOP_LIMIT: return JT_OK;
        case STOP_TAPE: want_tape(t); return JT_NEED_MEMORY;
        case STOP_NUMBERS:
            if (JT_FUSED_NUMBERS)
                jt_want_numbers(t);
            return JT_NEED_MEMORY;
        case STOP_MEMORY: return JT_NEED_MEMORY;
        case STOP_ERROR: return JT_INVALID;
        }
    }
    return JT_OK;
}

/* The offset of the next line feed, or end. */
static uint64_t find_line_end(const jt_tokenizer *t, uint64_t end) {
    const uint8_t *p = t->chunk + (t->offset - t->chunk_start), *stop = t->chunk + (end - t->chunk_start);
    while (stop - p >= 8) {
        uint64_t x = load_u64(p) ^ UINT64_C(0x0a0a0a0a0a0a0a0a);
        if ((x - UINT64_C(0x0101010101010101)) & ~x & UINT64_C(0x8080808080808080))
            break;
        p += 8;
    }
    while (p < stop && *p != '\n')
        p++;
    return end - (size_t)(stop - p);
}

/* A line of NDJSON has been read up to its line feed: goes on behind that where it holds a value or nothing. */
static jt_status end_line(jt_tokenizer *t, uint64_t feed) {
    if (t->offset > feed)
        t->offset = feed;
    bool mark = t->state == STATE_START && t->offset % 3 != 0;
    if (t->token.kind || mark) { /* the byte-exact reader says what a line feed is there */
        jt_stop why = jt_tokenize_exact(t, t->chunk + (feed - t->chunk_start) + 1, false, false);
        if (why == STOP_ERROR)
            return JT_INVALID;
    }
    if (t->depth > 0 || t->token.kind || (t->state != STATE_END && t->state != STATE_ROOT && t->state != STATE_START)) {
        t->offset = feed; /* not behind it, where a comment went on: a call that comes again, for memory, fails again */
        if (jt_token_within_limit(t, feed))
            jt_fail(t, jt_code_of_state(t, t->state), feed, feed);
        return JT_INVALID;
    }
    t->offset = feed + 1;
    t->state = STATE_ROOT;
    return JT_OK;
}

static jt_status tokenize_lines(jt_tokenizer *t, const jt_kernels *kernels, padded_tail *tail, uint64_t end,
                                bool last) {
    jt_status status;
    for (;;) {
        uint64_t feed = t->offset < end ? find_line_end(t, end) : end;
        t->closed = feed < end || last;
        status = tokenize_up_to(t, kernels, tail, feed);
        if (status != JT_OK || feed == end)
            return status;
        status = end_line(t, feed);
        if (status != JT_OK)
            return status;
    }
}

jt_status jt_tokenize_chunk(jt_tokenizer *t) {
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
    if (JT_TAPE_NUMBERS && t->options.numbers && !t->block[JT_BLOCK_NUMBERS].data) {
        jt_want_numbers(t);
        return JT_NEED_MEMORY;
    }
    if (t->depth == 0)
        ((jt_frame *)t->block[JT_BLOCK_STACK].data)->type = 0; /* the root: nothing else of it is ever written */

    uint64_t end = t->chunk_start + t->chunk_length, most = t->options.max_length;
    bool too_long = most && end > most;
    size_t length = t->chunk_length;
    if (too_long) {
        end = most;
        t->chunk_length = (size_t)(end - t->chunk_start); /* as if there were no more */
    }
    t->closed = t->last && !too_long;
    jt_status status = t->options.multiple == JT_NDJSON ? tokenize_lines(t, kernels, &tail, end, t->closed)
                                                        : tokenize_up_to(t, kernels, &tail, end);
    t->chunk_length = length;
    const bool checks = jt_checks_tokens(t);
    jt_status checked = checks ? jt_check_tokens(t) : JT_OK;
    if (checked != JT_OK)
        return checked;
    if (checks && status == JT_OK && t->token.kind && !jt_token_within_limit(t, end))
        return JT_INVALID;
    if (status == JT_OK && too_long) {
        jt_fail_here(t, JT_ERROR_INPUT_TOO_LONG, most);
        return JT_INVALID;
    }
    return status == JT_OK && t->last ? end_of_input(t) : status;
}
