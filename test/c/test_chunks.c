/* Streams: whatever the cuts, the same tokens, errors, positions and paths as for the whole, and work that is linear in
 * the bytes. The whole is what the other tests compare with the oracle. */
#include "streaming.h"

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
