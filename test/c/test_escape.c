/* The escape kernels, and what they are compared with in benchmarks, against a byte loop said in another way: exact
 * bytes at every length, every place of every byte that matters, every shortage of room, with the input and the output
 * up against pages that may not be touched. */
#include "check.h"

#include "../../core/src/simd/isa.h"
#include "../escape/escape_ways.c"

#define TEXT_MAX 1100
#define MARGIN 64

static check_guard input, output;
static uint8_t expected[6 * TEXT_MAX];
static size_t ends[TEXT_MAX + 1]; /* where the escape of each byte ends */

/* What JSON.stringify does, said another way than in the core. */
static void oracle(const uint8_t *text, size_t length) {
    char *out = (char *)expected;
    ends[0] = 0;
    for (size_t i = 0; i < length; i++) {
        switch (text[i]) {
        case '"': out += sprintf(out, "\\\""); break;
        case '\\': out += sprintf(out, "\\\\"); break;
        case '\b': out += sprintf(out, "\\b"); break;
        case '\t': out += sprintf(out, "\\t"); break;
        case '\n': out += sprintf(out, "\\n"); break;
        case '\f': out += sprintf(out, "\\f"); break;
        case '\r': out += sprintf(out, "\\r"); break;
        default:
            if (text[i] < 0x20) {
                out += sprintf(out, "\\u%04x", text[i]);
            } else {
                *out++ = (char)text[i];
            }
        }
        ends[i + 1] = (size_t)(out - (char *)expected);
    }
}

/* One call with so much room, the output ending at a guard page or at a canary. */
static bool run(const uint8_t *text, size_t length, size_t readable, size_t room, bool at_guard) {
    size_t behind = at_guard ? 0 : MARGIN;
    uint8_t *out = check_guard_end(&output, room + behind);
    memset(out - MARGIN, 0xa5, MARGIN);
    memset(out + room, 0xa5, behind);
    size_t fits = length;
    while (ends[fits] > room) {
        fits--;
    }
    uint32_t non_ascii = 0;
    for (size_t i = 0; i < fits; i++) {
        non_ascii |= text[i] & 0x80;
    }
    jt_escaped escaped = {12345, 12345};
    size_t read = jt_kernels_now()->escape(text, length, readable, out, room, &escaped);
    bool good = CHECK_EQ_U64(read, fits) && CHECK_EQ_MEM(out, escaped.written, expected, ends[fits]) &&
                CHECK_EQ_U64(escaped.non_ascii != 0, non_ascii != 0);
    for (size_t i = 0; i < MARGIN; i++) {
        good &= out[-1 - (ptrdiff_t)i] == 0xa5 && (i >= behind || out[room + i] == 0xa5);
    }
    CHECK(good);
    if (!good) {
        check_print_bytes("text", text, length);
        fprintf(stderr, "    isa %s, length %zu, readable %zu, room %zu\n", jt_isa_name(jt_get_isa()), length, readable,
                room);
    }
    return good;
}

/* The ways that are there to be compared with, which want 8 bytes more than what they write, and read nothing behind
 * the text. */
static void run_others(const uint8_t *text, size_t length, size_t whole) {
    for (size_t way = 0; way < ESCAPE_FUSED; way++) {
        if (way == ESCAPE_VECTORS && jt_get_isa() != JT_ISA_AVX2 && jt_get_isa() != JT_ISA_NEON) {
            continue; /* it has the vectors of these */
        }
        uint8_t *out = check_guard_end(&output, whole + 8);
        jt_escaped escaped;
        size_t read = escape_way(way)(text, length, length, out, whole + 8, &escaped);
        if (!CHECK_EQ_U64(read, length) || !CHECK_EQ_MEM(out, escaped.written, expected, whole)) {
            fprintf(stderr, "    way %zu, length %zu\n", way, length);
        }
    }
}

/* The text at the end of the input memory; `rooms` is how thoroughly shortages are tried. */
static void try_text(const uint8_t *source, size_t length, int rooms) {
    oracle(source, length);
    size_t whole = ends[length];
    uint8_t *text = check_guard_end(&input, length);
    memcpy(text, source, length);
    run(text, length, length, whole, true);
    run(text, length, length, whole + 300, false);
    if (length <= 20 || rooms > 0) {
        run_others(text, length, whole);
    }
    uint8_t *inside = check_guard_end(&input, length + JT_ESCAPE_READABLE);
    memmove(inside, source, length);
    memset(inside + length, length % 3 ? '"' : 0xff, JT_ESCAPE_READABLE);
    run(inside, length, length + JT_ESCAPE_READABLE, whole, true);
    run(inside, length, length + JT_ESCAPE_READABLE, whole + 300, true);
    if (rooms > 0) {
        for (size_t room = 0; room < whole; room += rooms > 1 ? 1 : 1 + whole / 7) {
            run(inside, length, length + JT_ESCAPE_READABLE, room, true);
        }
        text = check_guard_end(&input, length);
        memcpy(text, source, length);
        for (size_t room = 0; room < whole; room += rooms > 1 ? 1 : 1 + whole / 7) {
            run(text, length, length, room, true);
        }
        for (size_t room = whole; room < whole + 280; room += 1 + whole % 5) {
            run(text, length, length, room, false);
        }
    }
}

static uint8_t clean(size_t i) {
    return (uint8_t)("abcdefghijklmnopqrstuvwxyz0123456789 ./-_!#[]^~\x7f"[i % 48]);
}

static void every_place(size_t length, int rooms) {
    uint8_t text[TEXT_MAX];
    for (size_t i = 0; i < length; i++) {
        text[i] = clean(i);
    }
    try_text(text, length, 2 * (rooms > 0 && length < 80));
    for (size_t at = 0; at < length; at++) {
        uint8_t before = text[at];
        for (unsigned byte = 0; byte < 0x20; byte++) {
            text[at] = (uint8_t)byte;
            try_text(text, length, byte == 0x1f && at % 16 == 0 ? rooms : 0);
        }
        static const uint8_t others[] = {'"', '\\', 0x20, 0x21, 0x23, 0x5b, 0x5d, 0x7f, 0x80, 0xa2, 0xdc, 0xff};
        for (size_t i = 0; i < sizeof others; i++) {
            text[at] = others[i];
            try_text(text, length, i == 0 && at % 8 == 0 ? rooms : 0);
        }
        text[at] = before;
    }
}

/* Characters of 2, 3 and 4 bytes across every place, U+2028 among them, and an escape before or behind. */
static void multi_byte(void) {
    static const char *const characters[] = {"\xc3\xa9", "\xe2\x80\xa8", "\xe4\xb8\xad", "\xf0\x9f\x98\x80"};
    for (size_t length = 4; length <= 70; length++) {
        for (size_t at = 0; at + 4 <= length; at++) {
            for (size_t c = 0; c < 4; c++) {
                uint8_t text[TEXT_MAX];
                for (size_t i = 0; i < length; i++) {
                    text[i] = clean(i + c);
                }
                memcpy(text + at, characters[c], strlen(characters[c]));
                try_text(text, length, 0);
                text[(at + 9) % length] = '\n';
                try_text(text, length, at % 16 == 5);
            }
        }
    }
}

static void random_texts(uint64_t seed) {
    for (int round = 0; round < 4000; round++) {
        uint8_t text[TEXT_MAX];
        size_t length = check_random_below(&seed, round % 16 == 0 ? TEXT_MAX : 140);
        uint32_t density = check_random_below(&seed, 8);
        for (size_t i = 0; i < length; i++) {
            text[i] = (uint8_t)check_random(&seed);
            if (check_random_below(&seed, 8) < density) {
                text[i] = (uint8_t)("\"\\\n\t\r\b\f\x01\x1f\x0b\"\\\n\"\\\x80"[text[i] & 15]);
            }
        }
        try_text(text, length, round % 8 == 0);
    }
}

int main(void) {
    input = check_guard_new(TEXT_MAX + 2 * MARGIN);
    output = check_guard_new(6 * TEXT_MAX + 1000);
    int isas = 0;
    for (int isa = JT_ISA_SCALAR; isa <= JT_ISA_AVX512; isa++) {
        if (jt_set_isa((jt_isa)isa) != JT_OK) {
            continue;
        }
        isas++;
        for (size_t length = 0; length <= 130; length++) {
            every_place(length, 1);
        }
        static const size_t lengths[] = {254, 255, 256, 257, 258, 1022, 1023, 1024, 1025, 1026};
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            uint8_t text[TEXT_MAX];
            for (size_t k = 0; k < lengths[i]; k++) {
                text[k] = clean(k);
            }
            try_text(text, lengths[i], 1);
            for (size_t at = 0; at < lengths[i]; at += at < 70 || at + 70 > lengths[i] ? 1 : 13) {
                static const uint8_t bytes[] = {'"', '\n', 0x01, 0xe4};
                uint8_t before = text[at];
                text[at] = bytes[at % 4];
                try_text(text, lengths[i], 0);
                text[at] = before;
            }
        }
        multi_byte();
        random_texts((uint64_t)isa);
    }
    CHECK(isas > 0);
    jt_set_isa(JT_ISA_AUTO);
    check_guard_free(&input);
    check_guard_free(&output);
    return check_report("escape");
}
