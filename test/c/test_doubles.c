/* The doubles of a tape's numbers: on each instruction set, for each cut and block size, they are bit for bit what
 * jt_read_f64 makes of each number token, and of pieces NaN. `--corpus DIR`: real documents too. */
#include "generate.h"

static uint64_t compared;

/* The doubles of the current tape against its tokens. `cut`: the token before the tape was a piece. Returns whether the
 * last one is. */
static bool compare(const jt_tokenizer *t, bool cut) {
    jt_tape tape = jt_tokenizer_tape(t);
    size_t n = 0;
    for (size_t i = 0; i < tape.length; i++) {
        jt_token token = tape.tokens[i];
        bool piece = (jt_token_flags(token) & JT_PARTIAL) != 0;
        if (jt_token_type(token) == JT_NUMBER) {
            if (!CHECK(n < tape.number_count)) {
                return piece;
            }
            double got = tape.numbers[n++];
            compared++;
            if (piece || cut) {
                CHECK(got != got);
            } else {
                double wanted = jt_read_f64(jt_token_text(&tape, token), token.length);
                CHECK_EQ_MEM(&got, sizeof got, &wanted, sizeof wanted);
            }
        }
        cut = piece;
    }
    CHECK_EQ_U64(n, tape.number_count);
    return cut;
}

/* Feeds a text in chunks of `chunk` bytes (0: whole), each from memory of its own without anything behind it; blocks
 * grow by what is asked for, the numbers' by one at a time where `tight`. */
static jt_status run(const uint8_t *text, size_t length, size_t chunk, const jt_options *options, bool tight) {
    reading *r = reading_new(0);
    jt_options with = *options;
    with.numbers = true;
    jt_tokenizer_reset(&r->t, &with);
    bool cut = false, last;
    jt_status status;
    size_t at = 0;
    uint8_t *copy = NULL;
    do {
        size_t part = chunk && length - at > chunk ? chunk : length - at;
        last = at + part == length;
        uint8_t *moved = check_alloc(part + !part);
        if (part) {
            memcpy(moved, text + at, part);
        }
        free(copy);
        copy = moved;
        while ((status = jt_feed(&r->t, copy, part, last)) != JT_OK) {
            if (status == JT_NEED_MEMORY) {
                jt_block need = r->t.need;
                if (!CHECK(need < JT_BLOCKS) || !CHECK(r->t.wanted > r->size[need])) {
                    check_fatal("asked for memory that it has", "jt_feed");
                }
                bool one = tight && need == JT_BLOCK_NUMBERS;
                reading_set_block(r, need, one ? r->size[need] + sizeof(double) : r->t.wanted);
                continue;
            }
            cut = compare(&r->t, cut);
            if (!options->skip_bad_lines) {
                break;
            }
            cut = false;
        }
        if (status == JT_OK) {
            cut = compare(&r->t, cut);
        }
        at += part;
    } while (status == JT_OK && !last);
    free(copy);
    reading_free(r);
    return status;
}

static void run_everywhere(const jt_isa *isas, size_t count, const uint8_t *text, size_t length, const jt_options *o) {
    static const size_t chunks[] = {0, 1, 3, 64, 1000};
    for (size_t i = 0; i < count; i++) {
        CHECK_EQ_U64(jt_set_isa(isas[i]), JT_OK);
        jt_status whole = run(text, length, 0, o, true);
        for (size_t c = 0; c < sizeof chunks / sizeof chunks[0]; c++) {
            CHECK_EQ_U64(run(text, length, chunks[c], o, c & 1), whole);
        }
    }
    jt_set_isa(JT_ISA_AUTO);
}

/* A number of any shape: digits on both sides of the point, zeros in front, all lengths up to 24, exponents. */
static size_t random_number(uint64_t *random, char *text) {
    char *p = text;
    if (check_random_below(random, 3) == 0) {
        *p++ = '-';
    }
    uint32_t integer =
        check_random_below(random, 4) ? 1 + check_random_below(random, 4) : 1 + check_random_below(random, 20);
    if (check_random_below(random, 4) == 0) {
        *p++ = '0';
    } else {
        *p++ = (char)('1' + check_random_below(random, 9));
        for (uint32_t i = 1; i < integer; i++) {
            *p++ = (char)('0' + check_random_below(random, 10));
        }
    }
    if (check_random_below(random, 3)) {
        uint32_t fraction = 1 + check_random_below(random, 22),
                 zeros = check_random_below(random, 2) ? 0 : fraction - 1;
        *p++ = '.';
        for (uint32_t i = 0; i < fraction; i++) {
            *p++ = (char)('0' + (i < zeros ? 0 : check_random_below(random, 10)));
        }
    }
    if (check_random_below(random, 8) == 0) {
        p += sprintf(p, "%c%s%u", check_random_below(random, 2) ? 'e' : 'E', check_random_below(random, 2) ? "-" : "",
                     check_random_below(random, 400));
    }
    return (size_t)(p - text);
}

int main(int argc, char **argv) {
    jt_isa isas[READING_ISAS];
    size_t count = reading_find_isas(isas);
    static const jt_options strict = {0};
    static const char *const cases[] = {
        "0",
        "-0",
        "[-0,0,1,12,123,1234]",
        "[1e5,1E-5,0.1e1]",
        "[0.0000000000000000001]",
        "[9007199254740993,-9007199254740993]",
        "[1234567890123456,12345678901234567,1234567890123456789,12345678901234567890]",
        "[0.123456789012345678,0.1234567890123456789,1.2345678901234567,99999999999999999.9]",
        "{\"a\":1.5,\"b\":[]}",
        "[1,2,x]",
        "[1,2",
        "12",
        "",
        "[1.]",
        "[\"1\",null,1.25]",
        "[1.7976931348623157e308,1e400,-1e400,1e-400]",
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_everywhere(isas, count, (const uint8_t *)cases[i], strlen(cases[i]), &strict);
    }

    jt_options lines = {.multiple = JT_NDJSON, .skip_bad_lines = true};
    const char *text = "1\n[1,2 3]\n2.5\n{\"a\":-7}\nx\n[4";
    run_everywhere(isas, count, (const uint8_t *)text, strlen(text), &lines);
    jt_options no_twice = {.duplicates = JT_DUPLICATES_ERROR};
    text = "{\"a\":1,\"b\":[1.5,2],\"a\":3}";
    run_everywhere(isas, count, (const uint8_t *)text, strlen(text), &no_twice);
    jt_options pieces = {.pieces = true};
    text = "[123.456e7,-12345678,\"abcdefgh\",0]";
    run_everywhere(isas, count, (const uint8_t *)text, strlen(text), &pieces);

    uint64_t random = 20260611;
    for (int round = 0; round < 60; round++) {
        char *document = check_alloc(200 * 64), *p = document;
        *p++ = '[';
        for (int i = 0; i < 200; i++) {
            p += random_number(&random, p);
            *p++ = i < 199 ? ',' : ']';
            if (check_random_below(&random, 4) == 0 && i < 199) {
                *p++ = ' ';
            }
        }
        run_everywhere(isas, count, (const uint8_t *)document, (size_t)(p - document), round % 4 ? &strict : &pieces);
        free(document);
    }
    scratch x = {0};
    for (int round = 0; round < 30; round++) {
        x.length = 0;
        generate_document(&random, &x, 2000);
        run_everywhere(isas, count, x.bytes, x.length, &strict);
    }

    const char *corpus = check_corpus(argc, argv);
    static const char *const documents[] = {"canada", "mesh.pretty", "numbers", "instruments", "twitter"};
    for (size_t i = 0; corpus && i < sizeof documents / sizeof documents[0]; i++) {
        char path[4096];
        size_t length;
        snprintf(path, sizeof path, "%s/documents/%s.json", corpus, documents[i]);
        uint8_t *data = check_read_file(path, &length);
        for (size_t isa = 0; isa < count; isa++) {
            CHECK_EQ_U64(jt_set_isa(isas[isa]), JT_OK);
            CHECK_EQ_U64(run(data, length, 0, &strict, false), JT_OK);
            CHECK_EQ_U64(run(data, length, 65536, &strict, false), JT_OK);
        }
        free(data);
    }
    if (!corpus) {
        printf("no corpus: generated documents alone\n");
    }
    CHECK(compared > 100000);
    return check_report("doubles");
}
