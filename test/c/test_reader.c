/* The pull reader: for every window and every way of cutting the input the same tokens, places, errors and skips, and
 * what it says of the current token. What all of a text holds is known from its tape, which other tests compare with
 * the oracle. */
#include "generate.h"

/* ---- A reader with memory ---- */

/* What the cursor saw. */
typedef struct event {
    jt_type type;
    uint32_t flags, depth;
    uint64_t start, end, consumed, text_hash, pointer_hash, line, column, byte_column;
} event;

typedef enum skipping { SKIP_NOTHING, SKIP_VALIDATED, SKIP_UNVALIDATED } skipping;

typedef struct puller {
    jt_reader r;
    void *block[JT_BLOCKS];
    size_t size[JT_BLOCKS];
    const uint8_t *text;
    size_t length, at, chunk_size; /* chunk_size 0: by chance */
    bool ended;
    uint64_t random;
    uint8_t *chunk;
    event *events;
    size_t count, room;
    jt_status status;
    jt_error error;
    char pointer[512], message[1024];
} puller;

static void set_block(puller *p, jt_block block, size_t size) {
    void *moved = check_alloc(size);
    memset(moved, 0xa5, size);
    if (p->size[block]) {
        memcpy(moved, p->block[block], p->size[block] < size ? p->size[block] : size);
    }
    free(p->block[block]);
    p->block[block] = moved;
    p->size[block] = size;
    jt_reader_set_block(&p->r, block, moved, size);
}

static puller *puller_new(size_t window, const jt_options *options) {
    puller *p = check_alloc(sizeof *p);
    memset(p, 0, sizeof *p);
    jt_reader_init(&p->r, options);
    set_block(p, JT_BLOCK_TAPE, window * sizeof(jt_token));
    set_block(p, JT_BLOCK_KEYS, JT_KEYS_BYTES_MIN);
    return p;
}

static void puller_free(puller *p) {
    for (int i = 0; i < JT_BLOCKS; i++) {
        free(p->block[i]);
    }
    free(p->chunk);
    free(p->events);
    free(p);
}

/* Begins with a text, which is cut into chunks of this size. */
static void begin(puller *p, const void *text, size_t length, size_t chunk_size) {
    jt_reader_reset(&p->r, NULL);
    p->text = text;
    p->length = length;
    p->at = p->count = 0;
    p->chunk_size = chunk_size;
    p->ended = false;
    memset(&p->error, 0, sizeof p->error);
    p->pointer[0] = p->message[0] = 0;
}

static void begin_text(puller *p, const char *text) {
    begin(p, text, strlen(text), SIZE_MAX);
}

/* The next chunk, in memory of its own; the last one is empty now and then. */
static void feed(puller *p) {
    size_t left = p->length - p->at;
    size_t n = p->chunk_size ? p->chunk_size : check_random_below(&p->random, 40);
    bool last = n > left || (n == left && (check_random(&p->random) & 1));
    n = n < left ? n : left;
    CHECK(!p->ended);
    free(p->chunk);
    p->chunk = check_alloc(n);
    if (n) {
        memcpy(p->chunk, p->text + p->at, n);
    }
    p->at += n;
    p->ended = last;
    if (!CHECK(jt_reader_feed(&p->r, p->chunk, n, last) == JT_OK)) {
        check_fatal("a chunk was refused", "jt_reader_feed");
    }
}

typedef jt_status (*step)(jt_reader *);

/* Calls until it is done, with the chunks and the memory that it wants. */
static jt_status run(puller *p, step call) {
    for (;;) {
        jt_status status = call(&p->r);
        if (status == JT_NEED_DATA) {
            CHECK(jt_reader_type(&p->r) == 0);
            feed(p);
        } else if (status == JT_NEED_MEMORY) {
            if (!CHECK(p->r.t.need != JT_BLOCK_TAPE && p->r.t.wanted > p->size[p->r.t.need])) {
                check_fatal("asked for memory that it has", "jt_reader_next");
            }
            set_block(p, p->r.t.need, p->r.t.wanted);
        } else {
            return status;
        }
    }
}

static jt_status next(puller *p) {
    return run(p, jt_reader_next);
}

static uint64_t hash_bytes(const void *bytes, size_t length) {
    uint64_t hash = 1469598103934665603u;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * 1099511628211u;
    }
    return hash;
}

static event *add_event(puller *p) {
    if (p->count == p->room) {
        p->room = p->room ? p->room * 2 : 256;
        p->events = realloc(p->events, p->room * sizeof *p->events);
        if (!p->events) {
            check_fatal("out of memory", "realloc");
        }
    }
    event *e = &p->events[p->count++];
    memset(e, 0, sizeof *e);
    return e;
}

static void take_event(puller *p, bool details) {
    size_t length;
    const void *span = jt_reader_span(&p->r, &length);
    event *e = add_event(p);
    e->type = jt_reader_type(&p->r);
    e->flags = jt_reader_flags(&p->r);
    e->depth = jt_reader_depth(&p->r);
    e->start = jt_reader_start(&p->r);
    e->end = jt_reader_end(&p->r);
    e->consumed = jt_reader_consumed(&p->r);
    e->text_hash = hash_bytes(span, length);
    CHECK(e->end == e->start + length);
    if (details) {
        char pointer[512];
        jt_position at = jt_reader_position(&p->r);
        size_t n = jt_reader_pointer(&p->r, pointer, sizeof pointer);
        e->line = at.line;
        e->column = at.column;
        e->byte_column = at.byte_column;
        e->pointer_hash = hash_bytes(pointer, n < sizeof pointer ? n : sizeof pointer - 1);
        CHECK(at.offset == e->start);
    }
}

/* Which tokens are skipped is a matter of their places. */
static bool is_skipped(uint64_t start, uint64_t salt) {
    uint64_t state = start ^ salt;
    return check_random_below(&state, 4) == 0;
}

/* Reads all, skipping some, into events. */
static void pull(puller *p, const void *text, size_t length, size_t chunk_size, skipping how, uint64_t salt,
                 bool details) {
    begin(p, text, length, chunk_size);
    while ((p->status = next(p)) == JT_OK) {
        take_event(p, details);
        if (how != SKIP_NOTHING && is_skipped(jt_reader_start(&p->r), salt)) {
            p->status = run(p, how == SKIP_VALIDATED ? jt_reader_skip : jt_reader_skip_unvalidated);
            if (p->status != JT_OK) {
                break;
            }
            take_event(p, details);
        }
    }
    CHECK(jt_reader_type(&p->r) == 0 && jt_reader_start(&p->r) == 0);
    if (p->status == JT_INVALID) {
        p->error = p->r.t.error;
        jt_error_pointer(&p->r.t, p->pointer, sizeof p->pointer);
        jt_error_message(&p->r.t, p->message, sizeof p->message);
        CHECK(jt_reader_next(&p->r) == JT_INVALID);
    } else {
        CHECK(p->status == JT_END && jt_reader_next(&p->r) == JT_END);
    }
    CHECK(jt_reader_feed(&p->r, "1", 1, true) == JT_REFUSED);
}

/* The same from the tape of the whole; details as above. What is skipped must be whole. */
static void walk(puller *p, reading *whole, const uint8_t *text, size_t length, skipping how, uint64_t salt) {
    p->count = 0;
    p->status = reading_run(whole, text, length, 0);
    jt_tape tape = jt_tokenizer_tape(&whole->t);
    uint32_t depth = 0;
    size_t from = SIZE_MAX; /* of what is skipped */
    uint32_t outside = 0;
    for (size_t i = 0; i < tape.length; i++) {
        jt_token token = tape.tokens[i];
        jt_type type = jt_token_type(token);
        bool start = type == JT_OBJECT_START || type == JT_ARRAY_START;
        bool end = type == JT_OBJECT_END || type == JT_ARRAY_END;
        char pointer[512];
        depth -= end;
        size_t token_length = start || end ? 1 : token.length;
        bool seen = from == SIZE_MAX || (!start && i > from && depth == outside && type != JT_KEY);
        if (seen) {
            jt_position at = jt_locate(text, NULL, token.start);
            size_t n = jt_tape_pointer(&tape, i, pointer, sizeof pointer);
            *add_event(p) = (event){.type = type,
                                    .flags = jt_token_flags(token),
                                    .depth = depth,
                                    .start = token.start,
                                    .end = token.start + token_length,
                                    .consumed = token.start + token_length,
                                    .text_hash = hash_bytes(text + token.start, token_length),
                                    .pointer_hash = hash_bytes(pointer, n < sizeof pointer ? n : sizeof pointer - 1),
                                    .line = at.line,
                                    .column = at.column,
                                    .byte_column = at.byte_column};
        }
        depth += start;
        if (from != SIZE_MAX) {
            from = seen ? SIZE_MAX : from;
        } else if (how != SKIP_NOTHING && is_skipped(token.start, salt)) {
            if (start || type == JT_KEY) {
                from = i;
                outside = depth - start;
            } else {
                event again = p->events[p->count - 1];
                *add_event(p) = again;
            }
        }
    }
    if (p->status == JT_OK) {
        p->status = JT_END;
    }
    p->error = whole->t.error;
    p->pointer[0] = p->message[0] = 0;
    if (p->status == JT_INVALID) {
        jt_error_pointer(&whole->t, p->pointer, sizeof p->pointer);
        jt_error_message(&whole->t, p->message, sizeof p->message);
    }
}

static bool same(const puller *a, const puller *b, const char *how, size_t window, size_t chunk) {
    const char *wrong = NULL;
    size_t at = 0;
    while (at < a->count && at < b->count && memcmp(&a->events[at], &b->events[at], sizeof(event)) == 0) {
        at++;
    }
    if (at < a->count || at < b->count) {
        wrong = "tokens";
    } else if (a->status != b->status) {
        wrong = "status";
    } else if (a->status == JT_INVALID && !reading_same_error(&a->error, &b->error)) {
        wrong = "error";
    } else if (strcmp(a->pointer, b->pointer) != 0) {
        wrong = "pointer";
    } else if (strcmp(a->message, b->message) != 0) {
        wrong = "message";
    }
    if (check_note(!wrong, __FILE__, __LINE__, wrong ? wrong : "")) {
        fprintf(stderr, "    %s, window %zu, chunks of %zu: status %d and %d, event %zu of %zu and %zu\n", how, window,
                chunk, (int)a->status, (int)b->status, at, a->count, b->count);
        for (int i = 0; i < 2; i++) {
            const puller *p = i ? b : a;
            if (at < p->count) {
                const event *e = &p->events[at];
                fprintf(stderr,
                        "    type %d flags %u depth %u, %" PRIu64 " to %" PRIu64 ", line %" PRIu64 " column %" PRIu64
                        ", pointer %" PRIx64 "\n",
                        (int)e->type, e->flags, e->depth, e->start, e->end, e->line, e->column, e->pointer_hash);
            }
            reading_print_error(i ? "this" : "that", &p->error, p->pointer, strlen(p->pointer));
        }
        check_print_bytes("in", b->text, b->length);
    }
    return !wrong;
}

/* ---- Equal answers ---- */

static const size_t windows[] = {1, 4, 64, 4096};
static const size_t chunk_sizes[] = {1, 3, 64, 0, SIZE_MAX};
#define WINDOWS (sizeof windows / sizeof windows[0])
#define CHUNK_SIZES (sizeof chunk_sizes / sizeof chunk_sizes[0])

typedef struct field {
    puller *windows[WINDOWS];
    puller *expected;
    reading *whole;
} field;

/* One text, all windows and cuts. */
static void check_text(field *f, const void *text, size_t length, uint64_t salt) {
    bool valid = false;
    for (skipping how = SKIP_NOTHING; how <= SKIP_UNVALIDATED; how++) {
        const char *what = how == SKIP_NOTHING     ? "all tokens"
                           : how == SKIP_VALIDATED ? "skipping"
                                                   : "skipping unvalidated";
        if (how == SKIP_UNVALIDATED && !valid) { /* no tape tells what this finds */
            pull(f->expected, text, length, SIZE_MAX, how, salt, true);
        } else {
            walk(f->expected, f->whole, text, length, how, salt);
            valid = f->expected->status == JT_END;
        }
        for (size_t w = 0; w < WINDOWS; w++) {
            for (size_t c = 0; c < CHUNK_SIZES; c++) {
                pull(f->windows[w], text, length, chunk_sizes[c], how, salt, true);
                if (!same(f->expected, f->windows[w], what, windows[w], chunk_sizes[c])) {
                    return;
                }
            }
        }
    }
}

#define TEXT(string) {string, sizeof string - 1}

static const struct {
    const char *text;
    size_t length;
} cases[] = {
    /* Chunks. */
    TEXT("\"\xe2\x80\x9d\""),
    TEXT("\"c CC\xcc\x8c\""),
    TEXT("\"\\ud834\\udd1e\""),
    TEXT("\"\\u12"),
    TEXT("1e-"),
    TEXT("\xef\xbb"),
    TEXT("\"\\u0z"),
    TEXT("[7777.0]"),
    TEXT("{\"n\":-2}"),
    TEXT("743"),
    TEXT("2e+2"),
    TEXT("[2e2]"),
    TEXT("[1 2]"),
    TEXT("[1,]"),
    TEXT("[nul l]"),
    TEXT("[- 1]"),
    TEXT("fals"),
    TEXT("tb:"),
    TEXT("{\"\":tr"),
    TEXT("{/"),
    TEXT("[tr"),
    TEXT("1 2"),
    TEXT("[1] x"),
    TEXT("123"),
    /* Grammar and strings. */
    TEXT("{\"x\":1]"),
    TEXT("{\"a\" \"b\"}"),
    TEXT("{\"a\":1\"b\":1}"),
    TEXT(":{},"),
    TEXT("1\xc2\xa0"),
    TEXT("\"\0\""),
    TEXT("[]\0"),
    TEXT(""),
    TEXT(" \t\r\n "),
    TEXT("{"),
    TEXT("\xef\xbb\xbf{}"),
    TEXT("[\xef\xbb\xbf\x31]"),
    TEXT("[1]\xef\xbb\xbf"),
    TEXT("{\"\":\"\\u20A\"}"),
    TEXT("{\"\":\"\\udbff\\u123\"}"),
    TEXT("\"\\"),
    TEXT("\"\\uDC00\""),
    TEXT("{\"constructor\":1,\"hasOwnProperty\":2,\"toString\":3,\"__proto__\":{\"x\":1}}"),
    TEXT("{\"\\u005f_proto__\":{\"x\":1}}"),
    TEXT("{\"a\":1,\"\\u0061\":2}"),
    TEXT("[\"\xe2\x80\xa8\"]"),
    TEXT("[[1],]"),
    TEXT("{\"d\": 42."),
    TEXT("{\"d\":tru"),
    /* Numbers. */
    TEXT("[144250504882249760,0.123456789012345678901234567890,1234567834982342349e100,18446744073709551616]"),
    TEXT("[19686109595169230000,2.2250738585072011e-308,0.95000000000000000000,5e-324,1000000000000000000e0]"),
    TEXT("[1E400,-1e-999,-0e-999,1e-00011111111111,1e99999999999999999999,-0]"),
    TEXT("0."),
    TEXT(".5"),
    TEXT("01"),
    TEXT("-"),
    TEXT("+1"),
    TEXT("1.e1"),
    /* What skipping meets. */
    TEXT("[[1 2],{\"a\":[}],[\"]\",3],\"\\\"]\"]"),
    TEXT("[[\"]\\\"[\",\"\\\\\"],[[[]],{}],{\"k\":{\"k\":[{}]}}] "),
    TEXT("{\"a\":{\"b\":[1,2,\"}]\"],\"c\":{}},\"d\":[[],[]],\"e\":{\"a\":1}}"),
    TEXT("[[[[\"unfinished]]]]"),
    TEXT("[[[1,2]},3]"),
    TEXT("[{\"a\":1,2},{\"b\"},{}] ]"),
    TEXT("\n[\n {\"\xc3\xa9\" :\n[ \xf0 ]\n} ,\n 1 x"),
};

static void check_equal_answers(uint64_t documents) {
    static scratch x;
    field f;
    jt_options options = {.seed = 7};
    uint64_t random = 11;
    for (size_t w = 0; w < WINDOWS; w++) {
        f.windows[w] = puller_new(windows[w], &options);
    }
    f.expected = puller_new(4096, &options);
    f.whole = reading_new(0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (uint64_t salt = 0; salt < 6; salt++) {
            check_text(&f, cases[i].text, cases[i].length, salt);
        }
    }
    for (uint64_t i = 0; i < documents; i++) {
        generate_document(&random, &x, 1 + check_random_below(&random, i % 16 ? 200 : 3000));
        for (uint32_t faults = check_random_below(&random, 3); faults > 0; faults--) {
            generate_fault(&random, &x);
        }
        check_text(&f, x.bytes, x.length, i);
    }
    for (size_t w = 0; w < WINDOWS; w++) {
        puller_free(f.windows[w]);
    }
    puller_free(f.expected);
    reading_free(f.whole);
}

/* ---- A call at a time ---- */

static void check_calls(void) {
    jt_reader r;
    uint64_t stack[16 * JT_LEVEL_BYTES / 8], path[64];
    jt_token tape[4];
    size_t length;
    char pointer[32];
    jt_reader_init(&r, NULL);
    CHECK(jt_reader_next(&r) == JT_NEED_DATA);
    CHECK(jt_reader_skip(&r) == JT_REFUSED);
    CHECK(jt_reader_feed(&r, "{\"k\" :[1", 8, false) == JT_OK);
    CHECK(jt_reader_feed(&r, "2]}", 3, true) == JT_REFUSED);
    /* It asks for what it needs, and for a small tape. */
    CHECK(jt_reader_next(&r) == JT_NEED_MEMORY && r.t.need == JT_BLOCK_STACK);
    jt_reader_set_block(&r, JT_BLOCK_STACK, stack, sizeof stack);
    CHECK(jt_reader_next(&r) == JT_NEED_MEMORY && r.t.need == JT_BLOCK_TAPE);
    CHECK(r.t.wanted >= sizeof(jt_token) && r.t.wanted <= 4096);
    jt_reader_set_block(&r, JT_BLOCK_TAPE, tape, sizeof tape - 1); /* room for three */
    jt_reader_set_block(&r, JT_BLOCK_PATH, path, sizeof path);
    CHECK(jt_reader_type(&r) == 0 && jt_reader_depth(&r) == 0 && jt_reader_end(&r) == 0);
    CHECK(jt_reader_span(&r, &length) == NULL && length == 0);
    CHECK(jt_reader_pointer(&r, pointer, sizeof pointer) == 0 && pointer[0] == 0);
    CHECK(jt_reader_position(&r).line == 0);

    CHECK(jt_reader_next(&r) == JT_OK && jt_reader_type(&r) == JT_OBJECT_START);
    CHECK(jt_reader_depth(&r) == 0 && jt_reader_start(&r) == 0 && jt_reader_end(&r) == 1);
    CHECK(jt_reader_next(&r) == JT_OK && jt_reader_type(&r) == JT_KEY && jt_reader_depth(&r) == 1);
    CHECK(jt_reader_start(&r) == 1 && jt_reader_end(&r) == 4 && jt_reader_consumed(&r) == 4);
    const void *span = jt_reader_span(&r, &length);
    CHECK_EQ_MEM(span, length, "\"k\"", 3);
    CHECK(jt_reader_pointer(&r, pointer, sizeof pointer) == 2);
    CHECK_EQ_STR(pointer, "/k");
    CHECK(jt_reader_next(&r) == JT_OK && jt_reader_type(&r) == JT_ARRAY_START && jt_reader_depth(&r) == 1);
    /* A number may go on. */
    CHECK(jt_reader_next(&r) == JT_NEED_MEMORY && r.t.need == JT_BLOCK_CARRY);
    uint8_t carry[16];
    jt_reader_set_block(&r, JT_BLOCK_CARRY, carry, sizeof carry);
    CHECK(jt_reader_next(&r) == JT_NEED_DATA && jt_reader_next(&r) == JT_NEED_DATA);
    CHECK(jt_reader_consumed(&r) == 7 && jt_reader_type(&r) == 0);
    CHECK(jt_reader_feed(&r, NULL, 0, false) == JT_OK);
    CHECK(jt_reader_next(&r) == JT_NEED_DATA);
    CHECK(jt_reader_feed(&r, "2]}", 3, false) == JT_OK);
    CHECK(jt_reader_next(&r) == JT_OK && jt_reader_type(&r) == JT_NUMBER && jt_reader_depth(&r) == 2);
    span = jt_reader_span(&r, &length);
    CHECK_EQ_MEM(span, length, "12", 2);
    CHECK(jt_reader_start(&r) == 7 && jt_reader_end(&r) == 9);
    jt_reader_pointer(&r, pointer, sizeof pointer);
    CHECK_EQ_STR(pointer, "/k/0");
    CHECK_EQ_U64(jt_reader_position(&r).column, 8);
    CHECK(jt_reader_next(&r) == JT_OK && jt_reader_type(&r) == JT_ARRAY_END && jt_reader_depth(&r) == 1);
    CHECK(jt_reader_next(&r) == JT_OK && jt_reader_type(&r) == JT_OBJECT_END && jt_reader_depth(&r) == 0);
    CHECK(jt_reader_next(&r) == JT_NEED_DATA);
    CHECK(jt_reader_feed(&r, " ", 1, true) == JT_OK);
    CHECK(jt_reader_next(&r) == JT_END && jt_reader_next(&r) == JT_END && jt_reader_skip(&r) == JT_REFUSED);
    CHECK(jt_reader_consumed(&r) == 11);

    /* Anew, with other options, in the middle of something. */
    jt_reader_reset(&r, NULL);
    CHECK(jt_reader_feed(&r, "[[[", 3, false) == JT_OK && jt_reader_next(&r) == JT_OK);
    jt_reader_reset(&r, &(jt_options){.max_depth = 2});
    CHECK(jt_reader_consumed(&r) == 0 && jt_reader_type(&r) == 0);
    CHECK(jt_reader_feed(&r, "[[[", 3, false) == JT_OK);
    CHECK(jt_reader_next(&r) == JT_OK && jt_reader_next(&r) == JT_OK && jt_reader_depth(&r) == 1);
    CHECK(jt_reader_next(&r) == JT_INVALID && r.t.error.code == JT_ERROR_DEPTH && r.t.error.position.offset == 2);
    jt_reader_reset(&r, NULL);
    CHECK(jt_reader_feed(&r, "[[[", 3, false) == JT_OK);
    CHECK(jt_reader_next(&r) == JT_OK && jt_reader_next(&r) == JT_OK && jt_reader_next(&r) == JT_INVALID);
}

/* ---- Skipping ---- */

static void expect(puller *p, jt_type type, uint64_t start) {
    jt_status status = next(p);
    if (!CHECK(status == JT_OK) || !CHECK_EQ_U64(jt_reader_type(&p->r), type) ||
        !CHECK_EQ_U64(jt_reader_start(&p->r), start)) {
        check_print_bytes("in", p->text, p->length);
    }
}

static void expect_error(puller *p, jt_status status, jt_error_code code, uint64_t offset, const char *pointer) {
    char found[64];
    if (CHECK(status == JT_INVALID)) {
        jt_error_pointer(&p->r.t, found, sizeof found);
        CHECK_EQ_STR(jt_error_name(p->r.t.error.code), jt_error_name(code));
        CHECK_EQ_U64(p->r.t.error.position.offset, offset);
        CHECK_EQ_STR(found, pointer);
    }
}

static void check_skips(size_t window, size_t chunk_size) {
    puller *p = puller_new(window, NULL);
    /* A value, a member, and what is no bracket. */
    const char *text = "{\"a\":[1,{\"b\":[]}],\"c\":{\"d\":2},\"e\":3,\"f\":[4]}";
    for (int i = 0; i < 2; i++) {
        step skip = i ? jt_reader_skip_unvalidated : jt_reader_skip;
        begin(p, text, strlen(text), chunk_size);
        expect(p, JT_OBJECT_START, 0);
        expect(p, JT_KEY, 1);
        expect(p, JT_ARRAY_START, 5);
        CHECK(run(p, skip) == JT_OK && jt_reader_type(&p->r) == JT_ARRAY_END && jt_reader_start(&p->r) == 16);
        CHECK(jt_reader_depth(&p->r) == 1);
        CHECK(run(p, skip) == JT_OK && jt_reader_start(&p->r) == 16); /* a closing bracket stays */
        expect(p, JT_KEY, 18);
        CHECK(run(p, skip) == JT_OK && jt_reader_type(&p->r) == JT_OBJECT_END && jt_reader_start(&p->r) == 28);
        expect(p, JT_KEY, 30);
        CHECK(run(p, skip) == JT_OK && jt_reader_type(&p->r) == JT_NUMBER && jt_reader_start(&p->r) == 34);
        CHECK(run(p, skip) == JT_OK && jt_reader_start(&p->r) == 34);
        expect(p, JT_KEY, 36);
        expect(p, JT_ARRAY_START, 40);
        expect(p, JT_NUMBER, 41);
        expect(p, JT_ARRAY_END, 42);
        expect(p, JT_OBJECT_END, 43);
        CHECK(next(p) == JT_END);
        begin(p, text, strlen(text), chunk_size);
        expect(p, JT_OBJECT_START, 0);
        CHECK(run(p, skip) == JT_OK && jt_reader_start(&p->r) == 43 && next(p) == JT_END);
    }

    /* What is wrong inside is an error, or passed over. */
    text = "[[1 2,\"]\\\"[\",{],\r\n}],7]";
    begin(p, text, strlen(text), chunk_size);
    expect(p, JT_ARRAY_START, 0);
    expect(p, JT_ARRAY_START, 1);
    expect_error(p, run(p, jt_reader_skip), JT_ERROR_EXPECTED_COMMA_OR_ARRAY_END, 4, "/0/0");
    CHECK(jt_reader_skip(&p->r) == JT_INVALID && jt_reader_next(&p->r) == JT_INVALID);
    text = "[[1 2,\"]\\\"[\",[\x80],\r\n],7]";
    begin(p, text, strlen(text), chunk_size);
    expect(p, JT_ARRAY_START, 0);
    expect(p, JT_ARRAY_START, 1);
    CHECK(run(p, jt_reader_skip_unvalidated) == JT_OK && jt_reader_type(&p->r) == JT_ARRAY_END);
    CHECK(jt_reader_start(&p->r) == 19 && jt_reader_depth(&p->r) == 1);
    CHECK(jt_reader_position(&p->r).line == 2 && jt_reader_position(&p->r).column == 1);
    char pointer[16];
    jt_reader_pointer(&p->r, pointer, sizeof pointer);
    CHECK_EQ_STR(pointer, "/0");
    expect(p, JT_NUMBER, 21);
    jt_reader_pointer(&p->r, pointer, sizeof pointer);
    CHECK_EQ_STR(pointer, "/1");
    CHECK(jt_reader_position(&p->r).column == 3);
    expect(p, JT_ARRAY_END, 22);
    CHECK(next(p) == JT_END);

    /* Its own brackets must fit; its end must come. */
    text = "{\"a\":[1,[2}},\"b\":1}";
    begin(p, text, strlen(text), chunk_size);
    expect(p, JT_OBJECT_START, 0);
    expect(p, JT_KEY, 1);
    expect_error(p, run(p, jt_reader_skip_unvalidated), JT_ERROR_EXPECTED_VALUE_OR_ARRAY_END, 11, "/a/0");
    text = "[{\"a\":[1,\"]";
    begin(p, text, strlen(text), chunk_size);
    expect(p, JT_ARRAY_START, 0);
    expect(p, JT_OBJECT_START, 1);
    expect_error(p, run(p, jt_reader_skip_unvalidated), JT_ERROR_UNEXPECTED_END, 11, "/0");
    CHECK(jt_reader_next(&p->r) == JT_INVALID && jt_reader_skip_unvalidated(&p->r) == JT_INVALID);

    /* The other call goes on with it, too. */
    text = "[[1,2,3,4,[5,6,7],8],9]";
    for (int i = 0; i < 2; i++) {
        begin(p, text, strlen(text), 1);
        expect(p, JT_ARRAY_START, 0);
        expect(p, JT_ARRAY_START, 1);
        CHECK((i ? jt_reader_skip_unvalidated : jt_reader_skip)(&p->r) == JT_NEED_DATA);
        feed(p);
        expect(p, JT_NUMBER, 21);
        CHECK(jt_reader_depth(&p->r) == 1);
    }
    puller_free(p);

    /* Limits, and options that want a look at every token. */
    p = puller_new(window, &(jt_options){.max_length = 12});
    text = "[[1,[2,3],4,5],6]";
    begin(p, text, strlen(text), chunk_size);
    expect(p, JT_ARRAY_START, 0);
    expect(p, JT_ARRAY_START, 1);
    expect_error(p, run(p, jt_reader_skip_unvalidated), JT_ERROR_INPUT_TOO_LONG, 12, "/0/0");
    puller_free(p);
    p = puller_new(window, &(jt_options){.comments = JT_COMMENTS_KEEP});
    text = "{\"a\"/*]*/:/*}*/[1 /*]*/,2]//[\n,\"b\":3}";
    begin(p, text, strlen(text), chunk_size);
    expect(p, JT_OBJECT_START, 0);
    expect(p, JT_KEY, 1);
    CHECK(run(p, jt_reader_skip_unvalidated) == JT_OK && jt_reader_type(&p->r) == JT_ARRAY_END);
    expect(p, JT_COMMENT, 26);
    expect(p, JT_KEY, 31);
    expect(p, JT_NUMBER, 35);
    expect(p, JT_OBJECT_END, 36);
    CHECK(next(p) == JT_END);
    puller_free(p);
    p = puller_new(window, &(jt_options){.max_token_length = 4});
    text = "[[\"long enough\"]]";
    begin(p, text, strlen(text), chunk_size);
    expect(p, JT_ARRAY_START, 0);
    CHECK(run(p, jt_reader_skip_unvalidated) == JT_INVALID && p->r.t.error.code == JT_ERROR_TOKEN_TOO_LONG);
    puller_free(p);
}

/* ---- Options that change what a stream is ---- */

static void check_streams(size_t window, size_t chunk_size) {
    puller *p = puller_new(window, &(jt_options){.multiple = JT_CONCATENATED});
    begin(p, "[1]{} 2", 7, chunk_size);
    expect(p, JT_ARRAY_START, 0);
    CHECK(run(p, jt_reader_skip_unvalidated) == JT_OK);
    expect(p, JT_OBJECT_START, 3);
    expect(p, JT_OBJECT_END, 4);
    CHECK(jt_reader_depth(&p->r) == 0);
    expect(p, JT_NUMBER, 6);
    CHECK(next(p) == JT_END);
    puller_free(p);

    p = puller_new(window, &(jt_options){.duplicates = JT_DUPLICATES_ERROR});
    const char *text = "[{\"a\":[],\"b\":{\"a\":1,\"c\":2},\"c\":[]},{\"d\":{\"a\":4,\"\\u0061\":5}}]";
    begin(p, text, strlen(text), chunk_size);
    expect(p, JT_ARRAY_START, 0);
    expect(p, JT_OBJECT_START, 1);
    CHECK(run(p, jt_reader_skip_unvalidated) == JT_OK && jt_reader_start(&p->r) == 33);
    expect(p, JT_OBJECT_START, 35);
    expect(p, JT_KEY, 36);
    expect_error(p, run(p, jt_reader_skip_unvalidated), JT_ERROR_DUPLICATE_KEY, 47, "/1/d");
    puller_free(p);

    p = puller_new(window, &(jt_options){.multiple = JT_NDJSON, .skip_bad_lines = true});
    begin(p, "[1,2,3]\n[[[1 2]]]\n{\"a\":4}\n[5\n6\n", 31, chunk_size);
    expect(p, JT_ARRAY_START, 0);
    CHECK(run(p, jt_reader_skip) == JT_OK && jt_reader_start(&p->r) == 6);
    expect(p, JT_ARRAY_START, 8);
    expect(p, JT_ARRAY_START, 9);
    CHECK(run(p, jt_reader_skip_unvalidated) == JT_INVALID && p->r.t.error.position.offset == 13);
    expect(p, JT_OBJECT_START, 18);
    CHECK(jt_reader_depth(&p->r) == 0 && jt_reader_position(&p->r).line == 3);
    expect(p, JT_KEY, 19);
    expect(p, JT_NUMBER, 23);
    expect(p, JT_OBJECT_END, 24);
    expect(p, JT_ARRAY_START, 26);
    expect(p, JT_NUMBER, 27);
    CHECK(next(p) == JT_INVALID && p->r.t.error.position.line == 4);
    expect(p, JT_NUMBER, 29);
    CHECK(jt_reader_depth(&p->r) == 0);
    CHECK(next(p) == JT_END);
    puller_free(p);
}

/* Pieces together say what the whole says. */
static void check_pieces(size_t window, size_t chunk_size) {
    static const char text[] =
        "[\"0123456789\\n\\ud83d\\ude00\xe2\x82\xac, and so on and so on\",12345678901234567890,\"x\"]";
    static const char said[] = "0123456789\n\xf0\x9f\x98\x80\xe2\x82\xac, and so on and so on";
    puller *p = puller_new(window, &(jt_options){.pieces = true});
    for (int skipped = 0; skipped < 2; skipped++) {
        char copy[128];
        uint16_t units[128];
        size_t used = 0, used_units = 0, length, strings = 0;
        bool more = true;
        begin(p, text, sizeof text - 1, chunk_size);
        expect(p, JT_ARRAY_START, 0);
        while (more) {
            CHECK(next(p) == JT_OK && jt_reader_type(&p->r) == JT_STRING);
            more = jt_reader_flags(&p->r) & JT_PARTIAL;
            CHECK(jt_reader_copy_utf8(&p->r, copy + used, sizeof copy - used, &length));
            CHECK(jt_reader_text_equals(&p->r, copy + used, length));
            used += length;
            CHECK(jt_reader_copy_utf16(&p->r, units + used_units, 128 - used_units, &length));
            used_units += length;
            strings++;
            if (skipped && more) {
                CHECK(run(p, jt_reader_skip) == JT_OK && !(jt_reader_flags(&p->r) & JT_PARTIAL));
                CHECK_EQ_U64(jt_reader_end(&p->r), 51);
                more = false;
            }
        }
        CHECK(skipped || strings > 1 || (chunk_size != 1 && chunk_size != 3));
        if (!skipped) {
            CHECK_EQ_MEM(copy, used, said, sizeof said - 1);
            CHECK_EQ_U64(used_units, 35);
        }
        int64_t value;
        CHECK(next(p) == JT_OK && jt_reader_type(&p->r) == JT_NUMBER);
        if (jt_reader_flags(&p->r) & JT_PARTIAL) {
            double number;
            CHECK(!jt_reader_f64(&p->r, &number) && !jt_reader_i64(&p->r, &value));
            CHECK(run(p, jt_reader_skip) == JT_OK);
            CHECK(!jt_reader_f64(&p->r, &number));
        }
        CHECK(next(p) == JT_OK && jt_reader_type(&p->r) == JT_STRING);
        CHECK(run(p, jt_reader_skip) == JT_OK);
        CHECK(next(p) == JT_OK && jt_reader_type(&p->r) == JT_ARRAY_END);
        CHECK(next(p) == JT_END);
    }
    puller_free(p);
}

/* ---- What the current token says ---- */

/* A string as key and as value, at every cut: its text, and what it is not. */
static void check_one_string(puller *p, const char *span, const char *utf8, size_t length, const uint16_t *utf16,
                             size_t units, bool escaped) {
    char document[256], copy[256], other[256];
    uint16_t copied[256];
    size_t n, document_length = (size_t)snprintf(document, sizeof document, "{%s:%s}", span, span);
    memcpy(other, utf8, length);
    for (size_t cut = 1; cut < document_length; cut++) {
        begin(p, document, document_length, cut);
        expect(p, JT_OBJECT_START, 0);
        for (int i = 0; i < 2; i++) {
            CHECK(next(p) == JT_OK && jt_reader_type(&p->r) == (i ? JT_STRING : JT_KEY));
            CHECK(jt_reader_is_escaped(&p->r) == escaped);
            CHECK(jt_reader_text_equals(&p->r, utf8, length));
            other[length] = 'x';
            CHECK(!jt_reader_text_equals(&p->r, other, length + 1));
            if (length) {
                CHECK(!jt_reader_text_equals(&p->r, utf8, length - 1));
                other[length - 1] ^= 1;
                CHECK(!jt_reader_text_equals(&p->r, other, length));
                other[length - 1] ^= 1;
                memset(copy, 0x55, sizeof copy);
                CHECK(!jt_reader_copy_utf8(&p->r, copy, length - 1, &n) && n == length);
                CHECK(copy[length - 1] == 0x55);
                memset(copied, 0x55, sizeof copied);
                CHECK(!jt_reader_copy_utf16(&p->r, copied, units - 1, &n) && n == units);
                CHECK(copied[units - 1] == 0x5555);
            }
            CHECK(jt_reader_copy_utf8(&p->r, copy, length, &n));
            CHECK_EQ_MEM(copy, n, utf8, length);
            CHECK(jt_reader_copy_utf16(&p->r, copied, units, &n));
            CHECK_EQ_MEM(copied, 2 * n, utf16, 2 * units);
        }
    }
    CHECK(jt_text_equals(span, strlen(span), utf8, length));
    CHECK(!jt_text_equals(span, strlen(span), other, length + 1));
}

static void check_strings(void) {
    static const struct {
        const char *span, *utf8;
        uint16_t utf16[12];
        size_t units;
        bool escaped;
    } strings[] = {
        {"\"\"", "", {0}, 0, false},
        {"\"plain\"", "plain", {'p', 'l', 'a', 'i', 'n'}, 5, false},
        {"\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"",
         "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
         {0xe9, 0x20ac, 0xd83d, 0xde00},
         4,
         false},
        {"\"\\u00e9\\u20AC\\ud83d\\ude00\"",
         "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
         {0xe9, 0x20ac, 0xd83d, 0xde00},
         4,
         true},
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t", {'"', '\\', '/', 8, 12, 10, 13, 9}, 8, true},
        {"\"a\\ud800\"", "a\xef\xbf\xbd", {'a', 0xd800}, 2, true},
        {"\"\\udc00\\ud800b\"", "\xef\xbf\xbd\xef\xbf\xbd\x62", {0xdc00, 0xd800, 'b'}, 3, true},
        {"\"\\ud834\\udd1e\"", "\xf0\x9d\x84\x9e", {0xd834, 0xdd1e}, 2, true},
    };
    puller *p = puller_new(4, NULL);
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        check_one_string(p, strings[i].span, strings[i].utf8, strlen(strings[i].utf8), strings[i].utf16,
                         strings[i].units, strings[i].escaped);
    }
    check_one_string(p, "\"\\u0000\"", "\0", 1, (const uint16_t[]){0}, 1, true);
    /* Other tokens have no text. */
    size_t length = 1;
    char copy[8];
    uint16_t copied[8];
    begin_text(p, "[null]");
    for (int i = 0; i < 3; i++) {
        CHECK(next(p) == JT_OK && !jt_reader_text_equals(&p->r, "null", 4) && !jt_reader_is_escaped(&p->r));
        CHECK(!jt_reader_copy_utf8(&p->r, copy, sizeof copy, &length) && length == 0);
        CHECK(!jt_reader_copy_utf16(&p->r, copied, 8, &length) && length == 0);
    }
    CHECK(next(p) == JT_END && !jt_reader_text_equals(&p->r, "", 0));
    puller_free(p);
    /* Ill-formed bytes are U+FFFD, as many as the Unicode Standard says. */
    p = puller_new(4, &(jt_options){.utf8 = JT_UTF8_REPLACE});
    for (size_t cut = 1; cut < 12; cut++) {
        begin(p, "\"\xff\xe2\x82|\xf0\x9f\x98\"", 9, cut);
        CHECK(next(p) == JT_OK && jt_reader_text_equals(&p->r, "\xef\xbf\xbd\xef\xbf\xbd|\xef\xbf\xbd", 10));
    }
    puller_free(p);
}

/* Bits of the types that hold a number: 8, 16, 32, 64 signed, then unsigned. */
enum { I8 = 1, I16 = 2, I32 = 4, I64 = 8, U8 = 16, U16 = 32, U32 = 64, U64 = 128 };

static void check_integers(void) {
    static const struct {
        const char *text;
        uint32_t fits;
        int64_t value; /* or its bits */
    } numbers[] = {
        {"0", 255, 0},
        {"-0", 255, 0},
        {"1", 255, 1},
        {"-1", I8 | I16 | I32 | I64, -1},
        {"127", 255, 127},
        {"128", 255 - I8, 128},
        {"-128", I8 | I16 | I32 | I64, -128},
        {"-129", I16 | I32 | I64, -129},
        {"255", 255 - I8, 255},
        {"256", 255 - I8 - U8, 256},
        {"32767", 255 - I8 - U8, 32767},
        {"32768", I32 | I64 | U16 | U32 | U64, 32768},
        {"-32768", I16 | I32 | I64, -32768},
        {"-32769", I32 | I64, -32769},
        {"65535", I32 | I64 | U16 | U32 | U64, 65535},
        {"65536", I32 | I64 | U32 | U64, 65536},
        {"2147483647", I32 | I64 | U32 | U64, 2147483647},
        {"2147483648", I64 | U32 | U64, 2147483648},
        {"-2147483648", I32 | I64, -INT64_C(2147483648)},
        {"-2147483649", I64, -INT64_C(2147483649)},
        {"4294967295", I64 | U32 | U64, 4294967295},
        {"4294967296", I64 | U64, 4294967296},
        {"9223372036854775807", I64 | U64, INT64_MAX},
        {"9223372036854775808", U64, INT64_MIN},
        {"-9223372036854775808", I64, INT64_MIN},
        {"-9223372036854775809", 0, 0},
        {"18446744073709551615", U64, -1},
        {"18446744073709551616", 0, 0},
        {"100e-2", 255, 1},
        {"1.0", 255, 1},
        {"2.55e2", 255 - I8, 255},
        {"1.5", 0, 0},
        {"1e99", 0, 0},
        {"1e-1", 0, 0},
    };
    puller *p = puller_new(4, NULL);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const char *text = numbers[i].text;
        size_t length = strlen(text);
        int64_t value = numbers[i].value;
        char document[64];
        snprintf(document, sizeof document, "[%s]", text);
        begin(p, document, strlen(document), i % 4 + 1);
        CHECK(next(p) == JT_OK && next(p) == JT_OK && jt_reader_type(&p->r) == JT_NUMBER);
#define CHECK_INTEGER(KIND, TYPE, BIT)                                                                    \
    do {                                                                                                  \
        TYPE a = 77, b = 77;                                                                              \
        bool fits = (numbers[i].fits & (BIT)) != 0;                                                       \
        if (!CHECK(jt_read_##KIND(text, length, &a) == fits) || !CHECK(a == (fits ? (TYPE)value : 77)) || \
            !CHECK(jt_reader_##KIND(&p->r, &b) == fits) || !CHECK(b == a)) {                              \
            fprintf(stderr, "    %s as " #KIND "\n", text);                                               \
        }                                                                                                 \
    } while (0)
        CHECK_INTEGER(i8, int8_t, I8);
        CHECK_INTEGER(i16, int16_t, I16);
        CHECK_INTEGER(i32, int32_t, I32);
        CHECK_INTEGER(i64, int64_t, I64);
        CHECK_INTEGER(u8, uint8_t, U8);
        CHECK_INTEGER(u16, uint16_t, U16);
        CHECK_INTEGER(u32, uint32_t, U32);
        CHECK_INTEGER(u64, uint64_t, U64);
        double number = 0;
        CHECK(jt_reader_f64(&p->r, &number) && number == strtod(text, NULL));
        bool yes = true;
        CHECK(!jt_reader_bool(&p->r, &yes) && yes);
    }
    /* What is no number has no value, and what is no literal neither. */
    begin_text(p, "[true,false,\"1\",null]");
    bool yes = false;
    double number = 7;
    uint8_t small = 7;
    expect(p, JT_ARRAY_START, 0);
    CHECK(!jt_reader_bool(&p->r, &yes) && !jt_reader_f64(&p->r, &number) && !jt_reader_u8(&p->r, &small));
    expect(p, JT_TRUE, 1);
    CHECK(jt_reader_bool(&p->r, &yes) && yes && !jt_reader_f64(&p->r, &number));
    expect(p, JT_FALSE, 6);
    CHECK(jt_reader_bool(&p->r, &yes) && !yes && !jt_reader_u8(&p->r, &small));
    expect(p, JT_STRING, 12);
    CHECK(!jt_reader_bool(&p->r, &yes) && !jt_reader_f64(&p->r, &number) && !jt_reader_u8(&p->r, &small));
    expect(p, JT_NULL, 16);
    CHECK(!jt_reader_bool(&p->r, &yes) && !jt_reader_f64(&p->r, &number) && number == 7 && small == 7);
    CHECK(jt_read_bool("true", 4, &yes) && yes && jt_read_bool("false", 5, &yes) && !yes);
    CHECK(!jt_read_bool("null", 4, &yes) && !jt_read_bool("\"true\"", 6, &yes) && !jt_read_bool("tru", 3, &yes));
    puller_free(p);
}

static uint32_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return bits;
}

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, 4);
    return value;
}

static void check_float(const char *text, uint32_t bits) {
    uint32_t found = float_bits(jt_read_f32(text, strlen(text)));
    if (!CHECK_EQ_U64(found, bits)) {
        fprintf(stderr, "    %s\n", text);
    }
}

static void check_floats(void) {
    /* Half way between 1 and the next float, and a little to either side, which a double does not see. */
    check_float("1.000000059604644775390625", 0x3f800000);
    check_float("1.0000000596046447753906250000000000000000000000000000001", 0x3f800001);
    check_float("1.0000000596046447753906249999999999999999999999999999999", 0x3f800000);
    check_float("-1.0000000596046447753906250000000000000000000000000000001", 0xbf800001);
    check_float("1.000000178813934326171875", 0x3f800002);
    check_float("1.0000001788139343261718749999999999999999999999999999999", 0x3f800001);
    check_float("-1.0000001788139343261718749999999999999999999999999999999", 0xbf800001);
    /* The ends. */
    check_float("3.4028234663852886e38", 0x7f7fffff);
    check_float("340282356779733661637539395458142568447", 0x7f7fffff);
    check_float("340282356779733661637539395458142568448", 0x7f800000);
    check_float("-340282356779733661637539395458142568447.9", 0xff7fffff);
    check_float("1e39", 0x7f800000);
    check_float("1e400", 0x7f800000);
    check_float("-1e400", 0xff800000);
    check_float("1.401298464324817e-45", 1);
    check_float("7.006492321624085e-46", 0);
    check_float("7.006492321624086e-46", 1);
    check_float("1e-60", 0);
    check_float("1e-400", 0);
    check_float("-0.0", 0x80000000);
    check_float("0e999", 0);
    check_float("16777217", 0x4b800000);
    check_float("16777219", 0x4b800002);
    /* By chance: floats, what is half way between them, and a digit more behind that. */
    uint64_t random = 5;
    char text[256];
    for (int i = 0; i < 3000; i++) {
        uint32_t bits = (uint32_t)check_random(&random) & 0x7fffffff;
        if (bits >> 23 == 255) {
            continue;
        }
        if (i % 3 == 0) {
            bits &= 0xffffff; /* subnormal, or nearly */
        }
        snprintf(text, sizeof text, "%.9g", (double)float_of(bits));
        check_float(text, bits);
        if (bits >= 0x7f7fffff) {
            continue;
        }
        double half = ((double)float_of(bits) + (double)float_of(bits + 1)) / 2;
        int length = snprintf(text, sizeof text, "%.200e", half);
        char *e = strchr(text, 'e');
        check_float(text, bits + (bits & 1));
        memmove(e + 1, e, (size_t)(text + length - e) + 1);
        *e = '1';
        check_float(text, bits + 1);
        CHECK_EQ_U64(float_bits(strtof(text, NULL)), bits + 1);
        snprintf(text, sizeof text, "%.*e", (int)check_random_below(&random, 30), half);
        check_float(text, float_bits(strtof(text, NULL)));
    }
    puller *p = puller_new(4, NULL);
    float value = 0;
    begin_text(p, "0.1");
    CHECK(next(p) == JT_OK && jt_reader_f32(&p->r, &value) && float_bits(value) == 0x3dcccccd);
    puller_free(p);
}

/* ---- Key tables ---- */

static void check_key_maps(void) {
    jt_key_map map;
    jt_key_slot slots[64];
    CHECK(jt_key_map_init(&map, slots, 0) == JT_REFUSED);
    CHECK(jt_key_map_init(&map, slots, 3) == JT_REFUSED);
    CHECK(jt_key_map_init(&map, NULL, 4) == JT_REFUSED);
    CHECK(jt_key_map_init(&map, slots, 4) == JT_OK);
    CHECK(jt_key_map_find(&map, "a", 1) == -1);
    CHECK(jt_key_map_add(&map, "a", 1, -1) == JT_REFUSED);
    CHECK(jt_key_map_add(&map, "a", 1, 0) == JT_OK && jt_key_map_add(&map, "a", 1, 1) == JT_REFUSED);
    CHECK(jt_key_map_add(&map, "", 0, 5) == JT_OK && jt_key_map_add(&map, "\xc3\xa9", 2, INT32_MAX) == JT_OK);
    CHECK(jt_key_map_add(&map, "b", 1, 3) == JT_REFUSED); /* a slot stays free */
    CHECK(jt_key_map_find(&map, "a", 1) == 0 && jt_key_map_find(&map, NULL, 0) == 5);
    CHECK(jt_key_map_find(&map, "b", 1) == -1 && jt_key_map_find(&map, "aa", 2) == -1);
    CHECK(jt_key_map_find_span(&map, "\"\\u0061\"", 8) == 0 && jt_key_map_find_span(&map, "\"\"", 2) == 5);
    CHECK(jt_key_map_find_span(&map, "\"\\u00E9\"", 8) == INT32_MAX);
    CHECK(jt_key_map_find_span(&map, "\"\xc3\xa9\"", 4) == INT32_MAX && jt_key_map_find_span(&map, "\"b\"", 3) == -1);

    /* Full but for one, and beyond. */
    static char keys[200][12];
    CHECK(jt_key_map_init(&map, slots, 64) == JT_OK && map.count == 0 && jt_key_map_find(&map, "a", 1) == -1);
    for (int i = 0; i < 200; i++) {
        size_t length = (size_t)snprintf(keys[i], sizeof keys[i], "key%d", i * 7);
        CHECK(jt_key_map_add(&map, keys[i], length, i) == (i < 63 ? JT_OK : JT_REFUSED));
    }
    for (int i = 0; i < 200; i++) {
        CHECK(jt_key_map_find(&map, keys[i], strlen(keys[i])) == (i < 63 ? i : -1));
    }

    /* Of tokens. */
    puller *p = puller_new(4, NULL);
    for (size_t cut = 1; cut < 8; cut++) {
        const char *text = "{\"key7\":\"k\\u0065y14\",\"\\u006bey0\":1,\"else\":null}";
        begin(p, text, strlen(text), cut);
        CHECK(next(p) == JT_OK && jt_reader_key(&p->r, &map) == -1);
        CHECK(next(p) == JT_OK && jt_reader_key(&p->r, &map) == 1);
        CHECK(next(p) == JT_OK && jt_reader_key(&p->r, &map) == 2);
        CHECK(next(p) == JT_OK && jt_reader_key(&p->r, &map) == 0);
        CHECK(next(p) == JT_OK && jt_reader_key(&p->r, &map) == -1);
        CHECK(next(p) == JT_OK && jt_reader_key(&p->r, &map) == -1);
    }
    puller_free(p);
}

/* ---- JSON Pointers on a tape ---- */

static void check_find(void) {
    const char *text =
        "{\"a\":[1,{\"b\":[]},[2,3]],\"\":{\"\":4},\"m~n\":5,\"a/b\":6,\"\\u00e9\":7,\"a\":[8,9],\"n\":0}";
    static const struct {
        const char *pointer;
        uint64_t start; /* UINT64_MAX: no such value */
    } finds[] = {
        {"", 0},
        {"/a", 65},
        {"/a/0", 66},
        {"/a/1", 68},
        {"/a/2", UINT64_MAX},
        {"/a/-", UINT64_MAX},
        {"/a/00", UINT64_MAX},
        {"/a/01", UINT64_MAX},
        {"/a/", UINT64_MAX},
        {"/a/1x", UINT64_MAX},
        {"/a/99999999999999999999999", UINT64_MAX},
        {"/", 27},
        {"//", 31},
        {"/m~0n", 40},
        {"/a~1b", 48},
        {"/\xc3\xa9", 59},
        {"/n", 75},
        {"/n/0", UINT64_MAX},
        {"/nn", UINT64_MAX},
        {"/m~n", UINT64_MAX},
        {"/m~", UINT64_MAX},
        {"a", UINT64_MAX},
        {"/b", UINT64_MAX},
    };
    reading *r = reading_new(0);
    CHECK(reading_run(r, (const uint8_t *)text, strlen(text), 0) == JT_OK);
    jt_tape tape = jt_tokenizer_tape(&r->t);
    for (size_t i = 0; i < sizeof finds / sizeof finds[0]; i++) {
        size_t at = jt_tape_find(&tape, finds[i].pointer, strlen(finds[i].pointer));
        if (!CHECK_EQ_U64(at == SIZE_MAX ? UINT64_MAX : tape.tokens[at].start, finds[i].start)) {
            fprintf(stderr, "    %s\n", finds[i].pointer);
        }
    }
    CHECK(jt_tape_find(&tape, NULL, 0) == 0);
    /* Every value is found by its own pointer, where no key is there twice. */
    text = "[{\"x\":[[],{},[[0]],{\"y\":{\"z\":[1,[2]]}}],\"~\":\"/\"},[null,true,[\"\"]],-1]";
    CHECK(reading_run(r, (const uint8_t *)text, strlen(text), 0) == JT_OK);
    tape = jt_tokenizer_tape(&r->t);
    for (size_t i = 0; i < tape.length; i++) {
        char pointer[64];
        jt_type type = jt_token_type(tape.tokens[i]);
        if (type != JT_KEY && type != JT_OBJECT_END && type != JT_ARRAY_END) {
            size_t length = jt_tape_pointer(&tape, i, pointer, sizeof pointer);
            CHECK_EQ_U64(jt_tape_find(&tape, pointer, length), i);
        }
    }
    /* What is there of a text that breaks off. */
    text = "[1,{\"a\":[2,";
    CHECK(reading_run(r, (const uint8_t *)text, strlen(text), 0) == JT_INVALID);
    tape = jt_tokenizer_tape(&r->t);
    CHECK(jt_tape_find(&tape, "/1/a/0", 6) == 5 && jt_tape_find(&tape, "/1/a/1", 6) == SIZE_MAX);
    CHECK(jt_tape_find(&tape, "/1/a", 4) == 4 && jt_tape_find(&tape, "/2", 2) == SIZE_MAX);
    text = "{\"a\":";
    CHECK(reading_run(r, (const uint8_t *)text, strlen(text), 0) == JT_INVALID);
    tape = jt_tokenizer_tape(&r->t);
    CHECK(jt_tape_find(&tape, "/a", 2) == SIZE_MAX);
    CHECK(reading_run(r, (const uint8_t *)"", 0, 0) == JT_INVALID);
    tape = jt_tokenizer_tape(&r->t);
    CHECK(jt_tape_find(&tape, "", 0) == SIZE_MAX);
    /* Kept comments are passed over. */
    jt_tokenizer_reset(&r->t, &(jt_options){.comments = JT_COMMENTS_KEEP});
    text = "/*0*/[/*1*/{/*2*/\"a\"/*3*/:/*4*/5/*6*/},/*7*/8/*9*/]";
    CHECK(reading_run(r, (const uint8_t *)text, strlen(text), 0) == JT_OK);
    tape = jt_tokenizer_tape(&r->t);
    size_t at = jt_tape_find(&tape, "", 0);
    CHECK(at == 1 && (at = jt_tape_find(&tape, "/0/a", 4)) < tape.length && tape.tokens[at].start == 31);
    CHECK((at = jt_tape_find(&tape, "/1", 2)) < tape.length && tape.tokens[at].start == 44);
    CHECK(jt_tape_find(&tape, "/2", 2) == SIZE_MAX);
    reading_free(r);
}

/* ---- Save and restore ---- */

/* A copy of a reader and of its blocks, while it goes on; the copy then does the same. */
static void check_copies(size_t window, size_t chunk_size) {
    static scratch x;
    uint64_t random = 3;
    puller *p = puller_new(window, NULL), *whole = puller_new(window, NULL), *copy = puller_new(window, NULL);
    for (int i = 0; i < 20; i++) {
        generate_document(&random, &x, 300);
        pull(whole, x.bytes, x.length, chunk_size, SKIP_NOTHING, 0, true);
        size_t saved = check_random_below(&random, (uint32_t)whole->count);
        begin(p, x.bytes, x.length, chunk_size);
        while (p->count < saved && next(p) == JT_OK) {
            take_event(p, true);
        }
        copy->r = p->r;
        for (int k = 0; k < JT_BLOCKS; k++) {
            if (p->size[k]) {
                free(copy->block[k]);
                copy->block[k] = check_alloc(p->size[k]);
                copy->size[k] = p->size[k];
                memcpy(copy->block[k], p->block[k], p->size[k]);
                jt_reader_set_block(&copy->r, (jt_block)k, copy->block[k], copy->size[k]);
            }
        }
        copy->text = p->text;
        copy->length = p->length;
        copy->at = p->at;
        copy->chunk_size = chunk_size;
        copy->ended = p->ended;
        copy->count = 0;
        uint8_t *kept = p->chunk; /* both read it */
        p->chunk = NULL;
        while ((p->status = next(p)) == JT_OK) {
            take_event(p, true);
        }
        for (size_t k = 0; k < saved; k++) {
            *add_event(copy) = p->events[k];
        }
        while ((copy->status = next(copy)) == JT_OK) {
            take_event(copy, true);
        }
        same(whole, p, "saved", window, chunk_size);
        same(whole, copy, "restored", window, chunk_size);
        free(kept);
    }
    puller_free(p);
    puller_free(whole);
    puller_free(copy);
}

int main(int argc, char **argv) {
    const char *count = check_argument(argc, argv, "--count");
    check_calls();
    for (size_t w = 0; w < WINDOWS; w++) {
        for (size_t c = 0; c < CHUNK_SIZES; c++) {
            check_skips(windows[w], chunk_sizes[c]);
            check_streams(windows[w], chunk_sizes[c]);
            check_pieces(windows[w], chunk_sizes[c]);
            check_copies(windows[w], chunk_sizes[c]);
        }
    }
    check_strings();
    check_integers();
    check_floats();
    check_key_maps();
    check_find();
    jt_isa isas[READING_ISAS];
    size_t isa_count = reading_find_isas(isas);
    for (size_t i = 0; i < isa_count; i++) {
        jt_set_isa(isas[i]);
        check_equal_answers(count ? strtoull(count, NULL, 10) : 150);
    }
    return check_report("reader");
}
