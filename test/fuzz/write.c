/* The writer: what jt_write_tape makes of a text's tape, through buffers of any size, has the same tokens; so has what
 * it makes of the tapes of a stream; and strings that are copied out and written come back the same. The first byte
 * chooses the indentation (low four bits) and the instruction set, the second the sizes of buffers and chunks; the rest
 * is the text. */
#include "fuzz.h"

/* A writer into memory of exactly the buffer's size, emptied into out. */
typedef struct sink {
    jt_writer writer;
    uint8_t *buffer;
    size_t capacity;
    uint64_t random;
    uint32_t most;
    fuzz_text out;
} sink;

static void drain(sink *s) {
    REQUIRE(s->writer.length <= s->capacity);
    fuzz_add(&s->out, s->buffer, s->writer.length);
    free(s->buffer);
    s->capacity = check_random_below(&s->random, s->most + 1);
    s->buffer = check_alloc(s->capacity);
    jt_writer_drain(&s->writer, s->buffer, s->capacity);
}

static void open_sink(sink *s, uint32_t most, uint64_t random, const jt_writer_options *options) {
    memset(s, 0, sizeof *s);
    s->random = random;
    s->most = most;
    REQUIRE(jt_writer_init(&s->writer, NULL, 0, options) == JT_OK);
    drain(s);
}

static void close_sink(sink *s) {
    REQUIRE(jt_writer_done(&s->writer));
    drain(s);
    free(s->buffer);
}

static void put_tape(sink *s, const jt_tape *tape) {
    size_t index = 0;
    jt_status status;
    while ((status = jt_write_tape(&s->writer, tape, &index)) == JT_FULL) {
        drain(s);
    }
    REQUIRE(status == JT_OK && index == tape->length);
}

static void finish(sink *s, jt_status status) {
    while (status == JT_FULL) {
        drain(s);
        status = jt_writer_continue(&s->writer);
    }
    REQUIRE(status == JT_OK);
}

/* The same tokens, wherever they stand. */
static void require_same(const jt_tape *a, const jt_tape *b) {
    REQUIRE(a->length == b->length);
    for (size_t i = 0; i < a->length; i++) {
        jt_token x = a->tokens[i], y = b->tokens[i];
        REQUIRE(x.info == y.info && x.length == y.length);
        size_t length = jt_token_type(x) <= JT_ARRAY_END ? 1 : x.length;
        REQUIRE(memcmp(jt_token_text(a, x), jt_token_text(b, y), length) == 0);
    }
}

static void write_in_chunks(sink *s, const uint8_t *text, size_t length) {
    reading *r = fuzz_reading(NULL, 0);
    uint64_t random = s->random + 1;
    for (size_t at = 0;;) {
        size_t size = check_random_below(&random, s->most + 1);
        size = size < length - at ? size : length - at;
        uint8_t *chunk = fuzz_copy(text + at, size);
        at += size;
        jt_status status;
        while ((status = jt_feed(&r->t, chunk, size, at == length)) == JT_NEED_MEMORY) {
            reading_set_block(r, r->t.need, r->t.wanted);
        }
        REQUIRE(status == JT_OK);
        jt_tape tape = jt_tokenizer_tape(&r->t);
        put_tape(s, &tape);
        free(chunk);
        if (at == length) {
            break;
        }
    }
    reading_free(r);
}

/* Writes the tape's strings, unescaped, as an array; reads that; they are the same. */
static void write_strings(const jt_tape *tape, uint32_t most, uint64_t random) {
    sink s;
    fuzz_text texts = {0};
    open_sink(&s, most, random, NULL);
    finish(&s, jt_write_array_start(&s.writer));
    for (size_t i = 0; i < tape->length; i++) {
        jt_token token = tape->tokens[i];
        if (jt_token_type(token) == JT_STRING || jt_token_type(token) == JT_KEY) {
            uint8_t *text = check_alloc(token.length);
            size_t length = jt_copy_utf8(jt_token_text(tape, token), token.length, text);
            uint8_t *exact = fuzz_copy(text, length);
            finish(&s, jt_write_string(&s.writer, exact, length));
            fuzz_add(&texts, exact, length);
            free(exact);
            free(text);
        }
    }
    finish(&s, jt_write_array_end(&s.writer));
    close_sink(&s);
    reading *r = fuzz_reading(NULL, 0);
    REQUIRE(reading_run(r, s.out.bytes, s.out.length, 0) == JT_OK);
    jt_tape again = jt_tokenizer_tape(&r->t);
    size_t at = 0;
    for (size_t i = 1; i + 1 < again.length; i++) {
        jt_token token = again.tokens[i];
        uint8_t *text = check_alloc(token.length);
        size_t length = jt_copy_utf8(jt_token_text(&again, token), token.length, text);
        REQUIRE(length <= texts.length - at && (length == 0 || memcmp(text, texts.bytes + at, length) == 0));
        at += length;
        free(text);
    }
    REQUIRE(at == texts.length);
    reading_free(r);
    free(texts.bytes);
    free(s.out.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const jt_isa *isas;
    size_t count = fuzz_isas(&isas);
    uint8_t head = fuzz_byte(&data, &size), sizes = fuzz_byte(&data, &size);
    uint32_t most = sizes & 1 ? 4096 : sizes & 2 ? 200 : 1 + sizes / 4;
    jt_set_isa(isas[(head >> 4) % count]);
    reading *r = fuzz_reading(NULL, 0), *again = fuzz_reading(NULL, 0);
    if (reading_run(r, data, size, 0) == JT_OK) {
        jt_tape tape = jt_tokenizer_tape(&r->t);
        static const char *const units[] = {"          ", "\t\t\t\t\t\t\t\t\t\t"};
        jt_writer_options options = {.indent = units[head >> 7] + 10 - (head & 15) % 11};
        sink minified, indented, streamed, repeated;
        open_sink(&minified, most, sizes, NULL);
        put_tape(&minified, &tape);
        close_sink(&minified);
        open_sink(&indented, most, sizes, &options);
        put_tape(&indented, &tape);
        close_sink(&indented);
        open_sink(&streamed, most, sizes, NULL);
        write_in_chunks(&streamed, data, size);
        close_sink(&streamed);
        REQUIRE(reading_run(again, indented.out.bytes, indented.out.length, 0) == JT_OK);
        jt_tape other = jt_tokenizer_tape(&again->t);
        require_same(&tape, &other);
        open_sink(&repeated, 1 << 16, 0, NULL);
        put_tape(&repeated, &other);
        close_sink(&repeated);
        REQUIRE(minified.out.length <= size && minified.out.length <= indented.out.length);
        REQUIRE(minified.out.length == streamed.out.length && minified.out.length == repeated.out.length);
        REQUIRE(memcmp(minified.out.bytes, streamed.out.bytes, minified.out.length) == 0);
        REQUIRE(memcmp(minified.out.bytes, repeated.out.bytes, minified.out.length) == 0);
        REQUIRE(reading_run(again, minified.out.bytes, minified.out.length, 0) == JT_OK);
        other = jt_tokenizer_tape(&again->t);
        require_same(&tape, &other);
        write_strings(&tape, most, sizes);
        free(minified.out.bytes);
        free(indented.out.bytes);
        free(streamed.out.bytes);
        free(repeated.out.bytes);
    }
    reading_free(r);
    reading_free(again);
    return 0;
}
