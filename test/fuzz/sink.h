/* What the fuzz targets of the writer share: a writer through small buffers, a text that comes to it in chunks, and the
 * comparison of what was written with what was read. */
#ifndef JSONTAPE_FUZZ_SINK_H
#define JSONTAPE_FUZZ_SINK_H

#include "fuzz.h"

/* A writer into memory of exactly the buffer's size, emptied into out. */
typedef struct sink {
    const jt_writer_options *options;
    jt_writer writer;
    uint8_t *buffer;
    size_t capacity;
    uint64_t random;
    uint32_t most; /* bytes of a buffer, and of a chunk */
    bool begun;    /* where roots are a line each: there is one */
    fuzz_text out;
} sink;

static inline void sink_drain(sink *s) {
    REQUIRE(s->writer.length <= s->capacity);
    fuzz_add(&s->out, s->buffer, s->writer.length);
    free(s->buffer);
    s->capacity = check_random_below(&s->random, s->most + 1);
    s->buffer = check_alloc(s->capacity);
    jt_writer_drain(&s->writer, s->buffer, s->capacity);
}

static inline void sink_begin(sink *s) {
    REQUIRE(jt_writer_init(&s->writer, NULL, 0, s->options) == JT_OK);
    sink_drain(s);
}

static inline void sink_open(sink *s, const jt_writer_options *options, uint32_t most, uint64_t random) {
    *s = (sink){.options = options, .most = most, .random = random};
    sink_begin(s);
}

/* Reads a text in chunks and puts the tape of each. */
static inline void sink_put_chunks(sink *s, const uint8_t *text, size_t length, const jt_options *options,
                                   void (*put)(sink *, const jt_tape *)) {
    reading *r = fuzz_reading(options, 0);
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
        put(s, &tape);
        free(chunk);
        if (at == length) {
            break;
        }
    }
    reading_free(r);
}

/* The tokens of two tapes say the same, wherever they stand: a comment to the end of a line may have lost carriage
 * returns. */
static inline void sink_require_same(const jt_tape *a, const jt_tape *b) {
    REQUIRE(a->length == b->length);
    for (size_t i = 0; i < a->length; i++) {
        jt_token x = a->tokens[i], y = b->tokens[i];
        const uint8_t *p = jt_token_text(a, x), *q = jt_token_text(b, y);
        bool comment = jt_token_type(x) == JT_COMMENT;
        uint32_t length = jt_token_type(x) <= JT_ARRAY_END ? 1 : x.length;
        REQUIRE(jt_token_type(x) == jt_token_type(y) && (comment || x.info == y.info));
        while (comment && p[1] == '/' && p[length - 1] == '\r') {
            length--;
        }
        REQUIRE(jt_token_type(x) <= JT_ARRAY_END ? x.length == y.length : length == y.length);
        REQUIRE(memcmp(p, q, length) == 0);
    }
}

#endif
