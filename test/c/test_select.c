/* Selecting over a reader, and writing what it finds, against a walk over the whole tape that knows nothing of readers:
 * the same values at the same places for every path, window, cut and way of going on from a match. */
#include "generate.h"
#include "pulling.h"

/* ---- The oracle ---- */

#define PARTS_MAX 64
#define MATCHES_MAX 8192

typedef struct match {
    uint64_t start; /* in the stream */
    size_t index;   /* on its tape */
} match;

typedef struct expected {
    struct {
        char text[256]; /* unescaped */
        size_t length;
    } part[PARTS_MAX];
    size_t parts;
    match found[MATCHES_MAX];
    size_t count;
} expected;

/* Takes the path apart. */
static void set_path(expected *e, const char *path) {
    e->parts = e->count = 0;
    while (*path == '/' && e->parts < PARTS_MAX) {
        char *to = e->part[e->parts].text;
        for (path++; *path && *path != '/'; path++) {
            *to++ = *path != '~' ? *path : *++path == '0' ? '~' : '/';
        }
        *to = 0;
        e->part[e->parts].length = (size_t)(to - e->part[e->parts].text);
        e->parts++;
    }
}

static size_t pass_comments(const jt_tape *tape, size_t index) {
    while (index < tape->length && jt_token_type(tape->tokens[index]) == JT_COMMENT) {
        index++;
    }
    return index;
}

static size_t pass_value(const jt_tape *tape, size_t index) {
    size_t depth = 0;
    do {
        jt_type type = jt_token_type(tape->tokens[index]);
        depth += type == JT_OBJECT_START || type == JT_ARRAY_START;
        depth -= type == JT_OBJECT_END || type == JT_ARRAY_END;
        index++;
    } while (depth > 0 && index < tape->length);
    return index;
}

static bool is_any(const expected *e, size_t part) {
    return strcmp(e->part[part].text, "*") == 0;
}

static bool says_key(const expected *e, size_t part, const jt_tape *tape, size_t index) {
    static uint8_t text[1 << 16];
    jt_token key = tape->tokens[index];
    size_t length = jt_copy_utf8(jt_token_text(tape, key), key.length, text);
    return is_any(e, part) || (length == e->part[part].length && memcmp(text, e->part[part].text, length) == 0);
}

static bool says_index(const expected *e, size_t part, uint64_t index) {
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, index);
    return is_any(e, part) || strcmp(text, e->part[part].text) == 0;
}

/* Finds what is in the value at index below the parts from `part` on; the index behind the value. */
static size_t find(expected *e, const jt_tape *tape, size_t index, size_t part) {
    jt_type type = jt_token_type(tape->tokens[index]);
    if (part == e->parts) {
        if (e->count == MATCHES_MAX) {
            check_fatal("too many matches", "find");
        }
        e->found[e->count++] = (match){tape->base + tape->tokens[index].start, index};
        return pass_value(tape, index);
    }
    if (type != JT_OBJECT_START && type != JT_ARRAY_START) {
        return index + 1;
    }
    index = pass_comments(tape, index + 1);
    for (uint64_t at = 0; index < tape->length; at++) {
        jt_type child = jt_token_type(tape->tokens[index]);
        if (child == JT_OBJECT_END || child == JT_ARRAY_END) {
            return index + 1;
        }
        bool inside = type == JT_OBJECT_START ? says_key(e, part, tape, index) : says_index(e, part, at);
        index = pass_comments(tape, index + (type == JT_OBJECT_START));
        if (index < tape->length) {
            index = pass_comments(tape, inside ? find(e, tape, index, part + 1) : pass_value(tape, index));
        }
    }
    return index;
}

static void find_all(expected *e, const jt_tape *tape) {
    for (size_t index = pass_comments(tape, 0); index < tape->length;) {
        index = pass_comments(tape, find(e, tape, index, 0));
    }
}

/* ---- The selection ---- */

typedef struct selection {
    puller p;
    jt_select s;
    jt_step steps[PARTS_MAX];
    const char *path;
    bool trusted;
    jt_writer w;
    jt_writer_options layout;
    uint8_t *out; /* what has been written of the match, the writer's buffer behind it */
    size_t length, size;
} selection;

static void selection_init(selection *x, size_t window, const jt_options *options) {
    memset(x, 0, sizeof *x);
    puller_init(&x->p, window, options);
}

static void selection_clear(selection *x) {
    puller_clear(&x->p);
    free(x->out);
}

/* Begins with a text and a path, which must be one. */
static void select_in(selection *x, const void *text, size_t length, size_t chunk_size, const char *path,
                      bool trusted) {
    begin(&x->p, text, length, chunk_size);
    x->path = path;
    x->trusted = trusted;
    CHECK(jt_select_init(&x->s, path, strlen(path), x->steps, PARTS_MAX, trusted) == JT_OK);
}

/* `run` takes a function of the reader alone. */
static selection *current_selection;
static size_t write_room;

static jt_status select_step(jt_reader *r) {
    return jt_select_next(&current_selection->s, r);
}

/* Writes into buffers of write_room bytes. */
static jt_status write_step(jt_reader *r) {
    selection *x = current_selection;
    for (;;) {
        if (x->size - x->length < write_room) {
            x->size = 2 * x->size + write_room;
            x->out = realloc(x->out, x->size);
        }
        jt_writer_drain(&x->w, x->out + x->length, write_room);
        jt_status status = jt_write_reader(&x->w, r);
        x->length += x->w.length;
        CHECK(x->w.length <= write_room);
        if (status != JT_FULL) {
            return status;
        }
        CHECK(x->w.length == write_room);
    }
}

static jt_status next_match(selection *x) {
    current_selection = x;
    return run(&x->p, select_step);
}

static jt_status write_match(selection *x, size_t room) {
    current_selection = x;
    write_room = room;
    x->length = 0;
    jt_writer_init(&x->w, NULL, 0, &x->layout);
    return run(&x->p, write_step);
}

/* ---- Comparison ---- */

/* What jt_write_tape makes of the value at index; its length. */
static size_t write_whole(const jt_tape *tape, size_t index, uint8_t *out, size_t size,
                          const jt_writer_options *layout) {
    jt_writer w;
    jt_tape part = *tape;
    part.tokens += index;
    part.length = pass_value(tape, index) - index;
    index = 0;
    jt_writer_init(&w, out, size, layout);
    CHECK(jt_write_tape(&w, &part, &index) == JT_OK);
    return w.length;
}

/* Goes on from a match in one of several ways. JT_OK, or the status that ended it. */
static jt_status move_inside(selection *x, uint64_t *random, const jt_tape *tape, size_t index, uint8_t *whole,
                             size_t size) {
    static const size_t rooms[] = {1, 2, 7, 100, 4096};
    jt_status status = JT_OK;
    uint32_t depth = jt_reader_depth(&x->p.r), how = check_random_below(random, 6);
    jt_type type = jt_reader_type(&x->p.r);
    bool start = type == JT_OBJECT_START || type == JT_ARRAY_START;
    size_t tokens = pass_value(tape, index) - index;
    switch (how) {
    case 0: /* part of the way */
        for (uint32_t i = check_random_below(random, (uint32_t)tokens); i > 0 && status == JT_OK; i--) {
            status = next(&x->p);
        }
        break;
    case 1: status = run(&x->p, jt_reader_skip); break;
    case 2: status = run(&x->p, x->trusted ? jt_reader_skip_unvalidated : jt_reader_skip); break;
    case 3:
    case 4: {
        x->layout.indent = how == 3 ? 0 : 3;
        size_t length = write_whole(tape, index, whole, size, &x->layout);
        bool complete = !start || tape->tokens[index].length;
        status = write_match(x, rooms[check_random_below(random, 5)]);
        CHECK_EQ_MEM(x->out, x->length, whole, length);
        CHECK(status == (complete ? JT_OK : JT_INVALID));
        if (status == JT_OK) {
            CHECK_EQ_U64(jt_reader_depth(&x->p.r), depth);
            CHECK(jt_writer_done(&x->w));
        }
        break;
    }
    default: break;
    }
    return status;
}

static void complain(const selection *x, size_t window, const jt_options *o) {
    fprintf(stderr, "    path %s, window %zu, chunks %zu, trusted %d, multiple %d, pieces %d\n", x->path, window,
            x->p.chunk_size, x->trusted, (int)o->multiple, o->pieces);
    check_print_bytes("in", x->p.text, x->p.length);
}

/* Selects the path in every window, and compares with what the tape says. */
static void compare(reading *whole, const jt_options *options, const uint8_t *text, size_t length, const char *path,
                    uint64_t *random, bool skip_bad_lines) {
    static expected e;
    static uint8_t written[1 << 18];
    jt_options o = *options;
    jt_tokenizer_reset(&whole->t, &o);
    set_path(&e, path);
    jt_status ended = reading_run(whole, text, length, 0);
    jt_tape tape = jt_tokenizer_tape(&whole->t);
    find_all(&e, &tape);
    for (size_t i = 0; i < WINDOWS; i++) {
        selection x;
        bool trusted = check_random_below(random, 2);
        selection_init(&x, windows[i], &o);
        x.p.random = *random;
        select_in(&x, text, length, chunk_sizes[check_random_below(random, CHUNK_SIZES)], path, trusted);
        uint64_t before = check_failures;
        jt_status status = JT_OK;
        size_t n = 0;
        while ((status = next_match(&x)) == JT_OK) {
            uint64_t start = jt_reader_start(&x.p.r);
            if (ended == JT_INVALID && trusted && start >= whole->t.error.position.offset) {
                break; /* what comes behind an error that was skipped is anyone's guess */
            }
            if (!CHECK(n < e.count) || !CHECK_EQ_U64(start, e.found[n].start)) {
                break;
            }
            CHECK_EQ_U64(jt_reader_depth(&x.p.r), e.parts);
            status = move_inside(&x, random, &tape, e.found[n].index, written, sizeof written);
            n++;
            if (status != JT_OK) {
                break;
            }
        }
        if (ended == JT_OK) {
            CHECK_EQ_U64(n, e.count);
            CHECK(status == JT_END);
            CHECK(next_match(&x) == JT_END);
        } else if (!trusted) {
            CHECK_EQ_U64(n, e.count);
            CHECK(status == JT_INVALID);
            CHECK(reading_same_error(&x.p.r.t.error, &whole->t.error));
            CHECK(skip_bad_lines || next_match(&x) == JT_INVALID);
        }
        if (check_failures > before) {
            complain(&x, windows[i], &o);
        }
        selection_clear(&x);
    }
}

/* A path by chance: that of a token, often with steps that are changed, left out or added. */
static void make_path(uint64_t *random, const reading *whole, char *path, size_t size) {
    jt_tape tape = jt_tokenizer_tape(&whole->t);
    char pointer[2048] = "";
    if (tape.length) {
        size_t length =
            jt_tape_pointer(&tape, check_random_below(random, (uint32_t)tape.length), pointer, sizeof pointer);
        if (length >= sizeof pointer) {
            pointer[0] = 0;
        }
    }
    size_t used = 0, parts = 0;
    for (const char *p = pointer; *p && parts < 40; parts++) {
        size_t length = 1 + strcspn(p + 1, "/");
        uint32_t chance = check_random_below(random, 12);
        const char *text = chance < 3 ? "/*" : chance == 3 ? "/0" : chance == 4 ? "/1" : chance == 5 ? "/a" : NULL;
        if (length > 200 || used + length + 8 > size) {
            break;
        }
        used +=
            (size_t)snprintf(path + used, size - used, "%.*s", (int)(text ? strlen(text) : length), text ? text : p);
        p += length;
    }
    static const char *const ends[] = {"/*", "/0", "/", "/id", "/01", "/-"};
    if (check_random_below(random, 6) == 0) {
        used += (size_t)snprintf(path + used, size - used, "%s", ends[check_random_below(random, 6)]);
    }
    path[used] = 0;
}

static void test_generated(uint64_t count) {
    static scratch x;
    uint64_t random = 20;
    reading *whole = reading_new(0);
    reading_set_block(whole, JT_BLOCK_KEYS, JT_KEYS_BYTES_MIN);
    for (uint64_t i = 0; i < count; i++) {
        char path[1024];
        jt_options o = {.pieces = check_random_below(&random, 4) == 0};
        o.multiple = check_random_below(&random, 3) == 0 ? JT_CONCATENATED : JT_SINGLE;
        o.duplicates = check_random_below(&random, 8) == 0 ? JT_DUPLICATES_ERROR : JT_DUPLICATES_ALLOW;
        generate_document(&random, &x, check_random_below(&random, 3) ? 300 : 20);
        if (o.multiple == JT_CONCATENATED) {
            static scratch more;
            for (uint32_t n = check_random_below(&random, 4); n > 0; n--) {
                generate_document(&random, &more, 40);
                text_puts(&x, "\n");
                text_add(&x, more.bytes, more.length);
            }
        }
        jt_tokenizer_reset(&whole->t, &o);
        reading_run(whole, x.bytes, x.length, 0);
        make_path(&random, whole, path, sizeof path);
        if (!o.pieces && check_random_below(&random, 2) == 0) {
            generate_fault(&random, &x);
        }
        compare(whole, &o, x.bytes, x.length, path, &random, false);
    }
    reading_free(whole);
}

/* ---- Cases ---- */

/* The values that a path finds, as their text, each behind a bar; then the error's offset, where there is one. */
static void expect_with(const jt_options *options, const char *text, const char *path, const char *wanted) {
    for (size_t i = 0; i < WINDOWS; i++) {
        for (size_t k = 0; k < CHUNK_SIZES; k++) {
            for (int trusted = 0; trusted < 2; trusted++) {
                selection x;
                char found[1024] = "";
                size_t used = 0;
                jt_status status;
                selection_init(&x, windows[i], options);
                select_in(&x, text, strlen(text), chunk_sizes[k], path, trusted);
                do {
                    while ((status = next_match(&x)) == JT_OK) {
                        status = write_match(&x, 5);
                        used +=
                            (size_t)snprintf(found + used, sizeof found - used, "|%.*s", (int)x.length, (char *)x.out);
                        if (status == JT_INVALID) {
                            break;
                        }
                    }
                    if (status == JT_INVALID) {
                        used += (size_t)snprintf(found + used, sizeof found - used, "!%d",
                                                 (int)x.p.r.t.error.position.offset);
                    }
                } while (status == JT_INVALID && options && options->skip_bad_lines);
                if (!CHECK_EQ_STR(found, wanted)) {
                    complain(&x, windows[i], options ? options : &(jt_options){0});
                }
                CHECK(status == JT_END || status == JT_INVALID);
                selection_clear(&x);
            }
        }
    }
}

static void expect_matches(const char *text, const char *path, const char *wanted) {
    expect_with(NULL, text, path, wanted);
}

static void test_steps(void) {
    const char *text =
        "{\"a\":[1,{\"b\":\"x\"},[2,3],null],\"\":{\"\":true},\"a\":{\"1\":4,\"b\":5,\"01\":6}, \"c\" : [ ]}";
    expect_matches(text, "/a/1", "|{\"b\":\"x\"}|4");
    expect_matches(text, "/a", "|[1,{\"b\":\"x\"},[2,3],null]|{\"1\":4,\"b\":5,\"01\":6}");
    expect_matches(text, "/a/*/b", "|\"x\"");
    expect_matches(text, "/*/b", "|5");
    expect_matches(text, "/*/*", "|1|{\"b\":\"x\"}|[2,3]|null|true|4|5|6");
    expect_matches(text, "/a/01", "|6");
    expect_matches(text, "/a/2/1", "|3");
    expect_matches(text, "/a/*/1", "|3");
    expect_matches(text, "/a/4", "");
    expect_matches(text, "/a/-", "");
    expect_matches(text, "/a/0/0", "");
    expect_matches(text, "//", "|true");
    expect_matches(text, "/", "|{\"\":true}");
    expect_matches(text, "/c/*", "");
    expect_matches(text, "/c", "|[]");
    expect_matches(text, "/b", "");
    expect_matches("[[1],[2]]", "/18446744073709551616", "");
    expect_matches("[[1],[2]]", "/18446744073709551615/0", "");
    expect_matches("[[1],[2]]", "/4294967296/0", "");
    expect_matches("[[1],[2]]", "/1/0", "|2");
    expect_matches("7", "", "|7");
    expect_matches("7", "/0", "");
    expect_matches(" [ 1 , \"2\" ] ", "", "|[1,\"2\"]");
}

static void test_keys(void) {
    const char *text =
        "{\"a/b\":1,\"m~n\":2,\"\\u0061\\/b\":3,\"~1\":4,\"*\":5,\"\\u20ac\":6,\"\xe2\x82\xac\":7,\"\\ud800\":8}";
    expect_matches(text, "/a~1b", "|1|3");
    expect_matches(text, "/m~0n", "|2");
    expect_matches(text, "/~01", "|4");
    expect_matches(text, "/*", "|1|2|3|4|5|6|7|8");
    expect_matches(text, "/\xe2\x82\xac", "|6|7");
    expect_matches(text, "/\xef\xbf\xbd", "|8");
    /* Too long to be interned, and apart only at the end. */
    expect_matches("[{\"0123456789012345678901234567890123456789\":1},{\"0123456789012345678901234567890123456788\":2},"
                   "{\"0123456789012345678901234567890123456789\":3}]",
                   "/*/0123456789012345678901234567890123456789", "|1|3");
    /* Different bytes, read as the same character. */
    jt_options o = {.utf8 = JT_UTF8_REPLACE};
    expect_with(&o, "[{\"\xff\":1},{\"\xfe\":2},{\"\xff\":3},{\"\xef\xbf\xbd\":4},{\"a\":5}]", "/*/\xef\xbf\xbd",
                "|1|2|3|4");
}

static void test_several_values(void) {
    jt_options o = {.multiple = JT_CONCATENATED};
    expect_with(&o, "1 [2]\"3\"{}", "", "|1|[2]|\"3\"|{}");
    expect_with(&o, "1 [2]\"3\"[4,[5]]", "/0", "|2|4");
    expect_with(&o, "", "/0", "");
    o.multiple = JT_SEQ;
    expect_with(&o, "\x1e[1]\n\x1e[2]\n", "/0", "|1|2");
    o.multiple = JT_NDJSON;
    expect_with(&o, "{\"a\":1}\n\n{\"b\":2}\n{\"a\":3}", "/a", "|1|3");
    expect_with(&o, "{\"a\":1}\n{\"a\":2,}\n{\"a\":3}", "/a", "|1|2!15");
    o.skip_bad_lines = true;
    expect_with(&o, "{\"a\":1}\n{\"a\":2,}\n[[}\n{\"a\":3}\n{\"a\":[4,}\n{\"a\":[5]}\nx", "/a",
                "|1|2!15!19|3|[4!37|[5]!49");
    expect_with(&o, "[1,[2,x]]\n[3,[4]]\n\"\\x\"\n[5,[[],6]]", "/1/0", "|2!6|4!20|[]");
    expect_with(&o, "1\nx\n[2]", "", "|1!2|[2]");
}

static void test_comments(void) {
    jt_options o = {.comments = JT_COMMENTS_KEEP, .trailing_commas = true};
    const char *text = "/*0*/[/*1*/10/*2*/,/*3*/[/*4*/],{/*5*/\"a\"/*6*/:/*7*/11,},12,]//8";
    expect_with(&o, text, "/0", "|10");
    expect_with(&o, text, "/3", "|12");
    expect_with(&o, text, "/2/a", "|11");
    expect_with(&o, text, "/*/*", "|11");
    o.comments = JT_COMMENTS_SKIP;
    expect_with(&o, text, "/2", "|{\"a\":11}");
    expect_with(&o, text, "/*", "|10|[]|{\"a\":11}|12");
}

static void test_pieces(void) {
    jt_options o = {.pieces = true};
    const char *text =
        "{\"x\":\"skipped and skipped\",\"a\":[12345678,\"a long string\",1e10,[\"one\\u20ac\"]],\"b\":123456}";
    expect_with(&o, text, "/a/1", "|\"a long string\"");
    expect_with(&o, text, "/a/2", "|1e10");
    expect_with(&o, text, "/a", "|[12345678,\"a long string\",1e10,[\"one\\u20ac\"]]");
    expect_with(&o, text, "/x/0", "");
    expect_with(&o, text, "/*/3/0", "|\"one\\u20ac\"");
}

static void test_errors_between(void) {
    expect_with(NULL, "{\"a\":1,\"b\":tru,\"a\":2}", "/a", "|1!14");
    expect_with(NULL, "[[1,2],[3,4],", "/*/0", "|1|3!13");
    expect_with(NULL, "[[1,2],[3,", "/1", "|[3!10");
    expect_with(NULL, "", "/a", "!0");
    expect_with(NULL, "1 2", "", "|1!2");
    expect_with(NULL, "[1]]", "/0", "|1!3");
}

/* Trusted, brackets inside brackets that are passed over are not looked at. */
static void test_trusted(void) {
    for (size_t i = 0; i < WINDOWS; i++) {
        selection x;
        const char *text = "[{\"a\":[tru,\"]\",\"\\\"]\"],\"b\":1},{\"a\":{x},\"b\":2}]";
        selection_init(&x, windows[i], NULL);
        select_in(&x, text, strlen(text), 3, "/*/b", true);
        CHECK(next_match(&x) == JT_OK && jt_reader_start(&x.p.r) == 26);
        CHECK(next_match(&x) == JT_OK && jt_reader_start(&x.p.r) == 42);
        CHECK(next_match(&x) == JT_END);
        select_in(&x, text, strlen(text), 3, "/*/b", false);
        CHECK(next_match(&x) == JT_INVALID && x.p.r.t.error.position.offset == 10);
        selection_clear(&x);
    }
}

static void test_refusals(void) {
    jt_step steps[2];
    jt_select s;
    memset(&s, 0x5a, sizeof s);
    memset(steps, 0x5a, sizeof steps);
    jt_select kept = s;
    static const char *const bad[] = {"a", "a/b", "*", "/~", "/~2", "/a~/b", "/a/b~", "~0", "/a/b/c"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK(jt_select_init(&s, bad[i], strlen(bad[i]), steps, 2, false) == JT_REFUSED);
        CHECK(memcmp(&s, &kept, sizeof s) == 0 && steps[0].index == UINT64_C(0x5a5a5a5a5a5a5a5a));
    }
    CHECK(jt_select_init(&s, "/a", 2, NULL, 0, false) == JT_REFUSED);
    CHECK(jt_select_init(&s, NULL, 0, NULL, 0, false) == JT_OK);
    CHECK(jt_select_init(&s, "/a/b", 4, steps, 2, true) == JT_OK);
}

/* ---- jt_write_reader on its own ---- */

static jt_writer *current_writer;

static jt_status write_once(jt_reader *r) {
    return jt_write_reader(current_writer, r);
}

static void test_writing(void) {
    puller *p = puller_new(4, NULL);
    jt_writer w;
    uint8_t out[64];
    current_writer = &w;
    begin_text(p, "{\"k\":[1,{\"a\":[]},2],\"l\":3}");
    jt_writer_init(&w, out, sizeof out, NULL);
    CHECK(run(p, write_once) == JT_REFUSED); /* no token */
    next(p);
    next(p);
    CHECK(run(p, write_once) == JT_REFUSED); /* a key may not come */
    CHECK(jt_reader_type(&p->r) == JT_KEY && w.length == 0);
    CHECK(jt_write_object_start(&w) == JT_OK);
    CHECK(run(p, write_once) == JT_OK); /* the key alone */
    CHECK(jt_reader_type(&p->r) == JT_KEY);
    next(p);
    CHECK(run(p, write_once) == JT_OK);
    CHECK(jt_reader_type(&p->r) == JT_ARRAY_END);
    CHECK(jt_write_key(&w, "z", 1) == JT_OK && jt_write_null(&w) == JT_OK && jt_write_object_end(&w) == JT_OK);
    CHECK_EQ_MEM(out, w.length, "{\"k\":[1,{\"a\":[]},2],\"z\":null}", 29);
    expect(p, JT_KEY, 20);
    /* Given up in the middle, the rest is passed over. */
    begin_text(p, "[[1,2,3],[4,[5,6,7,8],9],10]");
    next(p);
    next(p);
    jt_writer_init(&w, out, 2, NULL);
    CHECK(run(p, write_once) == JT_FULL);
    expect(p, JT_ARRAY_START, 9);
    CHECK(run(p, jt_reader_skip) == JT_OK);
    CHECK(jt_reader_start(&p->r) == 23);
    expect(p, JT_NUMBER, 25);
    /* Too deep for the writer: what is written stands, and the reader goes on inside. */
    begin_text(p, "[1,[[2]],3]");
    next(p);
    jt_writer_options shallow = {.max_depth = 2};
    jt_writer_init(&w, out, sizeof out, &shallow);
    CHECK(run(p, write_once) == JT_REFUSED);
    CHECK_EQ_MEM(out, w.length, "[1,[", 4);
    jt_status status;
    while ((status = next(p)) == JT_OK) {
    }
    CHECK(status == JT_END);
    puller_free(p);
}

int main(int argc, char **argv) {
    const char *count = check_argument(argc, argv, "--count");
    test_steps();
    test_keys();
    test_several_values();
    test_comments();
    test_pieces();
    test_errors_between();
    test_trusted();
    test_refusals();
    test_writing();
    test_generated(count ? strtoull(count, NULL, 10) : 20000);
    return check_report("test_select");
}
