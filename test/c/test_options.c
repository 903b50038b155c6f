/* The reader's options: what each accepts and refuses, the same for the whole and for every cut. */
#include "streaming.h"

#define NO_CODE JT_ERROR_NONE

typedef struct expectation {
    jt_options options;
    const char *text;
    jt_error_code code;
    uint64_t offset; /* of the error */
    size_t tokens;   /* on the tape, of the whole */
    const char *pointer;
} expectation;

#define COMMENTS .comments = JT_COMMENTS_SKIP
#define KEPT .comments = JT_COMMENTS_KEEP
#define UNIQUE .duplicates = JT_DUPLICATES_ERROR
#define COMMAS .trailing_commas = true

static const expectation expectations[] = {
    /* comments */
    {{COMMENTS}, "/*a*/[1,//b\n2/**/,/***/3]//c", NO_CODE, 0, 5, ""},
    {{COMMENTS}, "//\n{\"a\"/*1*/:/*2*/1/*3*/,/*4*/\"b\":[/*5*/]/*6*/}/*7*/ //8", NO_CODE, 0, 7, ""},
    {{COMMENTS}, "[1/*\xc3\xa9\xf0\x9f\x98\x80 * / // \n*/]", NO_CODE, 0, 3, ""},
    {{COMMENTS}, "\"/*not*/\"", NO_CODE, 0, 1, ""},
    {{COMMENTS}, "[1,/x 2]", JT_ERROR_INVALID_COMMENT, 4, 2, "/1"},
    {{COMMENTS}, "[1]/", JT_ERROR_UNEXPECTED_END, 4, 3, ""},
    {{COMMENTS}, "[1,/* 2]", JT_ERROR_UNEXPECTED_END, 8, 2, "/1"},
    {{COMMENTS}, "[1,/* 2*", JT_ERROR_UNEXPECTED_END, 8, 2, "/1"},
    {{COMMENTS}, "// only", JT_ERROR_EMPTY, 7, 0, ""},
    {{COMMENTS}, "[1,//\xc3(\n2]", JT_ERROR_INVALID_UTF8, 5, 2, "/1"},
    {{COMMENTS}, "[1,/*\xff*/2]", JT_ERROR_INVALID_UTF8, 5, 2, "/1"},
    {{COMMENTS}, "[1]//\xc3", JT_ERROR_UNEXPECTED_END, 6, 3, ""},
    {{COMMENTS, .multiple = JT_NDJSON}, "1//\xe2\x82\n2", JT_ERROR_INVALID_UTF8, 3, 1, ""},
    {{COMMENTS, .utf8 = JT_UTF8_RAW}, "[1,/*\xff*/2]", NO_CODE, 0, 4, ""},
    {{0}, "[1,/**/2]", JT_ERROR_EXPECTED_VALUE, 3, 2, "/1"},
    {{KEPT}, "/*a*/[1,//b\n2/**/,/***/3]//c", NO_CODE, 0, 10, ""},
    {{KEPT}, "{\"a\"/*1*/:/*2*/1/*3*/,/*4*/\"b\":[/*5*/]/*6*/}/*7*/", NO_CODE, 0, 14, ""},
    {{KEPT}, "[/*1*/x", JT_ERROR_EXPECTED_VALUE_OR_ARRAY_END, 6, 2, "/0"},
    /* trailing commas */
    {{COMMAS}, "[1,]", NO_CODE, 0, 3, ""},
    {{COMMAS}, "{\"a\":[[1 , ] , ], }", NO_CODE, 0, 8, ""},
    {{COMMAS}, "[,]", JT_ERROR_EXPECTED_VALUE_OR_ARRAY_END, 1, 1, "/0"},
    {{COMMAS}, "[1,,]", JT_ERROR_EXPECTED_VALUE_OR_ARRAY_END, 3, 2, "/1"},
    {{COMMAS}, "{,}", JT_ERROR_EXPECTED_KEY_OR_OBJECT_END, 1, 1, ""},
    {{COMMAS}, "{\"a\":1,,}", JT_ERROR_EXPECTED_KEY_OR_OBJECT_END, 7, 3, ""},
    {{COMMAS}, "[1,}", JT_ERROR_EXPECTED_VALUE_OR_ARRAY_END, 3, 2, "/1"},
    {{COMMAS, COMMENTS}, "[1,/**/]", NO_CODE, 0, 3, ""},
    /* several values */
    {{.multiple = JT_CONCATENATED}, "", NO_CODE, 0, 0, ""},
    {{.multiple = JT_CONCATENATED}, " \n", NO_CODE, 0, 0, ""},
    {{.multiple = JT_CONCATENATED}, "1 2[3]{}\"a\"\"b\"true", NO_CODE, 0, 10, ""},
    {{.multiple = JT_CONCATENATED}, "{\"a\":1} garbage {\"b\":2}", JT_ERROR_EXPECTED_VALUE, 8, 4, ""},
    {{.multiple = JT_CONCATENATED}, "[1][2,", JT_ERROR_UNEXPECTED_END, 6, 5, "/1"},
    {{.multiple = JT_NDJSON}, "", NO_CODE, 0, 0, ""},
    {{.multiple = JT_NDJSON}, "\n\r\n{\"a\":1}\r\n\n[2]\n3\n\"\xe2\x80\xa8\"", NO_CODE, 0, 9, ""},
    {{.multiple = JT_NDJSON}, "{\"a\":1} {\"b\":2}\n", JT_ERROR_EXPECTED_LINE_END, 8, 4, ""},
    {{COMMENTS, UNIQUE, .multiple = JT_NDJSON},
     "{\"a\":1/* x\n}\n",
     JT_ERROR_EXPECTED_COMMA_OR_OBJECT_END,
     10,
     3,
     "/a"},
    {{.multiple = JT_NDJSON}, "{\"a\":1}\n{\"a\":\n2}\n", JT_ERROR_EXPECTED_VALUE, 13, 6, "/a"},
    {{.multiple = JT_NDJSON},
     "[1,                                                  \n2]\n",
     JT_ERROR_EXPECTED_VALUE,
     53,
     2,
     "/1"},
    {{.multiple = JT_NDJSON}, "[1]\n[\"a\n\"]\n", JT_ERROR_CONTROL_CHARACTER, 7, 4, "/0"},
    {{.multiple = JT_NDJSON}, "1\n-\n", JT_ERROR_INVALID_NUMBER, 3, 1, ""},
    {{.multiple = JT_NDJSON}, "1\ntru\n", JT_ERROR_INVALID_LITERAL, 5, 1, ""},
    {{.multiple = JT_NDJSON}, "[\n", JT_ERROR_EXPECTED_VALUE_OR_ARRAY_END, 1, 1, "/0"},
    {{.multiple = JT_NDJSON}, "12\n34\n5", NO_CODE, 0, 3, ""},
    {{.multiple = JT_NDJSON}, "[", JT_ERROR_UNEXPECTED_END, 1, 1, "/0"},
    {{.multiple = JT_NDJSON},
     "\xef\xbb\xbf"
     "1\n2",
     NO_CODE,
     0,
     2,
     ""},
    {{.multiple = JT_NDJSON}, "\xef\xbb\n", JT_ERROR_EXPECTED_VALUE, 2, 0, ""},
    {{.multiple = JT_NDJSON, COMMENTS}, "1//a\n/*b*/2\n//\n", NO_CODE, 0, 2, ""},
    {{.multiple = JT_SEQ}, "", NO_CODE, 0, 0, ""},
    {{.multiple = JT_SEQ},
     "\x1e{\"a\":1}\n\x1e\x1e[2]\n\x1e"
     "3\n",
     NO_CODE,
     0,
     8,
     ""},
    {{.multiple = JT_SEQ}, "{}", JT_ERROR_EXPECTED_SEPARATOR, 0, 0, ""},
    {{.multiple = JT_SEQ}, "\x1e{}\n{}", JT_ERROR_EXPECTED_SEPARATOR, 4, 2, ""},
    {{.multiple = JT_SEQ}, "\x1e[1\x1e", JT_ERROR_EXPECTED_COMMA_OR_ARRAY_END, 3, 2, "/0"},
    /* ill-formed UTF-8 */
    {{.utf8 = JT_UTF8_REPLACE}, "[\"\xff\xc3\", \"\xe2\x82\"]", NO_CODE, 0, 4, ""},
    {{.utf8 = JT_UTF8_RAW}, "{\"\xff\":\"\xf0\x9f\"}", NO_CODE, 0, 4, ""},
    {{.utf8 = JT_UTF8_RAW}, "[\xff]", JT_ERROR_EXPECTED_VALUE_OR_ARRAY_END, 1, 1, "/0"},
    {{.utf8 = JT_UTF8_RAW}, "\"\xff\x01\"", JT_ERROR_CONTROL_CHARACTER, 2, 0, ""},
    /* duplicates */
    {{UNIQUE}, "{\"a\":1,\"\\u0061\":2}", JT_ERROR_DUPLICATE_KEY, 7, 3, ""},
    {{UNIQUE}, "{\"constructor\":1,\"__proto__\":{\"__proto__\":2},\"a\":[{\"a\":1},{\"a\":2}]}", NO_CODE, 0, 20, ""},
    {{UNIQUE}, "[{\"a\":{\"a\":{\"a\":1}},\"b\":2,\"a\":3}]", JT_ERROR_DUPLICATE_KEY, 26, 12, "/0"},
    {{UNIQUE}, "{\"\":1,\"b\":[{\"\":1}],\"\":2}", JT_ERROR_DUPLICATE_KEY, 19, 10, ""},
    {{UNIQUE},
     "{\"\\ud800\":1,\"\\ud801\":2,\"\\ud83d\\ude00\":3,\"\xf0\x9f\x98\x80\":4}",
     JT_ERROR_DUPLICATE_KEY,
     40,
     7,
     ""},
    {{UNIQUE}, "{\"a\":1,\"a\":x}", JT_ERROR_DUPLICATE_KEY, 7, 3, ""},
    {{UNIQUE}, "{\"a\":x,\"a\":1}", JT_ERROR_EXPECTED_VALUE, 5, 2, "/a"},
    {{UNIQUE, .max_token_length = 3}, "{\"a\":1234,\"a\":1}", JT_ERROR_TOKEN_TOO_LONG, 8, 2, "/a"},
    {{UNIQUE, .multiple = JT_NDJSON}, "{\"a\":1}\n{\"a\":1}\n{\"a\":1,\"a\":2}", JT_ERROR_DUPLICATE_KEY, 23, 11, ""},
    {{0}, "{\"a\":1,\"a\":2}", NO_CODE, 0, 6, ""},
    /* limits */
    {{.max_depth = 3}, "[[[[0]]]]", JT_ERROR_DEPTH, 3, 3, "/0/0/0"},
    {{.max_depth = 3}, "[[[0]],[[1]]]", NO_CODE, 0, 12, ""},
    {{.max_token_length = 4}, "[1234,\"ab\",{\"ab\":12345}]", JT_ERROR_TOKEN_TOO_LONG, 21, 5, "/2/ab"},
    {{.max_token_length = 4}, "[1234,{\"ab\":null,\"abc\":1}]", JT_ERROR_TOKEN_TOO_LONG, 21, 5, "/1"},
    {{.max_token_length = 4}, "[[[1],\"abc\"],[[]]]", JT_ERROR_TOKEN_TOO_LONG, 10, 5, "/0/1"},
    {{KEPT, .max_token_length = 6}, "[/*12*/1,/*123*/2]", JT_ERROR_TOKEN_TOO_LONG, 15, 3, "/1"},
    {{KEPT, .max_token_length = 6}, "[1,//34567\n2]", JT_ERROR_TOKEN_TOO_LONG, 9, 2, "/1"},
    {{KEPT, .multiple = JT_NDJSON, .max_token_length = 6}, "[1/*34567\n]\n", JT_ERROR_TOKEN_TOO_LONG, 8, 2, "/0"},
    {{COMMENTS, .max_token_length = 6}, "[/*12*/1,/*123*/2]", NO_CODE, 0, 4, ""},
    {{.max_token_length = 4}, "false", JT_ERROR_TOKEN_TOO_LONG, 4, 0, ""},
    {{.max_token_length = 4}, "\"abc", JT_ERROR_UNEXPECTED_END, 4, 0, ""},
    {{.max_token_length = 4}, "[\"abcd\",x]", JT_ERROR_TOKEN_TOO_LONG, 5, 1, "/0"},
    {{.max_token_length = 100},
     "[\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"]",
     JT_ERROR_TOKEN_TOO_LONG,
     101,
     1,
     "/0"},
    {{.max_length = 5}, "[1,2]", NO_CODE, 0, 4, ""},
    {{.max_length = 5}, "[1,2] ", JT_ERROR_INPUT_TOO_LONG, 5, 4, ""},
    {{.max_length = 5}, "[1,234]", JT_ERROR_INPUT_TOO_LONG, 5, 2, "/1"},
    {{.max_length = 5}, "[1,x,2]", JT_ERROR_EXPECTED_VALUE, 3, 2, "/1"},
};

static void check_expectation(stream *whole, stream *cut, const expectation *e, bool reached[], uint64_t *random) {
    const uint8_t *text = (const uint8_t *)e->text;
    size_t length = strlen(e->text);
    jt_tokenizer_reset(&whole->r->t, &e->options);
    jt_tokenizer_reset(&cut->r->t, &e->options);
    run_whole(whole, text, length);
    uint64_t failures = check_failures;
    CHECK_EQ_U64(whole->status, e->code == NO_CODE ? JT_OK : JT_INVALID);
    CHECK_EQ_U64(whole->count, e->tokens);
    if (e->code != NO_CODE) {
        reached[e->code] = true;
        CHECK_EQ_STR(jt_error_name(whole->r->t.error.code), jt_error_name(e->code));
        CHECK_EQ_U64(whole->r->t.error.position.offset, e->offset);
        CHECK_EQ_STR(whole->pointer, e->pointer);
    }
    if (failures != check_failures) {
        check_print_bytes("in", text, length);
    }
    check_small(whole, cut, text, length, random);
}

/* Documents by chance under options by chance: the whole against cuts. */
static void check_chance(stream *whole, stream *cut, uint64_t *random) {
    static const char *const odd[] = {"/*x*/", "//y\n", ",", "\n", "\x1e", "\xff", " ", "\xc3", "\xa9", "1", "]", "}"};
    static scratch x;
    jt_options options = {.comments = (jt_comments)check_random_below(random, 3),
                          .multiple = (jt_multiple)check_random_below(random, 4),
                          .utf8 = (jt_utf8)check_random_below(random, 3),
                          .duplicates = (jt_duplicates)check_random_below(random, 2),
                          .trailing_commas = check_random_below(random, 2),
                          .max_token_length = check_random_below(random, 3) ? 0 : 1 + check_random_below(random, 30),
                          .max_length = check_random_below(random, 4) ? 0 : 1 + check_random_below(random, 200)};
    generate_document(random, &x, 1 + check_random_below(random, 150));
    for (uint32_t i = check_random_below(random, 6); i > 0; i--) {
        const char *more = odd[check_random_below(random, sizeof odd / sizeof odd[0])];
        size_t at = check_random_below(random, (uint32_t)x.length + 1), n = strlen(more);
        memmove(x.bytes + at + n, x.bytes + at, x.length - at);
        memcpy(x.bytes + at, more, n);
        x.length += n;
    }
    jt_tokenizer_reset(&whole->r->t, &options);
    jt_tokenizer_reset(&cut->r->t, &options);
    check_small(whole, cut, x.bytes, x.length, random);
}

/* Bad lines are reported, and the good ones after them are there. */
static void check_bad_lines(stream *s, uint64_t *random) {
    static const char text[] = "{\"a\":1}\n{\"b\":\n[\n{\"c\":[2,3]}\nx\"\"\"\n\n\"\xff\"\n4\n[5";
    static const uint64_t places[] = {13, 15, 28, 35, 42};
    jt_options options = {.multiple = JT_NDJSON, .skip_bad_lines = true};
    for (size_t size = 1; size <= sizeof text; size++) {
        size_t values = 0, errors = 0, at = 0;
        uint32_t depth = 0;
        bool last = false;
        jt_tokenizer_reset(&s->r->t, &options);
        while (!last) {
            size_t n = size < sizeof text - 1 - at ? size : sizeof text - 1 - at;
            last = at + n == sizeof text - 1;
            for (;;) {
                jt_status status = jt_feed(&s->r->t, text + at, n, last);
                if (status == JT_NEED_MEMORY) {
                    reading_set_block(s->r, s->r->t.need, s->r->t.wanted);
                    continue;
                }
                jt_tape tape = jt_tokenizer_tape(&s->r->t);
                for (size_t i = 0; i < tape.length; i++) {
                    jt_type type = jt_token_type(tape.tokens[i]);
                    CHECK(memcmp(jt_token_text(&tape, tape.tokens[i]), text + tape.base + tape.tokens[i].start, 1) ==
                          0);
                    depth += type == JT_OBJECT_START || type == JT_ARRAY_START;
                    depth -= type == JT_OBJECT_END || type == JT_ARRAY_END;
                    values += depth == 0 && type != JT_KEY;
                }
                if (status != JT_INVALID) {
                    CHECK(status == JT_OK);
                    break;
                }
                CHECK(errors < 5 && s->r->t.error.position.offset == places[errors]);
                errors++;
                depth = 0; /* what the line has begun is not gone on with */
                if (errors == 5) {
                    break;
                }
            }
            at += n;
        }
        CHECK_EQ_U64(errors, 5);
        CHECK_EQ_U64(values, 3);
    }
    (void)random;
}

/* Strings and numbers in pieces: together they are the text, none is cut inside an escape or a character, and the carry
 * stays small. */
static void check_pieces(stream *s, uint64_t *random) {
    static scratch x;
    generate_document(random, &x, 2000);
    text_puts(&x, "\n[\"");
    for (unsigned i = 0; i < 400; i++) {
        static const char *const parts[] = {
            "ab", "\\n", "\\\\", "\\u0041", "\\ud83d\\ude00", "\\ud83d", "\xc3\xa9", "\xf0\x9f\x98\x80", "\\\""};
        text_puts(&x, parts[check_random_below(random, 9)]);
    }
    text_puts(&x, "\",12345678901234567890123456789012345678901234567890.5e10]");
    jt_options options = {.multiple = JT_CONCATENATED, .pieces = true};
    for (size_t size = 1; size < 40; size += 1 + size / 8) {
        size_t at = 0, count = 0, end = 0;
        bool open = false;
        jt_tokenizer_reset(&s->r->t, &options);
        while (at <= x.length) {
            size_t n = size < x.length - at ? size : x.length - at;
            bool last = at + n == x.length;
            jt_status status;
            while ((status = jt_feed(&s->r->t, x.bytes + at, n, last)) == JT_NEED_MEMORY) {
                reading_set_block(s->r, s->r->t.need, s->r->t.wanted);
            }
            CHECK(status == JT_OK);
            jt_tape tape = jt_tokenizer_tape(&s->r->t);
            for (size_t i = 0; i < tape.length; i++) {
                jt_token token = tape.tokens[i];
                jt_type type = jt_token_type(token);
                const uint8_t *text = jt_token_text(&tape, token), *whole = x.bytes + tape.base + token.start;
                if (type <= JT_ARRAY_END) {
                    continue;
                }
                CHECK(memcmp(text, whole, token.length) == 0);
                CHECK(!open || tape.base + token.start == end);
                end = (size_t)tape.base + token.start + token.length;
                open = (jt_token_flags(token) & JT_PARTIAL) != 0;
                count += open;
                if (open && type == JT_STRING) {
                    CHECK((x.bytes[end] & 0xc0) != 0x80);
                    size_t slashes = 0;
                    while (slashes < token.length && whole[token.length - 1 - slashes] == '\\') {
                        slashes++;
                    }
                    CHECK(slashes % 2 == 0);
                }
            }
            CHECK(!last || !open);
            at += n + last;
        }
        CHECK(count > 0);
    }
    /* However long the string, only what must stay together is carried. */
    reading *small = reading_new(0);
    jt_tokenizer_reset(&small->t, &options);
    jt_status status = JT_OK;
    for (int i = 0; i <= 1000 && status == JT_OK; i++) {
        const char *chunk = i == 0 ? "\"" : i == 1000 ? "\\ud83d\\ude00\"" : "\\ud83d\\ude00 0123456789 \\ud83d";
        while ((status = jt_feed(&small->t, chunk, strlen(chunk), i == 1000)) == JT_NEED_MEMORY) {
            reading_set_block(small, small->t.need, small->t.wanted);
        }
    }
    CHECK(status == JT_OK);
    CHECK(small->size[JT_BLOCK_CARRY] < 100);
    reading_free(small);
}

/* Objects of many keys, in others of many keys; one key of the outermost or the innermost comes again at the end. */
static void check_many_keys(stream *s, bool inner) {
    static uint8_t text[1 << 20];
    size_t length = 0;
    char *out = (char *)text;
    for (unsigned level = 0; level < 3; level++) {
        length += (size_t)sprintf(out + length, level ? ",\"x\":{" : "{");
        for (unsigned i = 0; i < 6000; i++) {
            length += (size_t)sprintf(out + length, "%s\"k%u\":%u", i ? "," : "", i * 7, i);
        }
    }
    size_t place = length + 1;
    length += (size_t)sprintf(out + length, inner ? ",\"k41993\":0}}}" : "}},\"\\u006b41993\":0}");
    place += inner ? 0 : 2;
    jt_options options = {.duplicates = JT_DUPLICATES_ERROR};
    jt_tokenizer_reset(&s->r->t, &options);
    run_chunks(s, text, length, 4096, 0, NULL);
    CHECK(s->status == JT_INVALID && s->r->t.error.code == JT_ERROR_DUPLICATE_KEY);
    CHECK_EQ_U64(s->r->t.error.position.offset, place);
    text[place + (inner ? 1 : 6)] = 'c'; /* another key */
    run_chunks(s, text, length, 4096, 0, NULL);
    CHECK(s->status == JT_OK);
}

int main(int argc, char **argv) {
    const char *count = check_argument(argc, argv, "--count");
    uint64_t documents = count ? strtoull(count, NULL, 10) : 600, random = 11;
    jt_isa isas[READING_ISAS];
    bool reached[JT_ERROR_CODES] = {false};
    size_t isa_count = reading_find_isas(isas);
    stream whole = {.r = reading_new(0), .details = true}, cut = {.r = reading_new(0), .details = true};
    for (size_t isa = 0; isa < isa_count; isa++) {
        jt_set_isa(isas[isa]);
        for (size_t i = 0; i < sizeof expectations / sizeof expectations[0]; i++) {
            check_expectation(&whole, &cut, &expectations[i], reached, &random);
        }
        for (uint64_t i = 0; i < documents; i++) {
            check_chance(&whole, &cut, &random);
        }
        check_many_keys(&cut, true);
        check_many_keys(&cut, false);
        check_bad_lines(&cut, &random);
        for (uint64_t i = 0; i < documents / 30 + 1; i++) {
            check_pieces(&cut, &random);
        }
    }
    jt_set_isa(JT_ISA_AUTO);
    CHECK(reached[JT_ERROR_INVALID_COMMENT] && reached[JT_ERROR_EXPECTED_LINE_END] &&
          reached[JT_ERROR_EXPECTED_SEPARATOR]);
    CHECK(reached[JT_ERROR_TOKEN_TOO_LONG] && reached[JT_ERROR_INPUT_TOO_LONG] && reached[JT_ERROR_DUPLICATE_KEY]);
    free(cut.chunk);
    free(whole.tokens);
    free(cut.tokens);
    reading_free(whole.r);
    reading_free(cut.r);
    return check_report("options");
}
