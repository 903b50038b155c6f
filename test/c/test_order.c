/* Sorted keys and the canonical form of RFC 8785: the vectors of the RFC, public ones where the corpus is there, and
 * random documents against a recursive writer that shares nothing with the core but numbers.
 *
 * usage: test_order [--corpus DIR]: a folder whose jcs/ holds input/NAME.json and output/NAME.json */
#include "folder.h"
#include "reading.h"
#include "writing.h"

#include <math.h>

static reading *r;

static jt_tape tape_of(const char *text, size_t length) {
    if (!CHECK(reading_run(r, (const uint8_t *)text, length, 0) == JT_OK)) {
        check_print_bytes("text", text, length);
    }
    return jt_tokenizer_tape(&r->t);
}

/* ---- What is compared with ----------------------------------------------------------------------------------------
 */

typedef struct member {
    uint16_t *units;
    size_t length, key;
} member;

static int compare(const void *a, const void *b) {
    const member *x = a, *y = b;
    for (size_t i = 0; i < x->length && i < y->length; i++) {
        if (x->units[i] != y->units[i]) {
            return x->units[i] < y->units[i] ? -1 : 1;
        }
    }
    return x->length != y->length ? (x->length < y->length ? -1 : 1) : x->key < y->key ? -1 : x->key > y->key;
}

static size_t behind(const jt_tape *tape, size_t index) {
    jt_type type = jt_token_type(tape->tokens[index]);
    return index + 1 + (type == JT_OBJECT_START || type == JT_ARRAY_START ? tape->tokens[index].length : 0);
}

static void write_naively(model *m, const jt_tape *tape, size_t index, bool canonical);

static void write_text(model *m, const jt_tape *tape, size_t index, bool canonical) {
    jt_token token = tape->tokens[index];
    const uint8_t *text = jt_token_text(tape, token);
    if (!canonical) {
        append(&m->out, text, token.length);
        return;
    }
    uint16_t *units = check_alloc(2 * token.length);
    size_t length = jt_copy_utf16(text, token.length, units);
    append_byte(&m->out, '"');
    model_utf16(m, (const uint8_t *)units, 2 * length);
    append_byte(&m->out, '"');
    free(units);
}

static void write_object(model *m, const jt_tape *tape, size_t index, bool canonical) {
    size_t end = behind(tape, index) - 1, count = 0;
    member *members = check_alloc((end - index) * sizeof *members);
    for (size_t key = index + 1; key < end; key = behind(tape, key + 1)) {
        jt_token token = tape->tokens[key];
        uint16_t *units = check_alloc(2 * token.length);
        members[count++] = (member){units, jt_copy_utf16(jt_token_text(tape, token), token.length, units), key};
    }
    qsort(members, count, sizeof *members, compare);
    append_byte(&m->out, '{');
    for (size_t i = 0; i < count; i++) {
        if (i > 0) {
            append_byte(&m->out, ',');
        }
        write_text(m, tape, members[i].key, canonical);
        append_byte(&m->out, ':');
        write_naively(m, tape, members[i].key + 1, canonical);
        free(members[i].units);
    }
    append_byte(&m->out, '}');
    free(members);
}

static void write_naively(model *m, const jt_tape *tape, size_t index, bool canonical) {
    jt_token token = tape->tokens[index];
    const uint8_t *text = jt_token_text(tape, token);
    switch (jt_token_type(token)) {
    case JT_OBJECT_START: write_object(m, tape, index, canonical); break;
    case JT_ARRAY_START:
        append_byte(&m->out, '[');
        for (size_t i = index + 1, end = behind(tape, index) - 1; i < end; i = behind(tape, i)) {
            if (i > index + 1) {
                append_byte(&m->out, ',');
            }
            write_naively(m, tape, i, canonical);
        }
        append_byte(&m->out, ']');
        break;
    case JT_STRING: write_text(m, tape, index, canonical); break;
    case JT_NUMBER:
        if (canonical) {
            char buffer[JT_NUMBER_MAX];
            char *copy = memcpy(check_alloc(token.length + 1), text, token.length);
            copy[token.length] = 0;
            append(&m->out, buffer, jt_format_f64(strtod(copy, NULL), buffer));
            free(copy);
            break;
        } /* fall through */
    default: append(&m->out, text, token.length);
    }
}

/* ---- The code itself -----------------------------------------------------------------------------------------------
 */

static sink s;

/* Writes the tape in order through buffers of a size. */
static void write_in_order(const jt_tape *tape, jt_order o, size_t capacity, const jt_writer_options *options) {
    jt_status status;
    sink_init(&s, capacity, options);
    while ((status = jt_write_ordered(&s.writer, tape, &o)) == JT_FULL) {
        CHECK_EQ_U64(jt_writer_continue(&s.writer), JT_REFUSED);
        sink_drain(&s, capacity);
    }
    CHECK_EQ_U64(status, JT_OK);
    CHECK_EQ_U64(o.index, tape->length);
    CHECK(jt_writer_done(&s.writer));
    sink_drain(&s, capacity);
}

/* The order block ends with what it needs. */
static jt_status order_of(const jt_tape *tape, jt_order *o, uint32_t **next, bool canonical) {
    *next = check_alloc(4 * tape->length);
    if (tape->length > 0) {
        CHECK_EQ_U64(jt_order_init(o, tape, *next, tape->length - 1, canonical), JT_REFUSED);
    }
    return jt_order_init(o, tape, *next, tape->length, canonical);
}

static void try_text(const char *text, size_t length, const char *sorted, const char *canonical) {
    for (int form = 0; form < 2; form++) {
        jt_tape tape = tape_of(text, length);
        const char *expected = form ? canonical : sorted;
        jt_writer_options plain = {.indent = NULL};
        static model m;
        model_init(&m, &plain, 1000);
        write_naively(&m, &tape, 0, form);
        if (expected) {
            CHECK_EQ_MEM(m.out.data, m.out.length, expected, strlen(expected));
        }
        jt_order o;
        uint32_t *next;
        if (CHECK_EQ_U64(order_of(&tape, &o, &next, form), JT_OK)) {
            for (size_t capacity = 1; capacity < 300; capacity += capacity < 40 ? 1 : 37) {
                write_in_order(&tape, o, capacity, NULL);
                CHECK_EQ_MEM(s.out.data, s.out.length, m.out.data, m.out.length);
            }
            write_in_order(&tape, o, 4096, &(jt_writer_options){.indent = "  "});
            jt_tape again = tape_of((const char *)s.out.data, s.out.length);
            CHECK_EQ_U64(again.length, tape.length);
            free(next);
            CHECK_EQ_U64(order_of(&again, &o, &next, form), JT_OK);
            write_in_order(&again, o, 4096, NULL);
            CHECK_EQ_MEM(s.out.data, s.out.length, m.out.data, m.out.length);
        }
        free(next);
    }
}

static void try_cases(void) {
    static const struct {
        const char *text, *sorted, *canonical;
    } cases[] = {
        {"1", "1", "1"},
        {"[]", "[]", "[]"},
        {"{}", "{}", "{}"},
        {"{\"b\":{\"z\":[{\"y\":1,\"x\":2}],\"a\":{}},\"a\":[1,2]}",
         "{\"a\":[1,2],\"b\":{\"a\":{},\"z\":[{\"x\":2,\"y\":1}]}}",
         "{\"a\":[1,2],\"b\":{\"a\":{},\"z\":[{\"x\":2,\"y\":1}]}}"},
        {"{\"10\":1,\"1\":2,\"\":3,\"9\":4}", "{\"\":3,\"1\":2,\"10\":1,\"9\":4}", "{\"\":3,\"1\":2,\"10\":1,\"9\":4}"},
        /* RFC 8785, section 3.2.3: carriage return, 1, U+0080, o with dots, euro, emoji, a presentation form. */
        {"{\"\\u20ac\":\"Euro Sign\",\"\\r\":\"Carriage Return\",\"\\ufb33\":\"Hebrew Letter Dalet With "
         "Dagesh\",\"1\":\"One\",\"\\ud83d\\ude00\":\"Emoji: Grinning "
         "Face\",\"\\u0080\":\"Control\",\"\\u00f6\":\"Latin "
         "Small Letter O With Diaeresis\"}",
         "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\\u0080\":\"Control\",\"\\u00f6\":\"Latin Small Letter O With "
         "Diaeresis\",\"\\u20ac\":\"Euro Sign\",\"\\ud83d\\ude00\":\"Emoji: Grinning Face\",\"\\ufb33\":\"Hebrew "
         "Letter "
         "Dalet With Dagesh\"}",
         "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\xc2\x80\":\"Control\",\"\xc3\xb6\":\"Latin Small Letter O With "
         "Diaeresis\",\"\xe2\x82\xac\":\"Euro Sign\",\"\xf0\x9f\x98\x80\":\"Emoji: Grinning "
         "Face\",\"\xef\xac\xb3\":\"Hebrew "
         "Letter Dalet With Dagesh\"}"},
        /* The same without escapes, and of both kinds. */
        {"{\"\xef\xac\xb3\":1,\"\xf0\x9f\x98\x80\":2,\"\xed\x9f\xbf\":3}",
         "{\"\xed\x9f\xbf\":3,\"\xf0\x9f\x98\x80\":2,\"\xef\xac\xb3\":1}", NULL},
        {"{\"\\ufb33\":1,\"\xf0\x9f\x98\x80\":2,\"a\\ud83d\":3,\"a\xf0\x9f\x98\x80\":4}", NULL, NULL},
        /* Section 3.2.2, and numbers of its appendix B. */
        {"{\"numbers\":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],\"string\":\"\\u20ac$"
         "\\u000F\\u000aA'"
         "\\u0042\\u0022\\u005c\\\\\\\"\\/\",\"literals\":[null,true,false]}",
         NULL,
         "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],\"string\":"
         "\"\xe2\x82\xac$"
         "\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}"},
        {"[-0,-0.0,5e-324,-1.7976931348623157e308,9007199254740993,295147905179352830000,9.999999999999997e22,1e23,"
         "1.0000000000000001e23,999999999999999700000,999999999999999900000,1e21,9.999999999999997e-7,0.000001]",
         NULL,
         "[0,0,5e-324,-1.7976931348623157e+308,9007199254740992,295147905179352830000,9.999999999999997e+22,1e+23,"
         "1.0000000000000001e+23,999999999999999700000,999999999999999900000,1e+21,9.999999999999997e-7,0.000001]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].text;
        if (strstr(text, "a\\ud83d")) { /* a lone surrogate: sorted alone, beside the pair that begins with it */
            jt_tape tape = tape_of(text, strlen(text));
            jt_order o;
            uint32_t *next;
            CHECK_EQ_U64(order_of(&tape, &o, &next, false), JT_OK);
            write_in_order(&tape, o, 4096, NULL);
            const char *expected = "{\"a\\ud83d\":3,\"a\xf0\x9f\x98\x80\":4,\"\xf0\x9f\x98\x80\":2,\"\\ufb33\":1}";
            CHECK_EQ_MEM(s.out.data, s.out.length, expected, strlen(expected));
            free(next);
        } else {
            try_text(text, strlen(text), cases[i].sorted, cases[i].canonical);
        }
    }
}

/* ---- What is refused ------------------------------------------------------------------------------------------------
 */

static void refuse(const char *text, jt_error_code code, uint64_t offset, const char *pointer, const char *sentence) {
    jt_tape tape = tape_of(text, strlen(text));
    jt_order o;
    uint32_t *next;
    char buffer[256];
    CHECK_EQ_U64(order_of(&tape, &o, &next, true), JT_INVALID);
    CHECK_EQ_U64(o.code, code);
    CHECK_EQ_U64(tape.tokens[o.index].start, offset);
    CHECK_EQ_U64(jt_tokenizer_reject(&r->t, tape.length, code), JT_REFUSED);
    CHECK_EQ_U64(jt_tokenizer_reject(&r->t, o.index, o.code), JT_INVALID);
    CHECK_EQ_U64(r->t.error.position.offset, offset);
    CHECK_EQ_U64(r->t.error.code, code);
    jt_error_pointer(&r->t, buffer, sizeof buffer);
    CHECK_EQ_STR(buffer, pointer);
    jt_error_message(&r->t, buffer, sizeof buffer);
    CHECK_EQ_STR(buffer, sentence);
    free(next);
}

static void refusals(void) {
    refuse("[{\"a\":1,\"b\":2,\"\\u0061\":3}]", JT_ERROR_DUPLICATE_KEY, 14, "/0",
           "expected a key that its object does not have yet, found \"a\" at line 1, column 15 (/0)");
    refuse("{\"z\":[\"\\ud800\"],\"a\":1e999}", JT_ERROR_LONE_SURROGATE, 6, "/z/0",
           "expected text without lone surrogates in canonical JSON, found '\"' at line 1, column 7 (/z/0)");
    refuse("{\"\\udc00x\":1}", JT_ERROR_LONE_SURROGATE, 1, "",
           "expected text without lone surrogates in canonical JSON, found '\"' at line 1, column 2");
    refuse("{\"z\":1,\n \"a\":-1e400,\"z\":2}", JT_ERROR_NUMBER_TOO_LARGE, 13, "/a",
           "expected a number within the range of doubles in canonical JSON, found '-' at line 2, column 6 (/a)");
    refuse("{\"a\":{\"x\":1,\"x\":2,\"x\":3},\"a\":1}", JT_ERROR_DUPLICATE_KEY, 12, "/a",
           "expected a key that its object does not have yet, found \"x\" at line 1, column 13 (/a)");
    refuse("[{\"\\n/~\u2028\":1,\"\\u000a/~\\u2028\":2}]", JT_ERROR_DUPLICATE_KEY, 14, "/0",
           "expected a key that its object does not have yet, found \"\\u000a/~\\u2028\" at line 1, column 13 (/0)");

    /* Tapes of anything but whole values. */
    static const uint8_t text[] = "{\"a\":[1]}";
    const jt_token good[] = {{0, 5, JT_OBJECT_START}, {1, 3, JT_KEY},       {5, 2, JT_ARRAY_START},
                             {6, 1, JT_NUMBER},       {7, 2, JT_ARRAY_END}, {8, 5, JT_OBJECT_END}};
    for (size_t at = 0; at < 6; at++) {
        for (uint32_t type = 0; type < 16; type++) {
            for (uint32_t length = 0; length < 9; length++) {
                jt_token list[6];
                uint32_t next[6];
                jt_order o;
                memcpy(list, good, sizeof list);
                list[at] = (jt_token){list[at].start, length, type};
                jt_tape tape = {.tokens = list, .length = 6, .text = text, .text_length = 9};
                jt_status status = jt_order_init(&o, &tape, next, 6, true);
                CHECK(status == JT_OK || status == JT_REFUSED);
                if (status == JT_OK) { /* then it is written, or refused by the writer, but comes to an end */
                    uint8_t buffer[256];
                    jt_writer w;
                    jt_writer_init(&w, buffer, sizeof buffer, NULL);
                    CHECK(jt_write_ordered(&w, &tape, &o) != JT_FULL);
                }
            }
        }
        jt_token list[6];
        uint32_t next[6];
        jt_order o;
        jt_tape tape = {.tokens = list, .length = 6, .text = text, .text_length = 9};
        memcpy(list, good, sizeof list);
        list[at].info |= JT_PARTIAL << 4;
        bool piece = at == 1 || at == 3;
        CHECK_EQ_U64(jt_order_init(&o, &tape, next, 6, true), piece ? JT_REFUSED : JT_OK);
        memcpy(list, good, sizeof list);
        tape.length = at;
        CHECK_EQ_U64(jt_order_init(&o, &tape, next, 6, false), at == 0 ? JT_OK : JT_REFUSED);
    }
}

/* ---- Documents ------------------------------------------------------------------------------------------------------
 */

static void random_value(bytes *text, uint64_t *seed, int depth) {
    static const char *const parts[] = {
        "a", "b", "\\u0061", "\xc3\xa9", "\\u00e9", "\xf0\x9f\x98\x80", "\\ud83d\\ude00", "\xef\xbf\xbd", "\\n", "\\/"};
    static const char *const scalars[] = {"1",    "-0",   "1.50", "12345678901234567890", "1e-9",
                                          "true", "null", "\"\"", "\"\\u000a\\/x\""};
    uint32_t kind = check_random_below(seed, depth > 0 ? 6 : 1), n = check_random_below(seed, 9);
    if (kind < 2) {
        const char *scalar = scalars[n];
        append(text, scalar, strlen(scalar));
        return;
    }
    append_byte(text, kind < 5 ? '{' : '[');
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0) {
            append(text, ", ", 2);
        }
        if (kind < 5) {
            char number[16];
            append_byte(text, '"');
            for (uint32_t k = check_random_below(seed, 4); k > 0; k--) {
                const char *part = parts[check_random_below(seed, 10)];
                append(text, part, strlen(part));
            }
            append(text, number, (size_t)sprintf(number, "%u\":", (unsigned)i)); /* no key twice */
        }
        random_value(text, seed, depth - 1);
    }
    append_byte(text, kind < 5 ? '}' : ']');
}

/* Many keys, deep nesting: neither stack nor square. */
static void large_texts(void) {
    bytes text = {NULL, 0, 0};
    uint64_t seed = 3;
    append_byte(&text, '{');
    for (int i = 0; i < 20000; i++) {
        char line[40];
        append(&text, line, (size_t)sprintf(line, "%s\"%x-%d\":%d", i ? "," : "", (unsigned)check_random(&seed), i, i));
    }
    append_byte(&text, '}');
    try_text((const char *)text.data, text.length, NULL, NULL);
    text.length = 0;
    for (int i = 0; i < 900; i++) {
        append(&text, "{\"b\":1,\"a\":", 11);
    }
    append(&text, "[]", 2);
    for (int i = 0; i < 900; i++) {
        append_byte(&text, '}');
    }
    try_text((const char *)text.data, text.length, NULL, NULL);
    free(text.data);
}

static void public_vectors(const char *corpus) {
    char *names[FOLDER_MAX], path[4096];
    size_t count = corpus ? folder_names(corpus, "jcs/input", ".json", names) : 0;
    for (size_t i = 0; i < count; i++) {
        size_t length, expected_length;
        snprintf(path, sizeof path, "%s/jcs/input/%s", corpus, names[i]);
        uint8_t *text = check_read_file(path, &length);
        snprintf(path, sizeof path, "%s/jcs/output/%s", corpus, names[i]);
        uint8_t *expected = check_read_file(path, &expected_length);
        if (CHECK(expected_length > 0)) {
            char *copy = memcpy(check_alloc(expected_length + 1), expected, expected_length);
            copy[expected_length] = 0;
            try_text((const char *)text, length, NULL, copy);
            free(copy);
        }
        free(text);
        free(expected);
        free(names[i]);
    }
    printf("order: %zu public vectors of RFC 8785%s\n", count, count ? "" : " (no corpus)");
}

int main(int argc, char **argv) {
    r = reading_new(0);
    try_cases();
    refusals();
    public_vectors(check_corpus(argc, argv));
    large_texts();
    uint64_t seed = 11;
    for (int i = 0; i < 1500; i++) {
        bytes text = {NULL, 0, 0};
        random_value(&text, &seed, 1 + i % 5);
        try_text((const char *)text.data, text.length, NULL, NULL);
        free(text.data);
    }
    reading_free(r);
    free(s.out.data);
    return check_report("order");
}
