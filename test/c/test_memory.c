/* Memory that is the caller's: blocks of every size that grow and move, limits of depth and keys, and what the
 * tokenizer reads and copies of a large input. */
#include "check.h"

#include "generate.h"

static jt_isa isas[READING_ISAS];
static size_t isa_count;

/* Tokenizes with fresh blocks of these sizes (SIZE_MAX: none) and compares with what the oracle has read. */
static uint64_t run_blocks(const oracle *o, size_t tape, size_t stack, size_t keys, size_t extra) {
    reading *r = reading_new(0);
    const size_t sizes[3] = {tape, stack, keys};
    for (int block = 0; block < 3; block++) {
        if (sizes[block] != SIZE_MAX) {
            reading_set_block(r, (jt_block)block, sizes[block]);
        }
    }
    jt_status status = reading_run(r, o->text, o->text_length, extra);
    COMPARE(r, status, o);
    uint64_t asked = r->asked;
    reading_free(r);
    return asked;
}

/* Stops at every token: a tape of each size from none on, growing as little as may be. */
static void test_tape_sizes(void) {
    static const char *const texts[] = {
        "[]",
        "1",
        "\"a\"",
        "{\"a\":{\"b\":[1,2,{\"c\":null}]},\"d\":\"e\"}",
        " [ [ ] , { } , true , -0.5e1 , \"\\n\" ] ",
        "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]",
        "[1,2",
        "{\"a\":1,\"b\"",
        "[1,2,x]",
        "{\"a\":tru",
        "",
    };
    oracle *o = oracle_new();
    static scratch x;
    uint64_t random = 1, asked = 0;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0] + 12; i++) {
        if (i < sizeof texts / sizeof texts[0]) {
            x.length = 0;
            text_puts(&x, texts[i]);
        } else { /* long enough for the hot loop and for more than one enlargement */
            generate_document(&random, &x, 900);
            if (i % 3 == 0) {
                generate_fault(&random, &x);
            }
        }
        for (int tail = 0; tail < 2; tail++) {
            text_fill(&x, ' ', tail ? 150 : 0);
            oracle_read(o, x.bytes, x.length, 0);
            for (size_t n = 0; n < isa_count; n++) {
                jt_set_isa(isas[n]);
                for (size_t tape = 0; tape <= (o->length + 2) * sizeof(jt_token); tape += tape < 40 ? 4 : 12) {
                    asked += run_blocks(o, tape, SIZE_MAX, JT_KEYS_BYTES_MIN, 0);
                }
            }
        }
    }
    CHECK(asked > 0);
    oracle_free(o);
}

/* The stack from nothing on, and no blocks at all. */
static void test_stack_sizes(void) {
    oracle *o = oracle_new();
    static scratch x;
    for (size_t depth = 1; depth <= 100; depth += depth < 40 ? 1 : 15) {
        for (int kind = 0; kind < 3; kind++) {
            x.length = 0;
            for (size_t i = 0; i < depth; i++) {
                text_puts(&x, kind == 0 || (kind == 2 && i & 1) ? "[" : "{\"a\":");
            }
            text_puts(&x, "1");
            for (size_t i = depth; i-- > 0;) {
                text_puts(&x, kind == 0 || (kind == 2 && i & 1) ? "]" : "}");
            }
            text_fill(&x, ' ', depth & 1 ? 150 : 0);
            oracle_read(o, x.bytes, x.length, 0);
            CHECK(o->valid);
            for (size_t n = 0; n < isa_count; n++) {
                jt_set_isa(isas[n]);
                for (size_t stack = 0; stack <= (depth + 2) * JT_LEVEL_BYTES; stack += JT_LEVEL_BYTES) {
                    run_blocks(o, 4096, stack, JT_KEYS_BYTES_MIN, 0);
                }
                run_blocks(o, SIZE_MAX, SIZE_MAX, JT_KEYS_BYTES_MIN, 16);
            }
        }
    }
    oracle_free(o);
}

/* ---- Keys ---- */

/* An object whose keys are those of numbers first to last, twice, in this order and backwards. */
static uint8_t *key_document(uint32_t count, const char *format, size_t *length) {
    size_t size = (size_t)count * 2 * 80 + 16, used = 0;
    uint8_t *data = check_alloc(size);
    data[used++] = '{';
    for (uint32_t i = 0; i < 2 * count; i++) {
        uint32_t key = i < count ? i : 2 * count - 1 - i;
        used += (size_t)snprintf((char *)data + used, size - used, format, key);
        data[used++] = i + 1 < 2 * count ? ',' : '}';
    }
    *length = used;
    return data;
}

static void test_keys(void) {
    static const char *const formats[] = {"\"k%u\":0", "\"%u a rather long key, but not too long\":0",
                                          "\"a key of 26 and so on %06u\":0", "\n  \"\xc3\xa9%u\" : []",
                                          "\"key\\u00e9%u\":1"};
    static const uint32_t counts[] = {1, 2, 30, 31, 60, 63, 64, 500, 1023, 2047, 4094, 4095, 4096, 4097, 5000};
    oracle *o = oracle_new();
    for (size_t f = 0; f < sizeof formats / sizeof formats[0]; f++) {
        for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
            size_t length;
            uint8_t *data = key_document(counts[c], formats[f], &length);
            oracle_read(o, data, length, 0);
            CHECK(o->valid);
            for (size_t n = 0; n < isa_count; n++) {
                jt_set_isa(isas[n]);
                run_blocks(o, 1 << 19, 4096, JT_KEYS_BYTES_MIN, 0);
                run_blocks(o, 1 << 19, 4096, JT_KEYS_BYTES_MIN + 8, 24);
                run_blocks(o, 1 << 19, 4096, JT_KEYS_BYTES_MAX, 0);
                run_blocks(o, 1 << 19, 4096, JT_KEYS_BYTES_MAX * 2, 0);
                /* Without a table the tape is the same, and no key has an id. */
                for (size_t i = 0; i < o->length; i++) {
                    o->tokens[i].info &= 0xff;
                }
                run_blocks(o, 1 << 19, 4096, SIZE_MAX, 0);
                run_blocks(o, 1 << 10, 4096, SIZE_MAX, 0);
                oracle_read(o, data, length, 0);
            }
            free(data);
        }
    }
    /* Keys of every length around the limit, and keys that begin alike. */
    static scratch x;
    for (size_t least = 0; least < 48; least++) {
        x.length = 0;
        text_puts(&x, "[");
        for (size_t round = 0; round < 3; round++) {
            text_puts(&x, round ? ",{" : "{");
            for (size_t size = least; size < least + 4; size++) {
                for (char last = 'a'; last < 'd'; last++) {
                    text_puts(&x, "\"");
                    text_fill(&x, 'k', size);
                    text_add(&x, &last, 1);
                    text_puts(&x, "\":1,");
                }
            }
            text_puts(&x, "\"\":2}");
        }
        text_puts(&x, "]");
        for (int tail = 0; tail < 2; tail++) {
            text_fill(&x, ' ', tail ? 150 : 0);
            oracle_read(o, x.bytes, x.length, 0);
            CHECK(o->valid);
            for (size_t n = 0; n < isa_count; n++) {
                jt_set_isa(isas[n]);
                run_blocks(o, 8192, 512, JT_KEYS_BYTES_MIN, 0);
            }
        }
    }
    oracle_free(o);
}

/* One tokenizer for many texts: what an earlier one left in the blocks, or an error, must not show. */
static void test_reuse(void) {
    static scratch x;
    uint64_t random = 7;
    oracle *o = oracle_new();
    for (size_t n = 0; n < isa_count; n++) {
        reading *r = reading_new(0);
        jt_set_isa(isas[n]);
        reading_set_block(r, JT_BLOCK_KEYS, JT_KEYS_BYTES_MIN);
        for (int i = 0; i < 400; i++) {
            generate_document(&random, &x, 1 + check_random_below(&random, 2000));
            if (i % 3 == 0) {
                generate_fault(&random, &x);
            }
            oracle_read(o, x.bytes, x.length, 0);
            if (i % 5 == 0) { /* given up in the middle */
                reading_set_block(r, JT_BLOCK_TAPE, 24);
                jt_tokenizer_reset(&r->t, NULL);
                jt_tokenize(&r->t, "[1,2,3,4,{\"other\":5}]", 21);
            }
            jt_status status = reading_run(r, x.bytes, x.length, 0);
            COMPARE(r, status, o);
        }
        reading_free(r);
    }
    oracle_free(o);
}

/* ---- Depth ---- */

/* `opens` brackets and as many closing ones as asked; objects where kind is 1. */
static uint8_t *deep_document(size_t opens, size_t closes, int kind, size_t *length) {
    size_t unit = kind ? 5 : 1, used = 0;
    uint8_t *data = check_alloc(opens * unit + closes + 1);
    for (size_t i = 0; i < opens; i++) {
        memcpy(data + used, kind ? "{\"a\":" : "[", unit);
        used += unit;
    }
    if (closes && kind) {
        data[used++] = '0';
    }
    memset(data + used, kind ? '}' : ']', closes);
    *length = used + closes;
    return data;
}

/* Tokenizes brackets with a limit, and says how it ended; blocks double. */
static jt_status run_deep(reading *r, const uint8_t *data, size_t length) {
    jt_status status;
    jt_tokenizer_reset(&r->t, NULL);
    while ((status = jt_tokenize(&r->t, data, length)) == JT_NEED_MEMORY) {
        size_t twice = r->size[r->t.need] * 2;
        reading_set_block(r, r->t.need, twice > r->t.wanted ? twice : r->t.wanted);
    }
    return status;
}

static void test_depth(void) {
    static const uint32_t limits[] = {1, 2, 3, 0, 1023, 1024, 1025, 100000};
    size_t length;
    for (size_t n = 0; n < isa_count; n++) {
        jt_set_isa(isas[n]);
        for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
            reading *r = reading_new(limits[i]);
            size_t limit = limits[i] ? limits[i] : JT_DEFAULT_DEPTH;
            for (int kind = 0; kind < 2; kind++) {
                size_t unit = kind ? 5 : 1;
                uint8_t *data = deep_document(limit, limit, kind, &length);
                CHECK_EQ_U64(run_deep(r, data, length), JT_OK);
                CHECK_EQ_U64(r->t.depth, 0);
                CHECK_EQ_U64(jt_tokenizer_tape(&r->t).length, limit * (kind ? 3 : 2) + (kind ? 1 : 0));
                CHECK_EQ_U64(jt_tokenizer_tape(&r->t).tokens[0].length, limit * (kind ? 3 : 2) + (kind ? 1 : 0) - 1);
                free(data);
                data = deep_document(limit + 1, limit + 1, kind, &length);
                CHECK_EQ_U64(run_deep(r, data, length), JT_INVALID);
                CHECK_EQ_U64(r->t.error.code, JT_ERROR_DEPTH);
                CHECK_EQ_U64(r->t.error.position.offset, limit * unit);
                CHECK_EQ_U64(r->t.error.token_start, limit * unit);
                CHECK_EQ_U64(r->t.error.found, kind ? '{' : '[');
                CHECK_EQ_U64(r->t.depth, limit);
                CHECK_EQ_U64(jt_tokenizer_tape(&r->t).length, limit * (kind ? 2 : 1));
                CHECK_EQ_U64(jt_error_pointer(&r->t, NULL, 0), limit * 2);
                free(data);
            }
            reading_free(r);
        }
    }
    /* The oracle agrees at small limits, wherever the bracket stands. */
    oracle *o = oracle_new();
    reading *r = reading_new(2);
    reading_set_block(r, JT_BLOCK_KEYS, JT_KEYS_BYTES_MIN);
    static const char *const texts[] = {"[[[",   "[[],[[]]]", "{\"a\":[{}]}", "[[],[[1", "[{\"a\":1,\"b\":[]}]",
                                        "[[1]]", "[[1,[]]]x", "[[x,[]]]"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        for (size_t n = 0; n < isa_count; n++) {
            static scratch x;
            jt_set_isa(isas[n]);
            x.length = 0;
            text_puts(&x, texts[i]);
            for (int tail = 0; tail < 2; tail++) {
                text_fill(&x, ' ', tail ? 200 : 0);
                oracle_read(o, x.bytes, x.length, 2);
                jt_status status = reading_run(r, x.bytes, x.length, 0);
                COMPARE(r, status, o);
            }
        }
    }
    oracle_free(o);
    reading_free(r);
    /* Ten million: the default limit refuses them, a large one takes them as far as memory goes. */
    const size_t many = 10000000;
    jt_set_isa(JT_ISA_AUTO);
    uint8_t *data = deep_document(many, 0, 0, &length);
    r = reading_new(0);
    CHECK_EQ_U64(run_deep(r, data, length), JT_INVALID);
    CHECK_EQ_U64(r->t.error.code, JT_ERROR_DEPTH);
    CHECK_EQ_U64(r->t.error.position.offset, JT_DEFAULT_DEPTH);
    reading_free(r);
    r = reading_new(UINT32_MAX);
    CHECK_EQ_U64(run_deep(r, data, length), JT_INVALID);
    CHECK_EQ_U64(r->t.error.code, JT_ERROR_UNEXPECTED_END);
    CHECK_EQ_U64(r->t.error.position.offset, many);
    CHECK_EQ_U64(r->t.depth, many);
    char pointer[16];
    CHECK_EQ_U64(jt_error_pointer(&r->t, pointer, sizeof pointer), many * 2);
    CHECK_EQ_STR(pointer, "/0/0/0/0/0/0/0/");
    CHECK(jt_error_message(&r->t, pointer, sizeof pointer) > 15);
    free(data);
    data = deep_document(many / 2, many / 2, 0, &length);
    CHECK_EQ_U64(run_deep(r, data, length), JT_OK);
    CHECK_EQ_U64(jt_tokenizer_tape(&r->t).length, many);
    reading_free(r);
    free(data);
}

/* ---- A large input at a guard page ---- */

static void test_large(void) {
    const size_t size = 100u << 20;
    static const char element[] = ",\n  {\"id\": 1234567, \"text\": \"a string of some length, as real documents have "
                                  "it\", \"list\": [1.5, true]}";
    const size_t unit = sizeof element - 1, tokens_of_unit = 11;
    check_guard guard = check_guard_new(size);
    uint8_t *data = check_guard_end(&guard, size);
    size_t elements = 1, used = 5;
    memcpy(data, "[null", 5);
    while (used + unit < size) {
        memcpy(data + used, element, unit);
        used += unit;
        elements++;
    }
    memset(data + used, ' ', size - used);
    data[size - 1] = ']';
    const size_t tokens = 3 + (elements - 1) * tokens_of_unit;
    reading *r = reading_new(0);
    reading_set_block(r, JT_BLOCK_TAPE, tokens * sizeof(jt_token));
    reading_set_block(r, JT_BLOCK_KEYS, JT_KEYS_BYTES_MIN);
    for (size_t n = 0; n < isa_count; n++) {
        jt_set_isa(isas[n]);
        data[size - 1] = ']';
        CHECK_EQ_U64(reading_run(r, data, size, 0), JT_OK);
        CHECK(r->t.copied <= 128);
        jt_tape tape = jt_tokenizer_tape(&r->t);
        CHECK_EQ_U64(tape.length, tokens);
        CHECK_EQ_U64(tape.tokens[0].length, tokens - 1);
        CHECK_EQ_U64(tape.tokens[tokens - 1].start, size - 1);
        CHECK(tape.text == data && tape.text_length == size);
        data[size - 1] = 'x';
        CHECK_EQ_U64(reading_run(r, data, size, 0), JT_INVALID);
        CHECK_EQ_U64(r->t.error.code, JT_ERROR_EXPECTED_COMMA_OR_ARRAY_END);
        CHECK_EQ_U64(r->t.error.position.offset, size - 1);
        CHECK_EQ_U64(r->t.error.position.line, elements);
        CHECK(r->t.copied <= 128);
        char pointer[32], expected[32];
        jt_error_pointer(&r->t, pointer, sizeof pointer);
        snprintf(expected, sizeof expected, "/%zu", elements - 1);
        CHECK_EQ_STR(pointer, expected);
    }
    /* One string, one number, one run of whitespace as large as the input. */
    static const char *const frames[][3] = {{"\"", "a", "\""}, {"\"", "\xc3\xa9", "\""}, {"1", "2", "3"},
                                            {"[", " ", "]"},   {"[", "\n", "]"},         {"\"", "\\n", "\""}};
    const size_t part = 16u << 20;
    uint8_t *at = check_guard_end(&guard, part);
    for (size_t f = 0; f < sizeof frames / sizeof frames[0]; f++) {
        size_t fill = strlen(frames[f][1]);
        at[0] = (uint8_t)frames[f][0][0];
        for (size_t i = 1; i < part - 1; i += fill) {
            memcpy(at + i, frames[f][1], fill);
        }
        at[part - 1] = (uint8_t)frames[f][2][0];
        for (size_t n = 0; n < isa_count; n++) {
            jt_set_isa(isas[n]);
            CHECK_EQ_U64(reading_run(r, at, part, 0), JT_OK);
            CHECK(r->t.copied <= 128);
            jt_tape tape = jt_tokenizer_tape(&r->t);
            bool bracket = frames[f][0][0] == '[';
            CHECK_EQ_U64(tape.length, bracket ? 2 : 1);
            CHECK_EQ_U64(tape.tokens[0].length, bracket ? 1 : part);
            CHECK_EQ_U64(jt_token_flags(tape.tokens[0]), fill == 1                 ? 0
                                                         : frames[f][1][0] == '\\' ? JT_ESCAPED
                                                                                   : JT_NON_ASCII);
        }
    }
    reading_free(r);
    check_guard_free(&guard);
}

/* ---- The largest input ---- */

/* 4 GiB less a byte are read, and a byte more is refused: nothing wraps. The pages are never written. */
static void test_largest(void) {
#if SIZE_MAX > UINT32_MAX && !defined(__wasi__)
    const size_t most = UINT32_MAX;
    uint8_t *zeros = mmap(NULL, most + 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (zeros == MAP_FAILED) {
        check_fatal("no address space of 4 GiB", "mmap");
    }
    reading *r = reading_new(0);
    reading_set_block(r, JT_BLOCK_TAPE, 64 * sizeof(jt_token));
    for (size_t length = most - 1; length <= most; length++) {
        CHECK_EQ_U64(reading_run(r, zeros, length, 0), JT_INVALID);
        CHECK_EQ_U64(r->t.error.code, JT_ERROR_EXPECTED_VALUE);
        CHECK_EQ_U64(r->t.error.position.offset, 0);
    }
    CHECK_EQ_U64(reading_run(r, zeros, most + 1, 0), JT_REFUSED);
    jt_tokenizer_reset(&r->t, NULL);
    jt_status status;
    while ((status = jt_feed(&r->t, "[\"ab", 4, false)) == JT_NEED_MEMORY) {
        reading_set_block(r, r->t.need, r->t.wanted);
    }
    CHECK_EQ_U64(status, JT_OK);
    CHECK_EQ_U64(jt_feed(&r->t, zeros, most - 2, false), JT_REFUSED);
    CHECK_EQ_U64(jt_feed(&r->t, zeros, most - 3, false), JT_INVALID);
    CHECK_EQ_U64(r->t.error.code, JT_ERROR_CONTROL_CHARACTER);
    CHECK_EQ_U64(r->t.error.position.offset, 4);
    reading_free(r);
    jt_reader reader;
    jt_reader_init(&reader, NULL);
    CHECK_EQ_U64(jt_reader_feed(&reader, zeros, most + 1, false), JT_REFUSED);
    CHECK_EQ_U64(jt_reader_feed(&reader, zeros, most, false), JT_OK);
    munmap(zeros, most + 1);
#endif
}

/* ---- Arguments ---- */

static void test_arguments(void) {
    reading *r = reading_new(0);
    CHECK_EQ_U64(reading_run(r, NULL, 0, 0), JT_INVALID);
    CHECK_EQ_U64(r->t.error.code, JT_ERROR_EMPTY);
    CHECK_EQ_U64(r->t.error.position.offset, 0);
    CHECK_EQ_U64(jt_set_isa((jt_isa)77), JT_REFUSED);
    CHECK_EQ_STR(jt_isa_name((jt_isa)77), NULL);
    CHECK_EQ_U64(jt_isa_from_name("sse9") + 1, 0);
    CHECK_EQ_U64(jt_isa_from_name("") + 1, 0);
    for (int isa = JT_ISA_AUTO; isa <= JT_ISA_AVX512; isa++) {
        CHECK_EQ_U64(jt_isa_from_name(jt_isa_name((jt_isa)isa)), isa);
    }
    CHECK_EQ_U64(jt_set_isa(JT_ISA_AUTO), JT_OK);
    CHECK(jt_get_isa() != JT_ISA_AUTO);
    CHECK_EQ_STR(jt_version(), JT_VERSION);
    reading_free(r);
}

int main(void) {
    isa_count = reading_find_isas(isas);
    test_tape_sizes();
    test_stack_sizes();
    test_keys();
    test_reuse();
    test_depth();
    test_large();
    test_largest();
    test_arguments();
    return check_report("memory");
}
