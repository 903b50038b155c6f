/* The tokenizer against the oracle, exhaustively for short things: every position of special bytes in strings,
 * whitespace, numbers and literals of 0 to 3 vectors, every short text of the grammar's bytes, UTF-8 across every
 * boundary. Each case stands in a document so that by chance it is read in the hot loop, over the border of the tail,
 * or in the tail, and each lies by chance against a guard page. `--count N` repeats all with other chances. */
#include "check.h"

#include "reading.h"

#define MOST 100 /* three vectors of 32 bytes and some */

static uint32_t chance(bench *b, uint32_t limit) {
    return check_random_below(&b->random, limit);
}

/* The documents that cases stand in. A value case is put in one of the first four, a key case in the others. */
static const char *const frames[][2] = {
    {"", ""}, {"[", "]"}, {"[1,", ",2]"}, {"{\"k\":", "}"}, {"{", ":1}"}, {"{\"k\":null,", ": [],\"k\":2}"},
};
#define VALUE_FRAMES 4

/* Runs a case (a value, or a string also as a key) in a frame, with so much whitespace before and behind that every
 * place relative to the tail's border occurs. */
static void run_framed(bench *b, const void *bytes, size_t length, bool string) {
    static scratch x;
    uint32_t frame = chance(b, string ? sizeof frames / sizeof frames[0] : VALUE_FRAMES);
    x.length = 0;
    if (chance(b, 2)) {
        text_fill(&x, "\n \t "[chance(b, 4)], chance(b, 80));
    }
    text_puts(&x, frames[frame][0]);
    text_add(&x, bytes, length);
    text_puts(&x, frames[frame][1]);
    if (chance(b, 4)) {
        text_fill(&x, ' ', chance(b, 200));
    }
    bench_run(b, x.bytes, x.length);
}

/* ---- Strings ---- */

static void test_strings(bench *b) {
    static const char *const specials[] = {
        "\"",
        "\\",
        "\\\"",
        "\\\\",
        "\\/",
        "\\n",
        "\\x",
        "\\u",
        "\\u0",
        "\\u00e9",
        "\\uD834\\uDD1E",
        "\\ud800",
        "\\uDC00",
        "\\u12",
        "\\u12G4",
        "\\u123/",
        "\\u@123",
        "\\u00:0",
        "\x01",
        "\x1f",
        "\x09",
        "\x0a",
        "\x7f",
        "\xc2\xa9",
        "\xe2\x82\xac",
        "\xf0\x9f\x98\x80",
        "\xed\xa0\x80",
        "\xc0\x80",
        "\xf5\x80\x80\x80",
        "\x80",
        "\xe2\x82",
        "\xff",
        "\xf4\x90\x80\x80",
        "\xe0\x9f\xbf",
        "\xf0\x8f\xbf\xbf",
        "\xef\xbb\xbf",
        " ",
        "'",
    };
    static scratch x;
    for (size_t length = 0; length <= MOST; length++) {
        for (size_t at = 0; at <= length; at++) {
            for (size_t s = 0; s <= sizeof specials / sizeof specials[0]; s++) {
                x.length = 0;
                text_puts(&x, "\"");
                text_fill(&x, 'a', at);
                if (s < sizeof specials / sizeof specials[0]) {
                    text_puts(&x, specials[s]);
                } else {
                    text_add(&x, "", 1); /* a NUL */
                }
                text_fill(&x, 'b', length - at);
                if (chance(b, 16)) { /* else the string has no end */
                    text_puts(&x, "\"");
                }
                run_framed(b, x.bytes, x.length, true);
            }
        }
    }
}

/* Two specials in one string, at any distance, behind ASCII or not: escapes and sequences that follow each other over
 * borders. */
static void test_string_pairs(bench *b) {
    static const char *const specials[] = {
        "\\n", "\\\"", "\\\\", "\\u00e9", "\xc2\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xe2", "\x80"};
    const size_t count = sizeof specials / sizeof specials[0];
    static scratch x;
    for (size_t first = 0; first <= 70; first++) {
        for (size_t gap = 0; gap <= 40; gap += gap < 4 ? 1 : 3) {
            for (size_t s = 0; s < count * count; s++) {
                x.length = 0;
                text_puts(&x, chance(b, 2) ? "\"" : "\"\xc3\xa9");
                text_fill(&x, 'a', first);
                text_puts(&x, specials[s % count]);
                text_fill(&x, 'b', gap);
                text_puts(&x, specials[s / count]);
                text_fill(&x, 'c', chance(b, 4) ? 0 : chance(b, 100));
                text_puts(&x, "\"");
                run_framed(b, x.bytes, x.length, true);
            }
        }
    }
}

/* ---- UTF-8 ---- */

static void test_utf8(bench *b) {
    static const uint8_t follow[] = {0x00, 0x22, 0x5c, 0x61, 0x7f, 0x80, 0x8f,
                                     0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xe1, 0xff};
    const size_t follows = sizeof follow;
    static scratch x;
    /* Every two bytes. */
    for (uint32_t pair = 0; pair < 65536; pair++) {
        uint8_t two[2] = {(uint8_t)(pair >> 8), (uint8_t)pair};
        if (two[0] < 0x80 && two[1] < 0x80) {
            continue;
        }
        x.length = 0;
        text_puts(&x, "\"");
        text_fill(&x, 'a', chance(b, 70));
        text_add(&x, two, 2);
        text_fill(&x, 'b', chance(b, 40));
        text_puts(&x, "\"");
        run_framed(b, x.bytes, x.length, true);
    }
    /* Every first byte before the bytes that decide, at the borders of vectors. */
    for (uint32_t first = 0xc0; first <= 0xff; first++) {
        for (size_t rest = 0; rest < follows * follows * follows; rest++) {
            uint8_t four[4] = {(uint8_t)first, follow[rest % follows], follow[rest / follows % follows],
                               follow[rest / follows / follows]};
            x.length = 0;
            text_puts(&x, "\"");
            text_fill(&x, 'a', 24 + chance(b, 48));
            if (chance(b, 4) == 0) {
                text_puts(&x, "\xd0\x96");
            }
            text_add(&x, four, 4);
            text_fill(&x, 'b', chance(b, 3) ? 1 : chance(b, 40));
            text_puts(&x, "\"");
            run_framed(b, x.bytes, x.length, true);
        }
    }
    /* Well-formed text of every size around the borders, whole and cut. */
    static const char *const units[] = {"\xd0\x96", "\xe6\xbc\xa2", "\xf0\x9f\x98\x80", "a\xc3\xa9"};
    for (size_t unit = 0; unit < 4; unit++) {
        for (size_t before = 0; before < 64; before++) {
            for (size_t count = 1; count < 40; count++) {
                x.length = 0;
                text_puts(&x, "\"");
                text_fill(&x, 'a', before);
                for (size_t i = 0; i < count; i++) {
                    text_puts(&x, units[unit]);
                }
                x.length -= chance(b, 8) ? 0 : 1;
                text_puts(&x, chance(b, 8) ? "\"" : "");
                run_framed(b, x.bytes, x.length, true);
            }
        }
    }
}

/* ---- Whitespace ---- */

static void add_whitespace(bench *b, scratch *x, uint32_t kind, size_t count) {
    for (size_t i = 0; i < count; i++) {
        static const char mixed[] = " \t\n\r";
        char byte = kind == 0   ? ' '
                    : kind == 1 ? (i == 0 ? '\n' : ' ')
                    : kind == 2 ? (i == 0   ? '\r'
                                   : i == 1 ? '\n'
                                            : '\t')
                    : kind == 3 ? '\n'
                                : mixed[chance(b, 4)];
        text_add(x, &byte, 1);
    }
}

static void test_whitespace(bench *b) {
    /* '~' stands for the run. */
    static const char *const places[] = {
        "~1",
        "~[]",
        "[~1]",
        "[~]",
        "[1~,2]",
        "[1,~2]",
        "[1~]",
        "{~}",
        "{~\"a\":1}",
        "{\"a\"~:1}",
        "{\"a\":~1}",
        "{\"a\":1~,\"b\":2}",
        "{\"a\":1,~\"b\":2}",
        "{\"a\":1~}",
        "1~",
        "[]~",
        "\"a\"~",
        "[[1]~,{}~]",
        "[tru~e]",
        "~",
    };
    static const char *const odd[] = {"",     "\x0b",     "\x0c",         "\x1f",     "!",   "\xa0",
                                      "\x85", "\xc2\xa0", "\xef\xbb\xbf", "\xef\xbb", "\x80"};
    static scratch x;
    for (size_t count = 0; count <= MOST; count++) {
        for (size_t place = 0; place < sizeof places / sizeof places[0]; place++) {
            for (uint32_t kind = 0; kind < 5; kind++) {
                for (size_t o = 0; o <= sizeof odd / sizeof odd[0]; o++) {
                    size_t first = chance(b, (uint32_t)count + 1);
                    x.length = 0;
                    for (const char *p = places[place]; *p; p++) {
                        if (*p != '~') {
                            text_add(&x, p, 1);
                            continue;
                        }
                        add_whitespace(b, &x, kind, first);
                        if (o < sizeof odd / sizeof odd[0]) {
                            text_puts(&x, odd[o]);
                        } else {
                            text_add(&x, "", 1);
                        }
                        add_whitespace(b, &x, kind, count - first);
                    }
                    if (chance(b, 4) == 0) {
                        text_fill(&x, ' ', chance(b, 200));
                    }
                    bench_run(b, x.bytes, x.length);
                }
            }
        }
    }
    /* Runs of every two lengths, as indented text has them: what a predicted length may get wrong. */
    for (size_t first = 0; first <= 40; first++) {
        for (size_t second = 0; second <= 40; second++) {
            x.length = 0;
            text_puts(&x, "[");
            for (int i = 0; i < 6; i++) {
                size_t run = i % 3 == 2 ? second : first;
                text_puts(&x, i ? ",{" : "{");
                add_whitespace(b, &x, 1, run + 2);
                text_puts(&x, "\"a\": 1,");
                add_whitespace(b, &x, 1, run + 2);
                text_puts(&x, "\"b\": []");
                add_whitespace(b, &x, 1, run);
                text_puts(&x, "}");
            }
            text_puts(&x, "]");
            bench_run(b, x.bytes, x.length);
        }
    }
}

/* ---- Numbers and literals ---- */

static void test_numbers(bench *b) {
    static const char *const odd[] = {"",  ".",  "e",  "E",  "-",    "+",    ":", "/",
                                      "x", ".e", "e+", "E-", ".0e-", "\xff", " ", ","};
    static const char *const starts[] = {"", "-", "0", "-0", "0.", "1.", "-1.", "1e", "1E+", "1e-", "1.5e", "--", "+"};
    static scratch x;
    for (size_t length = 0; length <= MOST; length++) {
        for (size_t start = 0; start < sizeof starts / sizeof starts[0]; start++) {
            for (size_t at = 0; at <= length; at++) {
                size_t o = chance(b, sizeof odd / sizeof odd[0] + 1);
                x.length = 0;
                text_puts(&x, starts[start]);
                text_fill(&x, (uint8_t)('0' + chance(b, 10)), at);
                if (o < sizeof odd / sizeof odd[0]) {
                    text_puts(&x, odd[o]);
                } else {
                    text_add(&x, "", 1);
                }
                text_fill(&x, (uint8_t)('0' + chance(b, 10)), length - at);
                run_framed(b, x.bytes, x.length, false);
            }
        }
    }
    /* Every byte at every place of a few numbers. */
    static const char *const numbers[] = {
        "0", "7", "42", "-1", "123", "1.5", "-0.25", "1e5", "1E+05", "-12.34e-56", "1234567890123456"};
    for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++) {
        for (size_t at = 0; at <= strlen(numbers[n]); at++) {
            for (uint32_t byte = 0; byte < 512; byte++) {
                x.length = 0;
                text_add(&x, numbers[n], at);
                uint8_t put = (uint8_t)byte;
                text_add(&x, &put, 1);
                if (numbers[n][at]) { /* put in place of a byte, or before it */
                    text_puts(&x, numbers[n] + at + (byte < 256));
                }
                run_framed(b, x.bytes, x.length, false);
            }
        }
    }
}

static void test_literals(bench *b) {
    static const char *const words[] = {"true", "false", "null"};
    static scratch x;
    for (size_t w = 0; w < 3; w++) {
        for (size_t at = 0; at <= strlen(words[w]); at++) {
            for (uint32_t byte = 0; byte < 256; byte++) {
                uint8_t put = (uint8_t)byte;
                x.length = 0;
                text_add(&x, words[w], at);
                text_add(&x, &put, 1);
                if (words[w][at]) {
                    text_puts(&x, words[w] + at + 1);
                }
                run_framed(b, x.bytes, x.length, false);
            }
            run_framed(b, words[w], at, false);
            /* Cut by the end of the text, whatever is around it. */
            bench_run(b, words[w], at);
        }
    }
}

/* ---- Every short text ---- */

static void test_short_texts(bench *b) {
    static const char alphabet[] = "[]{},:\"a1-.e\\u t";
    const uint32_t letters = sizeof alphabet - 1;
    static scratch x;
    for (uint32_t length = 0; length <= 5; length++) {
        uint32_t texts = 1;
        for (uint32_t i = 0; i < length; i++) {
            texts *= letters;
        }
        for (uint32_t n = 0; n < texts; n++) {
            uint32_t left = n;
            x.length = 0;
            /* One in four is read in the hot loop, far from the end. */
            bool long_text = chance(b, 4) == 0;
            if (long_text) {
                text_puts(&x, "[{\"a\":1},");
            }
            for (uint32_t i = 0; i < length; i++) {
                text_add(&x, &alphabet[left % letters], 1);
                left /= letters;
            }
            if (long_text) {
                text_puts(&x, "]");
                text_fill(&x, ' ', 200);
            }
            bench_run(b, x.bytes, x.length);
        }
    }
    /* Every byte and every two bytes. */
    for (uint32_t n = 0; n < 65536 + 256; n++) {
        uint8_t two[2] = {(uint8_t)n, (uint8_t)(n >> 8)};
        bench_run(b, two, n < 65536 ? 2 : 1);
    }
}

/* ---- Byte order marks ---- */

static void test_marks(bench *b) {
    static const char *const texts[] = {
        "\xef\xbb\xbf{}",
        "\xef\xbb\xbf",
        "\xef\xbb\xbf \n",
        "\xef\xbb",
        "\xef",
        "\xef\xbb ",
        "\xef 1",
        "\xef\xbb{}",
        "\xef\xbb\xbf\xef\xbb\xbf{}",
        " \xef\xbb\xbf{}",
        "[\xef\xbb\xbf"
        "1]",
        "[1]\xef\xbb\xbf",
        "[1\xef\xbb\xbf]",
        "[1,\xef\xbb\xbf"
        "2]",
        "{\xef\xbb\xbf}",
        "{\"a\"\xef\xbb\xbf:1}",
        "{\"a\":\xef\xbb\xbf"
        "1}",
        "{\"a\":1\xef\xbb\xbf}",
        "{\"a\":1,\xef\xbb\xbf\"b\":2}",
        "[\xef\xbb]",
        "[\xef",
        "[\xef\xbb",
        "\xef\xbb\xbf[1,]",
        "\xef\xbb\xbf\n[1 2]",
        "\xef\xbb\xbf\"\xef\xbb\xbf\"",
        "tru\xef\xbb\xbf",
        "-\xef\xbb\xbf",
        "1\xef\xbb\xbf",
        "\xef\xbb\xbf\xef",
        "\xef\xbb\xbe{}",
        "\xfe\xff",
        "\xff\xfe[\x01",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        static scratch x;
        for (int tail = 0; tail < 2; tail++) {
            x.length = 0;
            text_puts(&x, texts[i]);
            text_fill(&x, ' ', tail ? 200 : 0);
            bench_run(b, x.bytes, x.length);
        }
    }
}

/* ---- Guard pages ---- */

/* A document of each length 0 to 300, good and cut, against the page behind and after the page before. */
static void test_guards(bench *b) {
    static const char *const pieces[] = {"1,", "\"abcdefghijklmnopqrstuvwxyz\",", "{\"key\":[true,null]},", "-1.5e3,  ",
                                         "\"\\u00e9\xc3\xa9\","};
    static scratch x;
    for (size_t length = 0; length <= 300; length++) {
        for (int kind = 0; kind < 8; kind++) {
            x.length = 0;
            text_puts(&x, "[");
            while (x.length < length) {
                text_puts(&x, pieces[kind < 5 ? (uint32_t)kind : chance(b, 5)]);
            }
            x.length = length;
            if (length >= 2 && kind & 1) {
                x.bytes[length - 1] = ']';
            }
            bench_put(b, x.bytes, length, 0);
            bench_put(b, x.bytes, length, SIZE_MAX);
        }
    }
}

int main(int argc, char **argv) {
    const char *count = check_argument(argc, argv, "--count");
    unsigned long rounds = count ? strtoul(count, NULL, 10) : 1;
    static bench b;
    bench_init(&b, 4096);
    for (unsigned long round = 0; round < rounds; round++) {
        test_short_texts(&b);
        test_strings(&b);
        test_string_pairs(&b);
        test_utf8(&b);
        test_whitespace(&b);
        test_numbers(&b);
        test_literals(&b);
        test_marks(&b);
        test_guards(&b);
    }
    bench_free(&b);
    printf("%" PRIu64 " texts, %" PRIu64 " valid; %" PRIu64 " cases\n", b.texts, b.valid, b.cases);
    return check_report("tokenize");
}
