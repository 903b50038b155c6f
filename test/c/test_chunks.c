/* Streams: whatever the cuts, the same tokens, errors, positions and paths as for the whole, and work that is linear in
 * the bytes. The whole is what the other tests compare with the oracle. */
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

static uint64_t hash_bytes(const void *bytes, size_t length) {
    uint64_t hash = 1469598103934665603u;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * 1099511628211u;
    }
    return hash;
}

/* Adds the tokens of the current tape. */
static void take_tape(stream *s) {
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
static jt_status feed(stream *s, const uint8_t *chunk, size_t length, bool last) {
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

static void begin(stream *s) {
    jt_tokenizer_reset(&s->r->t, NULL);
    s->count = 0;
    memset(s->pointer, 0, sizeof s->pointer);
    memset(s->message, 0, sizeof s->message);
}

static void end(stream *s, jt_status status) {
    s->status = status;
    if (status == JT_INVALID) {
        jt_error_pointer(&s->r->t, s->pointer, sizeof s->pointer);
        jt_error_message(&s->r->t, s->message, sizeof s->message);
    }
}

/* The whole by jt_tokenize. */
static void run_whole(stream *s, const uint8_t *text, size_t length) {
    begin(s);
    jt_status status = reading_run(s->r, text, length, 0);
    take_tape(s);
    end(s, status);
}

/* In chunks of the given size (0: by chance, up to most), with empty ones between. */
static void run_chunks(stream *s, const uint8_t *text, size_t length, size_t size, size_t most, uint64_t *random) {
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

static void run_cut(stream *s, const uint8_t *text, size_t length, size_t cut) {
    begin(s);
    jt_status status = feed(s, text, cut, false);
    if (status == JT_OK) {
        status = feed(s, text + cut, length - cut, true);
    }
    end(s, status);
}

static bool same(const stream *a, const stream *b, const uint8_t *text, size_t length, const char *how, size_t number) {
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
static void check_small(stream *whole, stream *cut, const uint8_t *text, size_t length, uint64_t *random) {
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

static const char *const cases[] = {
    "\"\xe2\x80\x9d\"",
    "\"c CC\xcc\x8c\"",
    "\"\\ud834\\udd1e\"",
    "\"\\u0z\"",
    "1e-5",
    "\xef\xbb\xbf{}",
    "\xef\xbb",
    "\xef\xbb{",
    "\xef\xbb\xbf",
    "[7777.0]",
    "{\"n\":-2}",
    "743",
    "2e+2",
    "[2e2]",
    "[1 2]",
    "[1,]",
    "[nul l]",
    "[- 1]",
    "fals",
    "tb:",
    "{\"\":tr",
    "{/",
    "[tr",
    "1 2",
    "[1] x",
    "[[[[0]]]]",
    "{\"x\":1]",
    "{\"a\" \"b\"}",
    "{\"a\":1\"b\":1}",
    ":{},",
    "1\xc2\xa0",
    "\"\0\"",
    "",
    " \t\r\n ",
    "{",
    "[\357\273\2771]",
    "[1]\xef\xbb\xbf",
    "{\"\":\"\\u20A\"}",
    "\"\\",
    "\"\\uDC00\"",
    "\"\\ud800\"",
    "{\"a\":1,\"\\u0061\":2}",
    "[[1],]",
    "{\"d\": 42.",
    "{\"d\":tru",
    "\"\xe2\x28\xa1\"",
    "\"\xf0\x9f\x98\x80\"",
    "\"\xf4\x90\x80\x80\"",
    "\"a\xed\xa0\x80\"",
    "\"\xe2",
    "[1,\n 2,\n x]",
    "{\"a\":[{\"b\":{\"c\":[0,1,{\"d~/\":[[],[1,2,{}]]},3]}}, {\"e\":}]}",
    "{\"a\":1,\"b\":[true,false,null],\"c\":{\"d\":[]}}",
    "0.",
    ".5",
    "01",
    "-",
    "+1",
    "1.e1",
    "[1e400,-0e-999,123456789012345678901234567890]",
};

static void check_work(stream *s, const char *what, const char *head, char fill, const char *tail) {
    enum { LONG = 1 << 16 };
    static uint8_t text[LONG + 64];
    static const size_t sizes[] = {1, 3, 64, 4096};
    size_t length = strlen(head);
    memcpy(text, head, length);
    memset(text + length, fill, LONG);
    length += LONG;
    memcpy(text + length, tail, strlen(tail));
    length += strlen(tail);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        begin(s);
        jt_status status = JT_OK;
        for (size_t at = 0; status == JT_OK && at < length; at += sizes[i]) {
            size_t n = sizes[i] < length - at ? sizes[i] : length - at;
            status = feed(s, text + at, n, false);
            if (status == JT_OK) {
                status = feed(s, text + at, 0, false);
            }
        }
        if (status == JT_OK) {
            status = feed(s, text, 0, true);
        }
        /* The byte-exact reader looks at no byte twice; the fast one may leave it the start of a token again. */
        if (!CHECK(status == JT_OK) || !CHECK(s->r->t.visited <= length + length / 2 + 512)) {
            fprintf(stderr, "    %s in chunks of %zu: %" PRIu64 " bytes visited of %zu\n", what, sizes[i],
                    s->r->t.visited, length);
        }
    }
}

/* More than 4 GiB: one chunk again and again, which is a part of a long array. */
static void check_long(stream *s) {
    static char chunk[1 << 16];
    size_t length = 0;
    while (length + 32 < sizeof chunk) {
        length += (size_t)snprintf(chunk + length, 32, "{\"id\":%zu,\"text\":\"abc\"},\n", length % 1000);
    }
    uint64_t total = UINT64_C(5) << 30, fed = 1, lines = 0;
    for (size_t i = 0; i < length; i++) {
        lines += chunk[i] == '\n';
    }
    reading_run(s->r, (const uint8_t *)"[]", 2, 0); /* has all blocks */
    jt_tokenizer_reset(&s->r->t, NULL);
    jt_status status;
    uint64_t feeds = 0, objects = 0;
    while ((status = jt_feed(&s->r->t, "[", 1, false)) == JT_NEED_MEMORY) {
        reading_set_block(s->r, s->r->t.need, s->r->t.wanted);
    }
    while (status == JT_OK && fed < total) {
        while ((status = jt_feed(&s->r->t, chunk, length, false)) == JT_NEED_MEMORY) {
            reading_set_block(s->r, s->r->t.need, s->r->t.wanted);
        }
        objects += jt_tokenizer_tape(&s->r->t).length / 6;
        fed += length;
        feeds++;
    }
    CHECK(status == JT_OK);
    CHECK(jt_feed(&s->r->t, "!", 1, true) == JT_INVALID);
    char pointer[64], expected[64];
    jt_error_pointer(&s->r->t, pointer, sizeof pointer);
    snprintf(expected, sizeof expected, "/%" PRIu64, objects);
    CHECK_EQ_STR(pointer, expected);
    CHECK_EQ_U64(s->r->t.error.position.offset, fed);
    CHECK_EQ_U64(s->r->t.error.position.line, feeds * lines + 1);
    CHECK_EQ_U64(s->r->t.error.position.column, 1);
}

int main(int argc, char **argv) {
    const char *count = check_argument(argc, argv, "--count");
    uint64_t documents = count ? strtoull(count, NULL, 10) : 300, random = 7;
    jt_isa isas[READING_ISAS];
    size_t isa_count = reading_find_isas(isas);
    stream whole = {.r = reading_new(0), .details = true}, cut = {.r = reading_new(0), .details = true};
    static scratch x;
    for (size_t isa = 0; isa < isa_count; isa++) {
        jt_set_isa(isas[isa]);
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            check_small(&whole, &cut, (const uint8_t *)cases[i], strlen(cases[i]), &random);
        }
        for (uint64_t i = 0; i < documents; i++) {
            generate_document(&random, &x, 1 + check_random_below(&random, i % 8 ? 60 : 400));
            for (uint32_t faults = check_random_below(&random, 3); faults > 0; faults--) {
                generate_fault(&random, &x);
            }
            check_small(&whole, &cut, x.bytes, x.length, &random);
        }
        whole.details = cut.details = false;
        for (uint64_t i = 0; i < documents / 10 + 1; i++) {
            generate_document(&random, &x, 20000);
            if (i % 3 == 0) {
                generate_fault(&random, &x);
            }
            run_whole(&whole, x.bytes, x.length);
            static const size_t sizes[] = {1, 3, 64, 200, 4096};
            for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
                run_chunks(&cut, x.bytes, x.length, sizes[k], 0, &random);
                same(&whole, &cut, x.bytes, x.length, "chunks of", sizes[k]);
            }
            run_chunks(&cut, x.bytes, x.length, 0, 3000, &random);
            same(&whole, &cut, x.bytes, x.length, "chunks up to", 3000);
        }
        whole.details = cut.details = true;
        check_work(&cut, "a number", "[", '7', "]");
        check_work(&cut, "a string", "[\"", 'x', "\"]");
        check_work(&cut, "a string of escapes", "[\"", '\\', "\"]");
        check_work(&cut, "a key", "{\"", 'k', "\":1}");
        check_work(&cut, "whitespace", "[", ' ', "]");
    }
    jt_set_isa(JT_ISA_AUTO);
    check_long(&cut);
    /* What has ended takes no more. */
    begin(&cut);
    CHECK(feed(&cut, (const uint8_t *)"1", 1, true) == JT_OK);
    CHECK(jt_feed(&cut.r->t, "1", 1, true) == JT_REFUSED);
    free(cut.chunk);
    free(whole.tokens);
    free(cut.tokens);
    reading_free(whole.r);
    reading_free(cut.r);
    return check_report("chunks");
}
