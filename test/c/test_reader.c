/* The pull reader, a call at a time: its statuses, skipping, and streams of every kind, for every window and every way
 * of cutting the input. */
#include "pulling.h"

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

    /* Sets that must grow, in the middle of what is skipped. */
    static scratch x;
    for (int bad = 0; bad < 2; bad++) {
        char key[64];
        p = puller_new(window, &(jt_options){.duplicates = JT_DUPLICATES_ERROR});
        x.length = 0;
        text_puts(&x, "[{\"\":0"); /* the keys are too long for the other table */
        for (int i = 1; i < 300; i++) {
            snprintf(key, sizeof key, ",\"key %50d\":%d", i, i);
            text_puts(&x, key);
        }
        size_t end = x.length;
        text_puts(&x, bad ? ",\"\\u0000\":1,\"\":1}]" : "}]");
        begin(p, x.bytes, x.length, chunk_size);
        expect(p, JT_ARRAY_START, 0);
        if (bad) {
            expect_error(p, run(p, jt_reader_skip), JT_ERROR_DUPLICATE_KEY, end + 12, "/0");
        } else {
            CHECK(run(p, jt_reader_skip) == JT_OK && jt_reader_start(&p->r) == end + 1 && next(p) == JT_END);
        }
        puller_free(p);
    }

    /* A separator is no byte to pass over. */
    p = puller_new(window, &(jt_options){.multiple = JT_SEQ});
    begin(p, "\x1e[[1\x1e[2]", 8, chunk_size);
    expect(p, JT_ARRAY_START, 1);
    CHECK(run(p, jt_reader_skip_unvalidated) == JT_INVALID && p->r.t.error.position.offset == 4);
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

/* A line that goes bad in a piece has nothing to do with the next one. */
static void check_bad_pieces(size_t window, size_t chunk_size) {
    puller *p = puller_new(window, &(jt_options){.multiple = JT_NDJSON, .skip_bad_lines = true, .pieces = true});
    const char *text = "\"so far so good\t\"\n\"fine\"\n";
    jt_status status;
    begin(p, text, strlen(text), chunk_size);
    while ((status = next(p)) == JT_OK) {
        CHECK(jt_reader_flags(&p->r) & JT_PARTIAL);
    }
    CHECK(status == JT_INVALID && p->r.t.error.code == JT_ERROR_CONTROL_CHARACTER);
    char copy[16];
    size_t used = 0, length;
    do {
        CHECK(next(p) == JT_OK && jt_reader_copy_utf8(&p->r, copy + used, sizeof copy - used, &length));
        used += length;
    } while (jt_reader_flags(&p->r) & JT_PARTIAL);
    CHECK_EQ_MEM(copy, used, "fine", 4);
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

/* Offsets have 64 bits: a stream of which 5 GiB have been read, as far as the reader knows. */
static void check_far(size_t window, size_t chunk_size) {
    const uint64_t far = (uint64_t)5 << 30;
    puller *p = puller_new(window, NULL);
    const char *text = "{\"a\":[1,[2,{\"b\":3}]],\"c\":\n[4,5]x";
    begin(p, text, strlen(text), chunk_size);
    p->r.t.offset = p->r.t.next_place.offset = p->r.t.next_head_place.offset = far;
    expect(p, JT_OBJECT_START, far);
    expect(p, JT_KEY, far + 1);
    CHECK(jt_reader_end(&p->r) == far + 4);
    expect(p, JT_ARRAY_START, far + 5);
    CHECK(run(p, jt_reader_skip_unvalidated) == JT_OK && jt_reader_start(&p->r) == far + 19);
    expect(p, JT_KEY, far + 21);
    expect(p, JT_ARRAY_START, far + 26);
    CHECK(jt_reader_position(&p->r).line == 2 && jt_reader_position(&p->r).offset == far + 26);
    CHECK(run(p, jt_reader_skip) == JT_OK && jt_reader_consumed(&p->r) == far + 31);
    expect_error(p, next(p), JT_ERROR_EXPECTED_COMMA_OR_OBJECT_END, far + 31, "/c");
    CHECK(p->r.t.error.position.column == 6);
    puller_free(p);
}

int main(void) {
    check_calls();
    for (size_t w = 0; w < WINDOWS; w++) {
        for (size_t c = 0; c < CHUNK_SIZES; c++) {
            check_skips(windows[w], chunk_sizes[c]);
            check_streams(windows[w], chunk_sizes[c]);
            check_pieces(windows[w], chunk_sizes[c]);
            check_bad_pieces(windows[w], chunk_sizes[c]);
            check_far(windows[w], chunk_sizes[c]);
        }
    }
    return check_report("reader");
}
