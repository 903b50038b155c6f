/* The pull reader: the oracle's tokens, places and errors for every window, cut and mixture of going on and skipping;
 * and values are found by the pointers that tokens have. The first four bytes choose instruction set, window, chunks
 * and what is skipped; the rest is the text. */
#include "fuzz.h"

typedef struct puller {
    jt_reader r;
    void *block[JT_BLOCKS];
    size_t size[JT_BLOCKS];
    const uint8_t *text;
    size_t length, at;
    uint8_t *chunk;
    uint32_t most;
    uint64_t random;
} puller;

static void set_block(puller *p, jt_block block, size_t size) {
    uint8_t *moved = check_alloc(size);
    if (p->size[block]) {
        memcpy(moved, p->block[block], p->size[block]);
    }
    free(p->block[block]);
    p->block[block] = moved;
    p->size[block] = size;
    jt_reader_set_block(&p->r, block, moved, size);
}

/* Calls until it is done, with the chunks and the memory that it wants. */
static jt_status run(puller *p, jt_status (*call)(jt_reader *)) {
    for (;;) {
        jt_status status = call(&p->r);
        if (status == JT_NEED_DATA) {
            size_t size = check_random_below(&p->random, p->most + 1), left = p->length - p->at;
            bool last = size > left || (size == left && check_random_below(&p->random, 2));
            size = size < left ? size : left;
            free(p->chunk);
            p->chunk = fuzz_copy(p->text + p->at, size);
            p->at += size;
            REQUIRE(jt_reader_feed(&p->r, p->chunk, size, last) == JT_OK);
        } else if (status == JT_NEED_MEMORY) {
            REQUIRE(p->r.t.need < JT_BLOCKS && p->r.t.wanted > p->size[p->r.t.need]);
            set_block(p, p->r.t.need, p->r.t.wanted);
        } else {
            return status;
        }
    }
}

static void check_text(const puller *p, const uint8_t *span, size_t length) {
    uint8_t *text = check_alloc(length), *copy;
    size_t whole = jt_copy_utf8(span, length, text), told, capacity = length % 5 ? whole : whole / 2;
    copy = check_alloc(capacity);
    REQUIRE(jt_reader_copy_utf8(&p->r, copy, capacity, &told) == (capacity == whole));
    REQUIRE(told == whole && (capacity < whole || whole == 0 || memcmp(copy, text, whole) == 0));
    free(copy);
    copy = fuzz_copy(text, whole);
    REQUIRE(jt_reader_text_equals(&p->r, copy, whole));
    if (whole) {
        copy[length % whole] ^= 1;
        REQUIRE(!jt_reader_text_equals(&p->r, copy, whole));
        REQUIRE(!jt_reader_text_equals(&p->r, text, whole - 1));
    }
    free(copy);
    free(text);
}

/* The current token is the oracle's at that index, with `depth` brackets around. */
static void check_token(puller *p, const oracle *o, size_t index, uint32_t depth, const duel_probe *probe) {
    jt_token token = o->tokens[index];
    jt_type type = jt_token_type(token);
    size_t length, expected = type <= JT_ARRAY_END ? 1 : token.length;
    REQUIRE(jt_reader_type(&p->r) == type);
    REQUIRE(jt_reader_flags(&p->r) == jt_token_flags(token));
    REQUIRE(jt_reader_depth(&p->r) == depth);
    REQUIRE(jt_reader_start(&p->r) == token.start && jt_reader_end(&p->r) == token.start + expected);
    REQUIRE(jt_reader_consumed(&p->r) == token.start + expected);
    const uint8_t *span = jt_reader_span(&p->r, &length);
    REQUIRE(length == expected && memcmp(span, o->text + token.start, length) == 0);
    if (type == JT_KEY || type == JT_STRING) {
        check_text(p, span, length);
    }
    if (probe->token == index) {
        char pointer[4096];
        jt_position at = jt_reader_position(&p->r);
        REQUIRE(duel_same_position(&at, &probe->position));
        length = jt_reader_pointer(&p->r, pointer, sizeof pointer);
        REQUIRE(duel_same_pointer(pointer, length, probe->place));
    }
}

/* The index of the last token of the value at the cursor; SIZE_MAX where the oracle did not come so far. */
static size_t find_end(const oracle *o, size_t index) {
    index += jt_token_type(o->tokens[index]) == JT_KEY;
    if (index >= o->length) {
        return SIZE_MAX;
    }
    jt_type type = jt_token_type(o->tokens[index]);
    if (type != JT_OBJECT_START && type != JT_ARRAY_START) {
        return index;
    }
    return o->tokens[index].length ? index + o->tokens[index].length : SIZE_MAX;
}

static void pull(puller *p, const oracle *o, const duel_probe *probe) {
    uint32_t *depths = check_alloc((o->length + 1) * sizeof *depths), depth = 0;
    for (size_t i = 0; i < o->length; i++) {
        jt_type type = jt_token_type(o->tokens[i]);
        depth -= type == JT_OBJECT_END || type == JT_ARRAY_END;
        depths[i] = depth;
        depth += type == JT_OBJECT_START || type == JT_ARRAY_START;
    }
    jt_status status = JT_OK;
    for (size_t next = 0; status == JT_OK;) {
        size_t end = SIZE_MAX;
        uint32_t chance = check_random_below(&p->random, 8);
        bool skips = chance < 2 && next > 0;
        if (skips) {
            end = find_end(o, next - 1);
            status = run(p, chance ? jt_reader_skip : jt_reader_skip_unvalidated);
            if (end == SIZE_MAX && !chance) {
                while (status == JT_OK) { /* what comes is anyone's guess */
                    status = run(p, jt_reader_next);
                }
                free(depths);
                return;
            }
        } else {
            end = next;
            status = run(p, jt_reader_next);
        }
        REQUIRE((status == JT_OK) == (end < o->length));
        if (status == JT_OK) {
            check_token(p, o, end, depths[end], probe);
            next = end + 1;
        } else {
            REQUIRE(jt_reader_type(&p->r) == 0);
        }
    }
    free(depths);
    REQUIRE(status == (o->valid ? JT_END : JT_INVALID));
    if (status == JT_INVALID) {
        char pointer[4096];
        REQUIRE(reading_same_error(&p->r.t.error, &o->error));
        size_t length = jt_error_pointer(&p->r.t, pointer, sizeof pointer);
        REQUIRE(duel_same_pointer(pointer, length, o));
    }
}

/* The value that a token's pointer names; of several equal keys the last one counts, which may lead elsewhere. */
static void find(const oracle *o, const duel_probe *probe) {
    reading *r = fuzz_reading(NULL, 0);
    REQUIRE(reading_run(r, o->text, o->text_length, 0) == JT_OK);
    jt_tape tape = jt_tokenizer_tape(&r->t);
    size_t length = probe->place->pointer_length;
    char *wanted = (char *)fuzz_copy((const uint8_t *)probe->place->pointer, length), found[4096];
    size_t index = jt_tape_find(&tape, wanted, length);
    if (index == SIZE_MAX) {
        REQUIRE(fuzz_find_duplicate(o) != SIZE_MAX);
    } else {
        jt_type type = jt_token_type(tape.tokens[index]);
        REQUIRE(type != JT_KEY && type != JT_OBJECT_END && type != JT_ARRAY_END);
        REQUIRE(duel_same_pointer(found, jt_tape_pointer(&tape, index, found, sizeof found), probe->place));
    }
    free(wanted);
    reading_free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint32_t mosts[] = {1, 4, 30, 300};
    const jt_isa *isas;
    size_t count = fuzz_isas(&isas);
    uint8_t isa = fuzz_byte(&data, &size), window = fuzz_byte(&data, &size);
    uint8_t chunks = fuzz_byte(&data, &size), skips = fuzz_byte(&data, &size);
    jt_set_isa(isas[isa % count]);
    oracle *o = oracle_new();
    duel_probe probe = {SIZE_MAX, {0, 0, 0, 0}, oracle_new()};
    oracle_read(o, data, size, 0);
    if (o->length) {
        duel_aim(&probe, o, (size + window) * 7 % o->length);
    }
    puller p = {.text = data, .length = size, .most = mosts[chunks % 4], .random = (uint64_t)chunks << 8 | skips};
    jt_reader_init(&p.r, NULL);
    set_block(&p, JT_BLOCK_TAPE, (window % 4 ? 1 + window / 4u : 4096) * sizeof(jt_token));
    pull(&p, o, &probe);
    for (int i = 0; i < JT_BLOCKS; i++) {
        free(p.block[i]);
    }
    free(p.chunk);
    if (o->valid) {
        find(o, &probe);
    }
    oracle_free(probe.place);
    oracle_free(o);
    return 0;
}
