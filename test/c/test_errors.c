/* Every error code: where it lies (offset, line, column, byteColumn, start of the token), what was found, the JSON
 * Pointer of the place and the sentence. The expectations are written out here, not computed. */
#include "check.h"

#include "reading.h"

typedef struct expectation {
    const char *json;
    size_t length; /* 0: strlen */
    jt_error_code code;
    uint64_t offset, line, column, byte_column, token_start;
    const char *pointer;
    const char *sentence; /* without its place */
    size_t tokens;        /* on the tape */
} expectation;

static const expectation expectations[] = {
    {"", 0, JT_ERROR_EMPTY, 0, 1, 1, 1, 0, "", "expected a JSON value, found empty or blank input", 0},
    {" \t\r\n ", 0, JT_ERROR_EMPTY, 5, 2, 2, 2, 5, "", "expected a JSON value, found empty or blank input", 0},
    {"\xef\xbb\xbf\n", 0, JT_ERROR_EMPTY, 4, 2, 1, 1, 4, "", "expected a JSON value, found empty or blank input", 0},

    {"[", 0, JT_ERROR_UNEXPECTED_END, 1, 1, 2, 2, 1, "/0", "expected a value or ']', found the end of the input", 1},
    {"[1", 0, JT_ERROR_UNEXPECTED_END, 2, 1, 3, 3, 2, "/0",
     "expected ',' or ']' after an array element, found the end of the input", 2},
    {"[1,", 0, JT_ERROR_UNEXPECTED_END, 3, 1, 4, 4, 3, "/1", "expected a value, found the end of the input", 2},
    {"{", 0, JT_ERROR_UNEXPECTED_END, 1, 1, 2, 2, 1, "",
     "expected a key in double quotes or '}', found the end of the input", 1},
    {"{\"a", 0, JT_ERROR_UNEXPECTED_END, 3, 1, 4, 4, 1, "",
     "expected the closing quote of a string, found the end of the input", 1},
    {"{\"a\"", 0, JT_ERROR_UNEXPECTED_END, 4, 1, 5, 5, 4, "/a", "expected ':' after a key, found the end of the input",
     2},
    {"{\"a\":", 0, JT_ERROR_UNEXPECTED_END, 5, 1, 6, 6, 5, "/a", "expected a value, found the end of the input", 2},
    {"{\"a\":1", 0, JT_ERROR_UNEXPECTED_END, 6, 1, 7, 7, 6, "/a",
     "expected ',' or '}' after a property value, found the end of the input", 3},
    {"{\"a\":1,", 0, JT_ERROR_UNEXPECTED_END, 7, 1, 8, 8, 7, "",
     "expected a key in double quotes after ',', found the end of the input", 3},
    {"{\"d\": 42.", 0, JT_ERROR_UNEXPECTED_END, 9, 1, 10, 10, 6, "/d",
     "expected a digit in a number, found the end of the input", 2},
    {"{\"d\":tru", 0, JT_ERROR_UNEXPECTED_END, 8, 1, 9, 9, 5, "/d",
     "expected the rest of true, found the end of the input", 2},
    {"[f", 0, JT_ERROR_UNEXPECTED_END, 2, 1, 3, 3, 1, "/0", "expected the rest of false, found the end of the input",
     1},
    {"nul", 0, JT_ERROR_UNEXPECTED_END, 3, 1, 4, 4, 0, "", "expected the rest of null, found the end of the input", 0},
    {"-", 0, JT_ERROR_UNEXPECTED_END, 1, 1, 2, 2, 0, "", "expected a digit in a number, found the end of the input", 0},
    {"[1e+", 0, JT_ERROR_UNEXPECTED_END, 4, 1, 5, 5, 1, "/0",
     "expected a digit in a number, found the end of the input", 1},
    {"\"\\", 0, JT_ERROR_UNEXPECTED_END, 2, 1, 3, 3, 0, "",
     "expected the closing quote of a string, found the end of the input", 0},
    {"\"\\u12", 0, JT_ERROR_UNEXPECTED_END, 5, 1, 6, 6, 0, "",
     "expected the closing quote of a string, found the end of the input", 0},
    {"\"a\xe2\x82", 0, JT_ERROR_UNEXPECTED_END, 4, 1, 4, 5, 0, "",
     "expected the closing quote of a string, found the end of the input", 0},

    {"x", 0, JT_ERROR_EXPECTED_VALUE, 0, 1, 1, 1, 0, "", "expected a value, found 'x'", 0},
    {"]", 0, JT_ERROR_EXPECTED_VALUE, 0, 1, 1, 1, 0, "", "expected a value, found ']'", 0},
    {":{},", 0, JT_ERROR_EXPECTED_VALUE, 0, 1, 1, 1, 0, "", "expected a value, found ':'", 0},
    {"[1,]", 0, JT_ERROR_EXPECTED_VALUE, 3, 1, 4, 4, 3, "/1", "expected a value, found ']'", 2},
    {"[[1],]", 0, JT_ERROR_EXPECTED_VALUE, 5, 1, 6, 6, 5, "/1", "expected a value, found ']'", 4},
    {"[1,,2]", 0, JT_ERROR_EXPECTED_VALUE, 3, 1, 4, 4, 3, "/1", "expected a value, found ','", 2},
    {"{\"a\":}", 0, JT_ERROR_EXPECTED_VALUE, 5, 1, 6, 6, 5, "/a", "expected a value, found '}'", 2},
    {"{\"a\":\n  +1}", 0, JT_ERROR_EXPECTED_VALUE, 8, 2, 3, 3, 8, "/a", "expected a value, found '+'", 2},
    {"[\n\"\xc3\xa9\xf0\x9f\x98\x80\",'a']", 0, JT_ERROR_EXPECTED_VALUE, 11, 2, 7, 10, 11, "/1",
     "expected a value, found '''", 2},
    {"\xef\xbb{}", 0, JT_ERROR_EXPECTED_VALUE, 2, 1, 2, 3, 2, "", "expected a value, found '{'", 0},
    {"\xff", 0, JT_ERROR_EXPECTED_VALUE, 0, 1, 1, 1, 0, "", "expected a value, found the byte 0xFF", 0},
    {"\0", 1, JT_ERROR_EXPECTED_VALUE, 0, 1, 1, 1, 0, "", "expected a value, found the byte 0x00", 0},

    {"[,1]", 0, JT_ERROR_EXPECTED_VALUE_OR_ARRAY_END, 1, 1, 2, 2, 1, "/0", "expected a value or ']', found ','", 1},
    {"[}", 0, JT_ERROR_EXPECTED_VALUE_OR_ARRAY_END, 1, 1, 2, 2, 1, "/0", "expected a value or ']', found '}'", 1},
    {"[.5]", 0, JT_ERROR_EXPECTED_VALUE_OR_ARRAY_END, 1, 1, 2, 2, 1, "/0", "expected a value or ']', found '.'", 1},

    {"[1 2]", 0, JT_ERROR_EXPECTED_COMMA_OR_ARRAY_END, 3, 1, 4, 4, 3, "/0",
     "expected ',' or ']' after an array element, found '2'", 2},
    {"[01]", 0, JT_ERROR_EXPECTED_COMMA_OR_ARRAY_END, 2, 1, 3, 3, 2, "/0",
     "expected ',' or ']' after an array element, found '1'", 2},
    {"[\"a\",\"b\":1]", 0, JT_ERROR_EXPECTED_COMMA_OR_ARRAY_END, 8, 1, 9, 9, 8, "/1",
     "expected ',' or ']' after an array element, found ':'", 3},
    {"[[1}]", 0, JT_ERROR_EXPECTED_COMMA_OR_ARRAY_END, 3, 1, 4, 4, 3, "/0/0",
     "expected ',' or ']' after an array element, found '}'", 3},
    {"[[]\f]", 0, JT_ERROR_EXPECTED_COMMA_OR_ARRAY_END, 3, 1, 4, 4, 3, "/0",
     "expected ',' or ']' after an array element, found the byte 0x0C", 3},

    {"{\"a\":1,}", 0, JT_ERROR_EXPECTED_KEY, 7, 1, 8, 8, 7, "", "expected a key in double quotes after ',', found '}'",
     3},
    {"[{\"a\":1,b:2}]", 0, JT_ERROR_EXPECTED_KEY, 8, 1, 9, 9, 8, "/0",
     "expected a key in double quotes after ',', found 'b'", 4},

    {"{,", 0, JT_ERROR_EXPECTED_KEY_OR_OBJECT_END, 1, 1, 2, 2, 1, "",
     "expected a key in double quotes or '}', found ','", 1},
    {"{\"k\":{1:2}}", 0, JT_ERROR_EXPECTED_KEY_OR_OBJECT_END, 6, 1, 7, 7, 6, "/k",
     "expected a key in double quotes or '}', found '1'", 3},
    {"{\r\n]", 0, JT_ERROR_EXPECTED_KEY_OR_OBJECT_END, 3, 2, 1, 1, 3, "",
     "expected a key in double quotes or '}', found ']'", 1},

    {"{\"a\"}", 0, JT_ERROR_EXPECTED_COLON, 4, 1, 5, 5, 4, "/a", "expected ':' after a key, found '}'", 2},
    {"{\"a\" \"b\"}", 0, JT_ERROR_EXPECTED_COLON, 5, 1, 6, 6, 5, "/a", "expected ':' after a key, found '\"'", 2},
    {"{\"a~b/c\\u0000\\ud800\\n\" ,", 0, JT_ERROR_EXPECTED_COLON, 23, 1, 24, 24, 23, NULL,
     "expected ':' after a key, found ','", 2},

    {"{\"x\":1]", 0, JT_ERROR_EXPECTED_COMMA_OR_OBJECT_END, 6, 1, 7, 7, 6, "/x",
     "expected ',' or '}' after a property value, found ']'", 3},
    {"{\"a\":1\"b\":1}", 0, JT_ERROR_EXPECTED_COMMA_OR_OBJECT_END, 6, 1, 7, 7, 6, "/a",
     "expected ',' or '}' after a property value, found '\"'", 3},
    {"{\"items\":[0,0,0,0,{\"name\":\"x\"]]}", 0, JT_ERROR_EXPECTED_COMMA_OR_OBJECT_END, 29, 1, 30, 30, 29,
     "/items/4/name", "expected ',' or '}' after a property value, found ']'", 10},

    {"1 2", 0, JT_ERROR_EXPECTED_END, 2, 1, 3, 3, 2, "",
     "expected the end of the input after the JSON value, found '2'", 1},
    {"[1] x", 0, JT_ERROR_EXPECTED_END, 4, 1, 5, 5, 4, "",
     "expected the end of the input after the JSON value, found 'x'", 3},
    {"{}\n}", 0, JT_ERROR_EXPECTED_END, 3, 2, 1, 1, 3, "",
     "expected the end of the input after the JSON value, found '}'", 2},
    {"1\xc2\xa0", 0, JT_ERROR_EXPECTED_END, 1, 1, 2, 2, 1, "",
     "expected the end of the input after the JSON value, found the byte 0xC2", 1},
    {"[]\0", 3, JT_ERROR_EXPECTED_END, 2, 1, 3, 3, 2, "",
     "expected the end of the input after the JSON value, found the byte 0x00", 2},
    {"012", 0, JT_ERROR_EXPECTED_END, 1, 1, 2, 2, 1, "",
     "expected the end of the input after the JSON value, found '1'", 1},
    {"truex", 0, JT_ERROR_EXPECTED_END, 4, 1, 5, 5, 4, "",
     "expected the end of the input after the JSON value, found 'x'", 1},

    {"nulL", 0, JT_ERROR_INVALID_LITERAL, 3, 1, 4, 4, 0, "", "expected the literal null, found 'L'", 0},
    {"[true,tRue]", 0, JT_ERROR_INVALID_LITERAL, 7, 1, 8, 8, 6, "/1", "expected the literal true, found 'R'", 2},
    {"{\"k\":fals }", 0, JT_ERROR_INVALID_LITERAL, 9, 1, 10, 10, 5, "/k", "expected the literal false, found a space",
     2},

    {"-x", 0, JT_ERROR_INVALID_NUMBER, 1, 1, 2, 2, 0, "", "expected a digit in a number, found 'x'", 0},
    {"[1.]", 0, JT_ERROR_INVALID_NUMBER, 3, 1, 4, 4, 1, "/0", "expected a digit in a number, found ']'", 1},
    {"[1.e1]", 0, JT_ERROR_INVALID_NUMBER, 3, 1, 4, 4, 1, "/0", "expected a digit in a number, found 'e'", 1},
    {"[0,1e\n]", 0, JT_ERROR_INVALID_NUMBER, 5, 1, 6, 6, 3, "/1", "expected a digit in a number, found a line feed", 2},
    {"{\"n\":-1E+,", 0, JT_ERROR_INVALID_NUMBER, 9, 1, 10, 10, 5, "/n", "expected a digit in a number, found ','", 2},

    {"\"\\x\"", 0, JT_ERROR_INVALID_ESCAPE, 2, 1, 3, 3, 0, "",
     "expected one of \"\\/bfnrtu after a backslash in a string, found 'x'", 0},
    {"[\"ab\\\t\"]", 0, JT_ERROR_INVALID_ESCAPE, 5, 1, 6, 6, 1, "/0",
     "expected one of \"\\/bfnrtu after a backslash in a string, found a tab", 1},
    {"{\"\\a\":1}", 0, JT_ERROR_INVALID_ESCAPE, 3, 1, 4, 4, 1, "",
     "expected one of \"\\/bfnrtu after a backslash in a string, found 'a'", 1},

    {"{\"\":\"\\u20A\"}", 0, JT_ERROR_INVALID_HEX_DIGIT, 10, 1, 11, 11, 4, "/",
     "expected four hexadecimal digits after \\u in a string, found '\"'", 2},
    {"\"\\u0z", 0, JT_ERROR_INVALID_HEX_DIGIT, 4, 1, 5, 5, 0, "",
     "expected four hexadecimal digits after \\u in a string, found 'z'", 0},
    {"{\"\":\"\\udbff\\u123\"}", 0, JT_ERROR_INVALID_HEX_DIGIT, 16, 1, 17, 17, 4, "/",
     "expected four hexadecimal digits after \\u in a string, found '\"'", 2},

    {"\"a\nb\"", 0, JT_ERROR_CONTROL_CHARACTER, 2, 1, 3, 3, 0, "",
     "expected a control character in a string to be escaped, found a line feed", 0},
    {"[\"\0\"]", 5, JT_ERROR_CONTROL_CHARACTER, 2, 1, 3, 3, 1, "/0",
     "expected a control character in a string to be escaped, found the byte 0x00", 1},
    {"\"\x1f\"", 0, JT_ERROR_CONTROL_CHARACTER, 1, 1, 2, 2, 0, "",
     "expected a control character in a string to be escaped, found the byte 0x1F", 0},

    {"\"\xff\"", 0, JT_ERROR_INVALID_UTF8, 1, 1, 2, 2, 0, "", "expected well-formed UTF-8, found the byte 0xFF", 0},
    {"[\"\xc3\xa9\xe2\x82\"]", 0, JT_ERROR_INVALID_UTF8, 4, 1, 4, 5, 1, "/0",
     "expected well-formed UTF-8, found the byte 0xE2", 1},
    {"\"\xed\xa0\x80\"", 0, JT_ERROR_INVALID_UTF8, 1, 1, 2, 2, 0, "", "expected well-formed UTF-8, found the byte 0xED",
     0},
    {"\"\xf4\x90\x80\x80\"", 0, JT_ERROR_INVALID_UTF8, 1, 1, 2, 2, 0, "",
     "expected well-formed UTF-8, found the byte 0xF4", 0},
    {"{\"k\xe0\x80\x80\":1}", 0, JT_ERROR_INVALID_UTF8, 3, 1, 4, 4, 1, "",
     "expected well-formed UTF-8, found the byte 0xE0", 1},

    /* A byte order mark that is not at the very start. */
    {"[\xef\xbb\xbf"
     "1]",
     0, JT_ERROR_EXPECTED_VALUE_OR_ARRAY_END, 1, 1, 2, 2, 1, "/0", "expected a value or ']', found the byte 0xEF", 1},
    {"[1]\xef\xbb\xbf", 0, JT_ERROR_EXPECTED_END, 3, 1, 4, 4, 3, "",
     "expected the end of the input after the JSON value, found the byte 0xEF", 3},
    {"\xef\xbb\xbf\xef\xbb\xbf"
     "1",
     0, JT_ERROR_EXPECTED_VALUE, 3, 1, 2, 4, 3, "", "expected a value, found the byte 0xEF", 0},

    {"[{\"a\":[\n[[[[1]]]]]}]", 0, JT_ERROR_DEPTH, 9, 2, 2, 2, 9, "/0/a/0/0",
     "expected at most 4 nested arrays and objects, found '['", 5},
    {"[[[[{}]]]]", 0, JT_ERROR_DEPTH, 4, 1, 5, 5, 4, "/0/0/0/0",
     "expected at most 4 nested arrays and objects, found '{'", 4},
};
#define EXPECTATIONS (sizeof expectations / sizeof expectations[0])
#define MAX_DEPTH 4

static const char *pointer_of(const expectation *e, size_t *length) {
    static const char odd[] = "/a~0b~1c\0\xef\xbf\xbd\n"; /* the one with a NUL, written here */
    *length = e->pointer ? strlen(e->pointer) : sizeof odd - 1;
    return e->pointer ? e->pointer : odd;
}

/* Both texts of an error, in buffers of every size: cut to whole characters, and never a byte behind. */
static void check_capacities(const jt_tokenizer *t, size_t (*get)(const jt_tokenizer *, char *, size_t)) {
    char whole[512], cut[512];
    size_t length = get(t, whole, sizeof whole);
    CHECK_EQ_U64(get(t, NULL, 0), length);
    CHECK(length < sizeof whole && whole[length] == '\0');
    for (size_t capacity = 0; capacity <= length + 2; capacity++) {
        memset(cut, 0x55, sizeof cut);
        CHECK_EQ_U64(get(t, cut, capacity), length);
        size_t kept = check_cut(whole, length, capacity);
        CHECK_EQ_MEM(cut, kept, whole, kept);
        CHECK(capacity == 0 || cut[kept] == '\0');
        CHECK_EQ_U64((uint8_t)cut[capacity], 0x55);
    }
}

static void check_error(const reading *r, const expectation *e, uint64_t shift) {
    const jt_error *error = &r->t.error;
    char text[512], sentence[768];
    size_t length = e->length ? e->length : strlen(e->json);
    uint64_t before = check_failures;
    CHECK_EQ_STR(jt_error_name(error->code), jt_error_name(e->code));
    CHECK_EQ_U64(error->found, e->offset < length ? (uint64_t)(uint8_t)e->json[e->offset] : (uint64_t)-1);
    CHECK_EQ_U64(error->position.offset, e->offset + shift);
    CHECK_EQ_U64(error->position.line, e->line + shift);
    CHECK_EQ_U64(error->position.column, e->column);
    CHECK_EQ_U64(error->position.byte_column, e->byte_column);
    CHECK_EQ_U64(error->token_start, e->token_start + shift);
    CHECK_EQ_U64(jt_tokenizer_tape(&r->t).length, e->tokens);
    size_t pointer_length, used = jt_error_pointer(&r->t, text, sizeof text);
    const char *pointer = pointer_of(e, &pointer_length);
    CHECK_EQ_MEM(text, used, pointer, pointer_length);
    size_t total = (size_t)snprintf(sentence, sizeof sentence, "%s at line %" PRIu64 ", column %" PRIu64, e->sentence,
                                    e->line + shift, e->column);
    if (pointer_length) {
        total += (size_t)sprintf(sentence + total, " (");
        for (size_t i = 0; i < pointer_length; i++) {
            uint8_t byte = (uint8_t)pointer[i];
            total += (size_t)sprintf(sentence + total, byte < 0x20 ? "\\u%04x" : "%c", byte);
        }
        sentence[total++] = ')';
    }
    used = jt_error_message(&r->t, text, sizeof text);
    CHECK_EQ_MEM(text, used, sentence, total);
    if (check_failures != before) {
        check_print_bytes("in", e->json, length);
    }
}

/* A key may hold anything: the sentence shows it in one line, the pointer as it is. */
static void check_one_line(reading *r) {
    static const char json[] = "{\"\\u0000\\u001b[1m\\n\x7f\xc2\x85\xe2\x80\xa8\xc3\xa9/~\":]";
    static const char pointer[] = "/\0\x1b[1m\n\x7f\xc2\x85\xe2\x80\xa8\xc3\xa9~1~0";
    static const char sentence[] = "expected a value, found ']' at line 1, column 28 "
                                   "(/\\u0000\\u001b[1m\\u000a\\u007f\\u0085\\u2028\xc3\xa9~1~0)";
    char text[256];
    CHECK_EQ_U64(reading_run(r, (const uint8_t *)json, sizeof json - 1, 0), JT_INVALID);
    size_t used = jt_error_pointer(&r->t, text, sizeof text);
    CHECK_EQ_MEM(text, used, pointer, sizeof pointer - 1);
    used = jt_error_message(&r->t, text, sizeof text);
    CHECK_EQ_MEM(text, used, sentence, sizeof sentence - 1);
    check_capacities(&r->t, jt_error_message);
}

int main(void) {
    jt_isa isas[READING_ISAS];
    size_t isa_count = reading_find_isas(isas);
    bool reached[JT_ERROR_CODES] = {false};
    /* Those that take an option, or have nothing to do with reading, which is other tests'. */
    reached[JT_ERROR_NONE] = reached[JT_ERROR_TOKEN_TOO_LONG] = reached[JT_ERROR_INPUT_TOO_LONG] =
        reached[JT_ERROR_DUPLICATE_KEY] = reached[JT_ERROR_INVALID_COMMENT] = reached[JT_ERROR_EXPECTED_LINE_END] =
            reached[JT_ERROR_EXPECTED_SEPARATOR] = reached[JT_ERROR_LONE_SURROGATE] =
                reached[JT_ERROR_NUMBER_TOO_LARGE] = true;
    reading *r = reading_new(MAX_DEPTH);
    check_one_line(r);
    for (size_t i = 0; i < EXPECTATIONS; i++) {
        const expectation *e = &expectations[i];
        size_t length = e->length ? e->length : strlen(e->json);
        reached[e->code] = true;
        for (size_t n = 0; n < isa_count; n++) {
            jt_set_isa(isas[n]);
            CHECK_EQ_U64(reading_run(r, (const uint8_t *)e->json, length, 0), JT_INVALID);
            check_error(r, e, 0);
            if (n == 0) {
                check_capacities(&r->t, jt_error_pointer);
                check_capacities(&r->t, jt_error_message);
            }
            if ((uint8_t)e->json[0] == 0xef) {
                continue; /* must stand at the very start */
            }
            /* Behind many lines, so that the hot loop has begun; and, for errors before the end, far from the end. */
            static scratch x;
            x.length = 0;
            text_fill(&x, '\n', 300);
            text_add(&x, e->json, length);
            CHECK_EQ_U64(reading_run(r, x.bytes, x.length, 0), JT_INVALID);
            check_error(r, e, 300);
            if (e->offset < length) {
                text_fill(&x, ' ', 200);
                CHECK_EQ_U64(reading_run(r, x.bytes, x.length, 0), JT_INVALID);
                check_error(r, e, 300);
            }
        }
    }
    for (int code = 0; code < JT_ERROR_CODES; code++) {
        const char *name = jt_error_name((jt_error_code)code);
        CHECK(name && *name);
        for (int other = 0; other < code; other++) {
            CHECK(strcmp(name, jt_error_name((jt_error_code)other)) != 0);
        }
        if (!CHECK(reached[code])) {
            fprintf(stderr, "    no case for %s\n", name);
        }
    }
    CHECK_EQ_STR(jt_error_name(JT_ERROR_CODES), NULL);
    CHECK_EQ_STR(jt_error_name((jt_error_code)-1), NULL);
    CHECK_EQ_STR(jt_error_name(JT_ERROR_EXPECTED_COLON), "EXPECTED_COLON");
    reading_free(r);
    jt_set_isa(JT_ISA_AUTO);
    return check_report("errors");
}
