/* The writer: what jt_write_tape makes of a text's tape, through buffers of any size, has the same tokens; so has what
 * it makes of the tapes of a stream; and strings that are copied out and written come back the same. The first byte
 * chooses the indentation (low four bits) and the instruction set, the second the sizes of buffers and chunks; the rest
 * is the text. */
#include "sink.h"

static void close_sink(sink *s) {
    REQUIRE(jt_writer_done(&s->writer));
    sink_drain(s);
    free(s->buffer);
}

static void put_tape(sink *s, const jt_tape *tape) {
    size_t index = 0;
    jt_status status;
    while ((status = jt_write_tape(&s->writer, tape, &index)) == JT_FULL) {
        sink_drain(s);
    }
    REQUIRE(status == JT_OK && index == tape->length);
}

static void finish(sink *s, jt_status status) {
    while (status == JT_FULL) {
        sink_drain(s);
        status = jt_writer_continue(&s->writer);
    }
    REQUIRE(status == JT_OK);
}

/* Writes the tape's strings, unescaped, as an array; reads that; they are the same. */
static void write_strings(const jt_tape *tape, uint32_t most, uint64_t random) {
    sink s;
    fuzz_text texts = {0};
    sink_open(&s, NULL, most, random);
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
        sink_open(&minified, NULL, most, sizes);
        put_tape(&minified, &tape);
        close_sink(&minified);
        sink_open(&indented, &options, most, sizes);
        put_tape(&indented, &tape);
        close_sink(&indented);
        sink_open(&streamed, NULL, most, sizes);
        sink_put_chunks(&streamed, data, size, NULL, put_tape);
        close_sink(&streamed);
        REQUIRE(reading_run(again, indented.out.bytes, indented.out.length, 0) == JT_OK);
        jt_tape other = jt_tokenizer_tape(&again->t);
        sink_require_same(&tape, &other);
        sink_open(&repeated, NULL, 1 << 16, 0);
        put_tape(&repeated, &other);
        close_sink(&repeated);
        REQUIRE(minified.out.length <= size && minified.out.length <= indented.out.length);
        REQUIRE(minified.out.length == streamed.out.length && minified.out.length == repeated.out.length);
        REQUIRE(memcmp(minified.out.bytes, streamed.out.bytes, minified.out.length) == 0);
        REQUIRE(memcmp(minified.out.bytes, repeated.out.bytes, minified.out.length) == 0);
        REQUIRE(reading_run(again, minified.out.bytes, minified.out.length, 0) == JT_OK);
        other = jt_tokenizer_tape(&again->t);
        sink_require_same(&tape, &other);
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
