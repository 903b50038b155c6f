/* What the tests of streams share: a text read whole and in chunks of any cut, and the comparison of both. */
#ifndef JSONTAPE_TEST_STREAMING_H
#define JSONTAPE_TEST_STREAMING_H

#include "generate.h"

/* A token as it stands in the stream, whatever tape it lies on. */
typedef struct seen {
    uint64_t start, line, column, pointer_hash;
    uint32_t length, info; /* of brackets the length is 0: the partner may lie elsewhere */
    uint64_t text_hash;
} seen;

typedef struct stream {
    reading *r;
    seen *tokens;
    size_t count, size;
    jt_status status;
    char pointer[512], message[1024];
    uint8_t *chunk;
    bool details; /* positions and pointers of tokens too */
} stream;

static inline uint64_t hash_bytes(const void *bytes, size_t length) {
    uint64_t hash = 1469598103934665603u;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * 1099511628211u;
    }
    return hash;
}

/* Adds the tokens of the current tape. */
static inline void take_tape(stream *s) {
    jt_tape tape = jt_tokenizer_tape(&s->r->t);
    for (size_t i = 0; i < tape.length; i++) {
        if (s->count == s->size) {
            s->size = s->size ? s->size * 2 : 64;
            s->tokens = realloc(s->tokens, s->size * sizeof(seen));
        }
        jt_token token = tape.tokens[i];
        jt_type type = jt_token_type(token);
        bool bracket = type <= JT_ARRAY_END;
        seen *out = &s->tokens[s->count++];
        memset(out, 0, sizeof *out);
        out->start = tape.base + token.start;
        out->length = bracket ? 0 : token.length;
        out->info = token.info;
        out->text_hash = hash_bytes(jt_token_text(&tape, token), bracket ? 1 : token.length);
        if (bracket && token.length) {
            size_t partner = type == JT_OBJECT_START || type == JT_ARRAY_START ? i + token.length : i - token.length;
            CHECK(partner < tape.length && tape.tokens[partner].length == token.length);
        }
        if (s->details) {
            char pointer[512];
            jt_position at = jt_tokenizer_locate(&s->r->t, out->start);
            size_t length = jt_tape_pointer(&tape, i, pointer, sizeof pointer);
            out->line = at.line;
            out->column = at.column << 32 | at.byte_column;
            out->pointer_hash = hash_bytes(pointer, length < sizeof pointer ? length : sizeof pointer - 1);
        }
    }
}

/* Each chunk is fed from memory of its own, which ends with it and is freed when its tape is let go. */
static inline jt_status feed(stream *s, const uint8_t *chunk, size_t length, bool last) {
    jt_status status;
    uint8_t *copy = check_alloc(length + !length);
    if (length) {
        memcpy(copy, chunk, length);
    }
    free(s->chunk);
    s->chunk = copy;
    while ((status = jt_feed(&s->r->t, copy, length, last)) == JT_NEED_MEMORY) {
        if (!CHECK(s->r->t.wanted > s->r->size[s->r->t.need])) {
            check_fatal("asked for memory that it has", "jt_feed");
        }
        reading_set_block(s->r, s->r->t.need, s->r->t.wanted);
    }
    take_tape(s);
    return status;
}

static inline void begin(stream *s) {
    jt_tokenizer_reset(&s->r->t, NULL);
    s->count = 0;
    memset(s->pointer, 0, sizeof s->pointer);
    memset(s->message, 0, sizeof s->message);
}

static inline void end(stream *s, jt_status status) {
    s->status = status;
    if (status == JT_INVALID) {
        jt_error_pointer(&s->r->t, s->pointer, sizeof s->pointer);
        jt_error_message(&s->r->t, s->message, sizeof s->message);
    }
}

/* The whole by jt_tokenize. */
static inline void run_whole(stream *s, const uint8_t *text, size_t length) {
    begin(s);
    jt_status status = reading_run(s->r, text, length, 0);
    take_tape(s);
    end(s, status);
}

/* In chunks of the given size (0: by chance, up to most), with empty ones between. */
static inline void run_chunks(stream *s, const uint8_t *text, size_t length, size_t size, size_t most,
                              uint64_t *random) {
    jt_status status = JT_OK;
    size_t at = 0;
    begin(s);
    while (status == JT_OK && at < length) {
        size_t n = size ? size : check_random_below(random, (uint32_t)most + 1);
        n = n < length - at ? n : length - at;
        status = feed(s, text + at, n, false);
        at += n;
    }
    if (status == JT_OK) {
        status = feed(s, text + at, 0, true);
    }
    end(s, status);
}

static inline void run_cut(stream *s, const uint8_t *text, size_t length, size_t cut) {
    begin(s);
    jt_status status = feed(s, text, cut, false);
    if (status == JT_OK) {
        status = feed(s, text + cut, length - cut, true);
    }
    end(s, status);
}

static inline bool same(const stream *a, const stream *b, const uint8_t *text, size_t length, const char *how,
                        size_t number) {
    const char *wrong = NULL;
    size_t at = 0;
    while (at < a->count && at < b->count && memcmp(&a->tokens[at], &b->tokens[at], sizeof(seen)) == 0) {
        at++;
    }
    if (a->status != b->status) {
        wrong = "status";
    } else if (at != a->count || at != b->count) {
        wrong = "tokens";
    } else if (a->status == JT_INVALID && !reading_same_error(&a->r->t.error, &b->r->t.error)) {
        wrong = "error";
    } else if (strcmp(a->pointer, b->pointer) != 0) {
        wrong = "pointer";
    } else if (strcmp(a->message, b->message) != 0) {
        wrong = "message";
    }
    if (check_note(!wrong, __FILE__, __LINE__, wrong ? wrong : "same")) {
        fprintf(stderr, "    %s %zu: token %zu of %zu and %zu; status %d and %d\n", how, number, at, a->count, b->count,
                (int)a->status, (int)b->status);
        if (at < a->count && at < b->count) {
            const seen *x = &a->tokens[at], *y = &b->tokens[at];
            fprintf(stderr,
                    "    start %" PRIu64 " %" PRIu64 " length %u %u info %x %x line %" PRIu64 " %" PRIu64
                    " column %" PRIx64 " %" PRIx64 " pointers %s text %s\n",
                    x->start, y->start, x->length, y->length, x->info, y->info, x->line, y->line, x->column, y->column,
                    x->pointer_hash == y->pointer_hash ? "same" : "differ",
                    x->text_hash == y->text_hash ? "same" : "differ");
        }
        reading_print_error("whole ", &a->r->t.error, a->pointer, strlen(a->pointer));
        reading_print_error("chunks", &b->r->t.error, b->pointer, strlen(b->pointer));
        check_print_bytes("in", text, length);
    }
    return !wrong;
}

/* Every two-way cut, one byte a chunk, and some sizes by chance. */
static inline void check_small(stream *whole, stream *cut, const uint8_t *text, size_t length, uint64_t *random) {
    run_whole(whole, text, length);
    for (size_t i = 0; i <= length; i++) {
        run_cut(cut, text, length, i);
        if (!same(whole, cut, text, length, "cut at", i)) {
            return;
        }
    }
    run_chunks(cut, text, length, 1, 0, random);
    same(whole, cut, text, length, "chunks of", 1);
    run_chunks(cut, text, length, 0, 7, random);
    same(whole, cut, text, length, "chunks up to", 7);
}

#endif
