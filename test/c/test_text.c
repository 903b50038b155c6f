/* What is read of a text and a tape afterwards: positions, unescaped strings, pointers of tokens. */
#include "check.h"

#include "generate.h"

/* ---- Positions ---- */

static bool check_position(jt_position a, jt_position b, const uint8_t *text, size_t length) {
    bool good = a.offset == b.offset && a.line == b.line && a.column == b.column && a.byte_column == b.byte_column;
    if (check_note(good, __FILE__, __LINE__, "jt_locate")) {
        fprintf(stderr,
                "    offset %" PRIu64 " line %" PRIu64 " column %" PRIu64 " byteColumn %" PRIu64 ", oracle %" PRIu64
                " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
                a.offset, a.line, a.column, a.byte_column, b.offset, b.line, b.column, b.byte_column);
        check_print_bytes("text", text, length);
    }
    return good;
}

static void check_locate(const uint8_t *text, size_t length) {
    for (size_t offset = 0; offset <= length; offset++) {
        jt_position whole = jt_locate(text, NULL, offset);
        check_position(whole, oracle_locate(text, offset), text, length);
    }
}

static void test_locate(void) {
    static const uint8_t alphabet[] = {'a', '\n', '\r', 0x00, 0xc2, 0xe2, 0xf0, 0x9f, 0xa0, 0xff};
    const uint32_t letters = sizeof alphabet;
    check_guard guard = check_guard_new(4096);
    for (uint32_t length = 0; length <= 5; length++) {
        uint32_t texts = 1;
        for (uint32_t i = 0; i < length; i++) {
            texts *= letters;
        }
        uint8_t *text = check_guard_end(&guard, length);
        for (uint32_t n = 0; n < texts; n++) {
            uint32_t left = n;
            for (uint32_t i = 0; i < length; i++) {
                text[i] = alphabet[left % letters];
                left /= letters;
            }
            jt_position at = jt_locate(text, NULL, length);
            check_position(at, oracle_locate(text, length), text, length);
        }
    }
    /* Longer ones, every offset, at both ends of what may be read; and in two steps from every place between,
     * inside a character too. */
    static const char *const units[] = {
        "a", "bcdefgh", "\n", "\r\n", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "        ", "\n\n\n"};
    uint64_t random = 3;
    for (int round = 0; round < 60; round++) {
        static uint8_t bytes[400];
        size_t length = 0;
        while (length < 300) {
            const char *unit = units[check_random_below(&random, round % 2 ? 9 : 7)];
            memcpy(bytes + length, unit, strlen(unit));
            length += strlen(unit);
        }
        uint8_t *end = check_guard_end(&guard, length);
        memcpy(guard.start, bytes, length);
        check_locate(guard.start, length);
        memcpy(end, bytes, length);
        check_locate(end, length);
        for (size_t first = 0; first <= length; first++) {
            jt_position from = jt_locate(end, NULL, first);
            size_t second = first + check_random_below(&random, (uint32_t)(length - first) + 1);
            check_position(jt_locate(end + first, &from, second), oracle_locate(end, second), end, length);
            /* Offsets count from the start of the stream, wherever that is. */
            from.offset += (uint64_t)1 << 40;
            jt_position far = jt_locate(end + first, &from, second + ((uint64_t)1 << 40)),
                        near = oracle_locate(end, second);
            near.offset += (uint64_t)1 << 40;
            check_position(far, near, end, length);
        }
    }
    check_guard_free(&guard);
}

/* Long texts, well-formed, ill-formed here and there, and of any bytes, by every instruction set. */
static void test_locate_by_vectors(void) {
    static const char *const units[] = {"plain text of a line",
                                        "\n",
                                        "\xc3\xa9",
                                        "\xe2\x82\xac",
                                        "\xf0\x9f\x98\x80",
                                        "x",
                                        "\xf4",
                                        "\x80",
                                        "\xc1",
                                        "\xf5\x80",
                                        "\xe0\x80\x80",
                                        "\xf8"};
    enum { LENGTH = 20000, WELL_FORMED = 6 };
    check_guard guard = check_guard_new(LENGTH);
    uint64_t random = 11;
    for (jt_isa isa = JT_ISA_SCALAR; isa <= JT_ISA_AVX512; isa++) {
        if (jt_set_isa(isa) != JT_OK) {
            continue;
        }
        for (int round = 0; round < 40; round++) {
            static uint8_t bytes[LENGTH + 32];
            uint32_t wrong = round % 4 == 1 ? 500 : 8; /* one unit of so many is ill-formed */
            uint32_t first_unit = round % 8 < 4 ? 0 : 2;
            for (size_t length = 0; length < LENGTH;) {
                bool good = round % 4 == 0 || check_random_below(&random, wrong) > 0;
                const char *unit = good ? units[first_unit + check_random_below(&random, WELL_FORMED - first_unit)]
                                        : units[WELL_FORMED + check_random_below(&random, 6)];
                if (round % 4 == 3 && check_random_below(&random, 200)) {
                    unit = round % 8 == 3 ? "\xf0\x9f\x98\x80" : "\xe2\x82\xac"; /* rows of them */
                }
                memcpy(bytes + length, unit, strlen(unit));
                length += strlen(unit);
            }
            uint8_t *text = check_guard_end(&guard, LENGTH);
            memcpy(text, bytes, LENGTH);
            for (int i = 0; i < 30; i++) {
                size_t length = check_random_below(&random, i % 2 ? LENGTH : 600) + 1;
                size_t from = LENGTH - length;
                check_position(jt_locate(text + from, NULL, length), oracle_locate(text + from, length), text + from,
                               length < 200 ? length : 200);
            }
        }
    }
    jt_set_isa(JT_ISA_AUTO);
    check_guard_free(&guard);
}

/* ---- Strings ---- */

typedef struct units {
    uint8_t utf8[4096];
    size_t utf8_length;
    uint16_t utf16[4096];
    size_t utf16_length;
} units;

static void add_code(void *to, uint32_t code) {
    units *u = to;
    if (code >= 0x10000) {
        u->utf16[u->utf16_length++] = (uint16_t)(0xd800 + ((code - 0x10000) >> 10));
        u->utf16[u->utf16_length++] = (uint16_t)(0xdc00 + ((code - 0x10000) & 0x3ff));
    } else {
        u->utf16[u->utf16_length++] = (uint16_t)code;
    }
    if (code >= 0xd800 && code <= 0xdfff) {
        code = 0xfffd;
    }
    uint8_t *p = u->utf8 + u->utf8_length;
    if (code < 0x80) {
        *p++ = (uint8_t)code;
    } else if (code < 0x800) {
        *p++ = (uint8_t)(0xc0 | code >> 6);
        *p++ = (uint8_t)(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        *p++ = (uint8_t)(0xe0 | code >> 12);
        *p++ = (uint8_t)(0x80 | (code >> 6 & 0x3f));
        *p++ = (uint8_t)(0x80 | (code & 0x3f));
    } else {
        *p++ = (uint8_t)(0xf0 | code >> 18);
        *p++ = (uint8_t)(0x80 | (code >> 12 & 0x3f));
        *p++ = (uint8_t)(0x80 | (code >> 6 & 0x3f));
        *p++ = (uint8_t)(0x80 | (code & 0x3f));
    }
    u->utf8_length = (size_t)(p - u->utf8);
}

/* A string's span against both guard pages; the target has room for the span's length and not a byte more. */
static void check_string(const check_guard *source, const check_guard *target, const void *span, size_t length) {
    static units expected;
    expected.utf8_length = expected.utf16_length = 0;
    oracle_unescape(span, length, add_code, &expected);
    uint8_t *at = check_guard_end(source, length);
    memcpy(at, span, length);
    uint8_t *utf8 = check_guard_end(target, length);
    size_t used = jt_copy_utf8(at, length, utf8);
    CHECK_EQ_MEM(utf8, used, expected.utf8, expected.utf8_length);
    uint16_t *utf16 = (uint16_t *)(void *)check_guard_end(target, length * 2);
    used = jt_copy_utf16(at, length, utf16);
    CHECK_EQ_MEM(utf16, used * 2, expected.utf16, expected.utf16_length * 2);
    memcpy(source->start, span, length);
    used = jt_copy_utf8(source->start, length, target->start);
    CHECK_EQ_MEM(target->start, used, expected.utf8, expected.utf8_length);
}

static void test_copies(void) {
    static const char *const pieces[] = {
        "a",
        "\\\"",
        "\\\\",
        "\\/",
        "\\b",
        "\\f",
        "\\n",
        "\\r",
        "\\t",
        "\\u0000",
        "\\u007F",
        "\\u00e9",
        "\\u20AC",
        "\\uFFFF",
        "\\ud834\\udd1e",
        "\\uDBFF\\uDFFF",
        "\\ud800",
        "\\uDC00",
        "\\udbff",
        "\xc3\xa9",
        "\xe2\x82\xac",
        "\xf0\x9f\x98\x80",
        "\xf4\x8f\xbf\xbf",
        "\x7f",
        "abcdefghijklmnopqrstuvwxyz0123456789",
    };
    const size_t count = sizeof pieces / sizeof pieces[0];
    check_guard source = check_guard_new(8192), target = check_guard_new(16384);
    char span[4096];
    check_string(&source, &target, "\"\"", 2);
    for (size_t i = 0; i < count * count * count; i++) {
        int length = snprintf(span, sizeof span, "\"%s%s%s\"", pieces[i % count], pieces[i / count % count],
                              pieces[i / count / count]);
        check_string(&source, &target, span, (size_t)length);
    }
    /* Every position of every piece among plain bytes. */
    for (size_t before = 0; before <= 70; before++) {
        for (size_t i = 0; i < count; i++) {
            for (size_t after = 0; after <= 70; after += 7) {
                size_t used = 0, size = strlen(pieces[i]);
                span[used++] = '"';
                memset(span + used, 'x', before);
                memcpy(span + used + before, pieces[i], size);
                memset(span + used + before + size, 'y', after);
                used += before + size + after;
                span[used++] = '"';
                check_string(&source, &target, span, used);
            }
        }
    }
    uint64_t random = 11;
    static scratch x;
    for (int i = 0; i < 20000; i++) {
        x.length = 0;
        generate_string(&random, &x, false);
        if (x.length < 4000) {
            check_string(&source, &target, x.bytes, x.length);
        }
    }
    check_guard_free(&source);
    check_guard_free(&target);
}

/* ---- Pointers of tokens ---- */

/* The pointer of a token by going through all tokens before it. */
static void find_pointer(oracle *o, const jt_tape *tape, size_t index) {
    o->text = tape->text;
    o->depth = 0;
    for (size_t i = 0;; i++) {
        jt_token token = tape->tokens[i];
        jt_type type = jt_token_type(token);
        bool closes = type == JT_OBJECT_END || type == JT_ARRAY_END;
        if (closes) {
            o->depth--;
        } else if (type == JT_KEY) {
            oracle_level *level = &o->levels[o->depth - 1];
            level->has_key = true;
            level->key_start = token.start;
            level->key_length = token.length;
        } else if (o->depth && !o->levels[o->depth - 1].object) {
            o->levels[o->depth - 1].element++;
        }
        if (i == index) {
            break;
        }
        if (type == JT_OBJECT_START || type == JT_ARRAY_START) {
            o->levels = oracle_room(o->levels, o->depth, &o->levels_size, sizeof(oracle_level));
            o->levels[o->depth++] = (oracle_level){.object = type == JT_OBJECT_START, .element = UINT64_MAX};
        }
    }
    oracle_make_pointer(o);
}

static void check_pointers(reading *r, oracle *o, const uint8_t *json, size_t length, size_t step) {
    char pointer[1024], cut[1024];
    if (!CHECK_EQ_U64(reading_run(r, json, length, 0), JT_OK)) {
        return;
    }
    jt_tape tape = jt_tokenizer_tape(&r->t);
    for (size_t i = 0; i < tape.length; i += step) {
        find_pointer(o, &tape, i);
        size_t used = jt_tape_pointer(&tape, i, pointer, sizeof pointer);
        if (!CHECK(used < sizeof pointer)) {
            continue;
        }
        CHECK_EQ_MEM(pointer, used, o->pointer, o->pointer_length);
        CHECK_EQ_U64(pointer[used], '\0');
        size_t capacity = i % (used + 2);
        memset(cut, 0x55, sizeof cut);
        CHECK_EQ_U64(jt_tape_pointer(&tape, i, cut, capacity), used);
        size_t kept = check_cut(pointer, used, capacity);
        CHECK_EQ_MEM(cut, kept, pointer, kept);
        CHECK(capacity == 0 || cut[kept] == '\0');
        CHECK_EQ_U64((uint8_t)cut[capacity], 0x55);
    }
}

static void test_pointers(void) {
    static const struct {
        const char *json;
        size_t index;
        const char *pointer;
    } cases[] = {
        {"1", 0, ""},
        {"[]", 0, ""},
        {"[]", 1, ""},
        {"[1,2]", 1, "/0"},
        {"[1,2]", 2, "/1"},
        {"[1,2]", 3, ""},
        {"{\"a\":1}", 1, "/a"},
        {"{\"a\":1}", 2, "/a"},
        {"{\"a\":1}", 3, ""},
        {"{\"a\":[{\"b\":[]}]}", 2, "/a"},
        {"{\"a\":[{\"b\":[]}]}", 3, "/a/0"},
        {"{\"a\":[{\"b\":[]}]}", 4, "/a/0/b"},
        {"{\"a\":[{\"b\":[]}]}", 6, "/a/0/b"},
        {"{\"a\":[{\"b\":[]}]}", 7, "/a/0"},
        {"{\"a\":[{\"b\":[]}]}", 8, "/a"},
        {"{\"\":{\"~/\":0}}", 4, "//~0~1"},
        {"[[],[[]],{\"k\":{}},null]", 10, "/2/k"},
        {"[[],[[]],{\"k\":{}},null]", 12, "/3"},
    };
    char pointer[64];
    reading *r = reading_new(0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_EQ_U64(reading_run(r, (const uint8_t *)cases[i].json, strlen(cases[i].json), 0), JT_OK);
        jt_tape tape = jt_tokenizer_tape(&r->t);
        jt_tape_pointer(&tape, cases[i].index, pointer, sizeof pointer);
        if (!CHECK_EQ_STR(pointer, cases[i].pointer)) {
            fprintf(stderr, "    token %zu of %s\n", cases[i].index, cases[i].json);
        }
    }
    static scratch x;
    uint64_t random = 5;
    oracle *o = oracle_new();
    for (int i = 0; i < 300; i++) {
        generate_document(&random, &x, 1 + check_random_below(&random, 1500));
        check_pointers(r, o, x.bytes, x.length, 1);
    }
    generate_document(&random, &x, 60000);
    check_pointers(r, o, x.bytes, x.length, 97);
    oracle_free(o);
    reading_free(r);
}

int main(void) {
    test_locate();
    test_locate_by_vectors();
    test_copies();
    test_pointers();
    return check_report("text");
}
