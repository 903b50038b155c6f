/* Selecting over a reader, and writing what it finds, against a walk over the whole tape that knows nothing of readers:
 * the same values at the same places for every path, window, cut and way of going on from a match. */
#include "generate.h"
#include "selecting.h"

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

static void test_generated(uint64_t random, uint64_t count) {
    static scratch x;
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
        compare(whole, &o, x.bytes, x.length, path, &random);
    }
    reading_free(whole);
}

/* Lines, of which some are bad. */
static void test_generated_lines(uint64_t random, uint64_t count) {
    static scratch all, x;
    reading *whole = reading_new(0);
    for (uint64_t i = 0; i < count; i++) {
        char path[1024] = "";
        all.length = 0;
        for (uint32_t n = check_random_below(&random, 8); n > 0; n--) {
            generate_document(&random, &x, 60);
            jt_tokenizer_reset(&whole->t, &(jt_options){0});
            if (reading_run(whole, x.bytes, x.length, 0) == JT_OK && check_random_below(&random, 3) == 0) {
                make_path(&random, whole, path, sizeof path);
            }
            if (check_random_below(&random, 3) == 0) {
                generate_fault(&random, &x);
            }
            for (size_t k = 0; k < x.length; k++) {
                x.bytes[k] = x.bytes[k] == '\n' ? ' ' : x.bytes[k];
            }
            text_add(&all, x.bytes, x.length);
            text_puts(&all, n > 1 || check_random_below(&random, 2) ? "\n" : "");
        }
        compare_lines(whole, all.bytes, all.length, path, &random);
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
    /* Each instruction set: they differ in what is passed over without validating. */
    jt_isa isas[READING_ISAS];
    size_t isa_count = reading_find_isas(isas);
    for (size_t i = 0; i < isa_count; i++) {
        jt_set_isa(isas[i]);
        test_generated(20 + i, count ? strtoull(count, NULL, 10) : 5000);
        test_generated_lines(30 + i, count ? strtoull(count, NULL, 10) : 2000);
    }
    return check_report("test_select");
}
