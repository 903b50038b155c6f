/* The answers of the pull reader are equal for every window and every way of cutting the input: the same tokens,
 * places, errors and skips. What all of a text holds is known from its tape, which other tests compare with the oracle.
 */
#include "generate.h"
#include "pulling.h"

/* What the cursor saw. */
typedef struct event {
    jt_type type;
    uint32_t flags, depth;
    uint64_t start, end, consumed, text_hash, pointer_hash, line, column, byte_column;
} event;

typedef enum skipping { SKIP_NOTHING, SKIP_VALIDATED, SKIP_UNVALIDATED } skipping;

/* A reader, and all that it saw. */
typedef struct seer {
    puller p;
    event *events;
    size_t count, room;
    jt_status status;
    jt_error error;
    char pointer[512], message[1024];
} seer;

static seer *seer_new(size_t window, const jt_options *options) {
    seer *s = check_alloc(sizeof *s);
    memset(s, 0, sizeof *s);
    puller_init(&s->p, window, options);
    return s;
}

static void seer_free(seer *s) {
    puller_clear(&s->p);
    free(s->events);
    free(s);
}

static uint64_t hash_bytes(const void *bytes, size_t length) {
    uint64_t hash = 1469598103934665603u;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * 1099511628211u;
    }
    return hash;
}

static event *add_event(seer *p) {
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

static void take_event(seer *p, bool details) {
    size_t length;
    const void *span = jt_reader_span(&p->p.r, &length);
    event *e = add_event(p);
    e->type = jt_reader_type(&p->p.r);
    e->flags = jt_reader_flags(&p->p.r);
    e->depth = jt_reader_depth(&p->p.r);
    e->start = jt_reader_start(&p->p.r);
    e->end = jt_reader_end(&p->p.r);
    e->consumed = jt_reader_consumed(&p->p.r);
    e->text_hash = hash_bytes(span, length);
    CHECK(e->end == e->start + length);
    if (details) {
        char pointer[512];
        jt_position at = jt_reader_position(&p->p.r);
        size_t n = jt_reader_pointer(&p->p.r, pointer, sizeof pointer);
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
static void pull(seer *p, const void *text, size_t length, size_t chunk_size, skipping how, uint64_t salt,
                 bool details) {
    begin(&p->p, text, length, chunk_size);
    p->count = 0;
    memset(&p->error, 0, sizeof p->error);
    p->pointer[0] = p->message[0] = 0;
    while ((p->status = next(&p->p)) == JT_OK) {
        take_event(p, details);
        if (how != SKIP_NOTHING && is_skipped(jt_reader_start(&p->p.r), salt)) {
            p->status = run(&p->p, how == SKIP_VALIDATED ? jt_reader_skip : jt_reader_skip_unvalidated);
            if (p->status != JT_OK) {
                break;
            }
            take_event(p, details);
        }
    }
    CHECK(jt_reader_type(&p->p.r) == 0 && jt_reader_start(&p->p.r) == 0);
    if (p->status == JT_INVALID) {
        p->error = p->p.r.t.error;
        jt_error_pointer(&p->p.r.t, p->pointer, sizeof p->pointer);
        jt_error_message(&p->p.r.t, p->message, sizeof p->message);
        CHECK(jt_reader_next(&p->p.r) == JT_INVALID);
    } else {
        CHECK(p->status == JT_END && jt_reader_next(&p->p.r) == JT_END);
    }
    CHECK(jt_reader_feed(&p->p.r, "1", 1, true) == JT_REFUSED);
}

/* The same from the tape of the whole; details as above. What is skipped must be whole. */
static void walk(seer *p, reading *whole, const uint8_t *text, size_t length, skipping how, uint64_t salt) {
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
        bool seen =
            from == SIZE_MAX || (!start && i > from && depth == outside && type != JT_KEY && type != JT_COMMENT);
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

static bool same(const seer *a, const seer *b, const char *how, size_t window, size_t chunk) {
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
            const seer *p = i ? b : a;
            if (at < p->count) {
                const event *e = &p->events[at];
                fprintf(stderr,
                        "    type %d flags %u depth %u, %" PRIu64 " to %" PRIu64 ", line %" PRIu64 " column %" PRIu64
                        ", pointer %" PRIx64 "\n",
                        (int)e->type, e->flags, e->depth, e->start, e->end, e->line, e->column, e->pointer_hash);
            }
            reading_print_error(i ? "this" : "that", &p->error, p->pointer, strlen(p->pointer));
        }
        check_print_bytes("in", b->p.text, b->p.length);
    }
    return !wrong;
}

/* ---- Equal answers ---- */

typedef struct field {
    seer *windows[WINDOWS];
    seer *expected;
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
    TEXT("[1,/*]*/[2,//[\n3],{\"a\"/*:*/:/*[*/{\"b\":[]}},]"),
    TEXT("[[],1,]{\"a\":[]} 3 [[4]]\n[5]\n6"),
    TEXT("\x1e[1,[2]]\n\x1e{\"a\":{}}\n\x1e 3\n"),
    TEXT("{\"a\":{\"b\":1,\"b\":2},\"c\":[{\"d\":[],\"d\":{}}],\"a\":3}"),
    TEXT("\n[\n {\"\xc3\xa9\" :\n[ \xf0 ]\n} ,\n 1 x"),
};

static void check_equal_answers(uint64_t documents) {
    static const jt_options options[] = {
        {.seed = 7},
        {.comments = JT_COMMENTS_KEEP, .trailing_commas = true},
        {.comments = JT_COMMENTS_SKIP, .multiple = JT_CONCATENATED},
        {.multiple = JT_NDJSON, .utf8 = JT_UTF8_REPLACE},
        {.multiple = JT_SEQ},
        {.duplicates = JT_DUPLICATES_ERROR, .utf8 = JT_UTF8_RAW},
        {.max_depth = 3, .max_length = 70},
        {.max_token_length = 12, .max_depth = 5},
    };
    static scratch x;
    uint64_t random = 11;
    for (size_t o = 0; o < sizeof options / sizeof options[0]; o++) {
        field f;
        for (size_t w = 0; w < WINDOWS; w++) {
            f.windows[w] = seer_new(windows[w], &options[o]);
        }
        f.expected = seer_new(4096, &options[o]);
        f.whole = reading_new(0);
        jt_tokenizer_reset(&f.whole->t, &options[o]);
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            for (uint64_t salt = 0; salt < (o ? 2 : 6); salt++) {
                check_text(&f, cases[i].text, cases[i].length, salt);
            }
        }
        for (uint64_t i = 0; i < (o ? documents / 4 : documents); i++) {
            generate_document(&random, &x, 1 + check_random_below(&random, i % 16 ? 200 : 3000));
            for (uint32_t faults = check_random_below(&random, 3); faults > 0; faults--) {
                generate_fault(&random, &x);
            }
            check_text(&f, x.bytes, x.length, i);
        }
        for (size_t w = 0; w < WINDOWS; w++) {
            seer_free(f.windows[w]);
        }
        seer_free(f.expected);
        reading_free(f.whole);
    }
}

/* ---- Save and restore ---- */

/* A copy of a reader and of its blocks, while it goes on; the copy then does the same. */
static void check_copies(size_t window, size_t chunk_size) {
    static scratch x;
    uint64_t random = 3;
    seer *p = seer_new(window, NULL), *whole = seer_new(window, NULL), *copy = seer_new(window, NULL);
    for (int i = 0; i < 20; i++) {
        generate_document(&random, &x, 300);
        pull(whole, x.bytes, x.length, chunk_size, SKIP_NOTHING, 0, true);
        size_t saved = check_random_below(&random, (uint32_t)whole->count);
        begin(&p->p, x.bytes, x.length, chunk_size);
        p->count = 0;
        while (p->count < saved && next(&p->p) == JT_OK) {
            take_event(p, true);
        }
        copy->p.r = p->p.r;
        for (int k = 0; k < JT_BLOCKS; k++) {
            if (p->p.size[k]) {
                free(copy->p.block[k]);
                copy->p.block[k] = check_alloc(p->p.size[k]);
                copy->p.size[k] = p->p.size[k];
                memcpy(copy->p.block[k], p->p.block[k], p->p.size[k]);
                jt_reader_set_block(&copy->p.r, (jt_block)k, copy->p.block[k], copy->p.size[k]);
            }
        }
        copy->p.text = p->p.text;
        copy->p.length = p->p.length;
        copy->p.at = p->p.at;
        copy->p.chunk_size = chunk_size;
        copy->p.ended = p->p.ended;
        copy->count = 0;
        uint8_t *kept = p->p.chunk; /* both read it */
        p->p.chunk = NULL;
        while ((p->status = next(&p->p)) == JT_OK) {
            take_event(p, true);
        }
        for (size_t k = 0; k < saved; k++) {
            *add_event(copy) = p->events[k];
        }
        while ((copy->status = next(&copy->p)) == JT_OK) {
            take_event(copy, true);
        }
        same(whole, p, "saved", window, chunk_size);
        same(whole, copy, "restored", window, chunk_size);
        free(kept);
    }
    seer_free(p);
    seer_free(whole);
    seer_free(copy);
}

int main(int argc, char **argv) {
    const char *count = check_argument(argc, argv, "--count");
    for (size_t w = 0; w < WINDOWS; w++) {
        for (size_t c = 0; c < CHUNK_SIZES; c++) {
            check_copies(windows[w], chunk_sizes[c]);
        }
    }
    jt_isa isas[READING_ISAS];
    size_t isa_count = reading_find_isas(isas);
    for (size_t i = 0; i < isa_count; i++) {
        jt_set_isa(isas[i]);
        check_equal_answers(count ? strtoull(count, NULL, 10) : 150);
    }
    return check_report("reader windows");
}
