/* What a reader says of its current token, and the same of spans: text, numbers, places in tables of keys; and JSON
 * Pointers looked up on a tape. */
#include "pulling.h"

/* ---- Text ---- */

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

/* ---- Numbers ---- */

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
    check_float("1.3611295488703523e39", 0x7f800000);
    check_float("1361129548813392268460180125516077989888", 0x7f800000);
    check_float("1361129548813392268460180125516077989889", 0x7f800000);
    check_float("1361129548813392268460180125516077989887", 0x7f800000);
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
        {"/a/4294967296", UINT64_MAX},
        {"/a/18446744073709551616", UINT64_MAX},
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

int main(void) {
    check_strings();
    check_integers();
    check_floats();
    check_key_maps();
    check_find();
    return check_report("reader values");
}
