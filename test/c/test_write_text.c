/* Strings of each length, as every instruction set writes them: plain, with escapes, not ASCII, with a byte that makes
 * them ill-formed. They end where nothing may be read any more, and go into a buffer with room for all ways of writing
 * and into one that ends with the text. */
#include "check.h"
#include "oracle.h"

#include "../../core/include/jsontape.h"

#define LENGTH_MAX 300
#define OUTPUT_MAX (6 * LENGTH_MAX + 8)

static uint64_t seed = 1;

static uint32_t below(uint32_t n) {
    return (uint32_t)(check_random(&seed) % n);
}

enum { ESCAPES = 1, LETTERLESS = 2, OTHERS = 4, FAULT = 8, KINDS = 16 };

static void make_text(uint8_t *text, size_t length, int kind) {
    static const char *const others[] = {"\xc3\xa9", "\xe4\xb8\xad", "\xf0\x9f\x98\x80", "\xed\x9f\xbf",
                                         "\xf4\x8f\xbf\xbf"};
    const uint32_t rarity = 1 + below(40);
    for (size_t i = 0; i < length;) {
        const char *other = others[below(5)];
        size_t size = strlen(other);
        if ((kind & OTHERS) && below(rarity) == 0 && size <= length - i) {
            memcpy(text + i, other, size);
            i += size;
        } else if ((kind & ESCAPES) && below(rarity) == 0) {
            text[i++] = (uint8_t)"\"\\\b\t\n\f\r"[below(7)];
        } else if ((kind & LETTERLESS) && below(rarity) == 0) {
            text[i++] = (uint8_t)below(0x20);
        } else {
            text[i++] = (uint8_t)" !#[]^/~0123abcdefghijklmnopqrstuvwxyz"[below(36)];
        }
    }
    if ((kind & FAULT) && length > 0)
        text[below((uint32_t)length)] = (uint8_t)(0x80 + below(0x80));
}

static bool is_well_formed(const uint8_t *text, size_t length) {
    bool good = true, cut;
    for (size_t i = 0; i < length && good;)
        i += oracle_utf8(text + i, length - i, &good, &cut);
    return good;
}

/* The text as a string in an array. */
static size_t expect(const uint8_t *text, size_t length, char *out) {
    char *o = out;
    o += sprintf(o, "[\"");
    for (size_t i = 0; i < length; i++) {
        const char *found = text[i] ? strchr("\"\"\\\\\bb\tt\nn\ff\rr", text[i]) : NULL;
        bool plain = text[i] >= 0x20 && text[i] != '"' && text[i] != '\\';
        if (plain)
            *o++ = (char)text[i];
        else if (found)
            o += sprintf(o, "\\%c", found[1]);
        else
            o += sprintf(o, "\\u%04x", text[i]);
    }
    o += sprintf(o, "\"]");
    return (size_t)(o - out);
}

static void write_one(const uint8_t *text, size_t length, uint8_t *out, size_t capacity, const char *expected,
                      size_t expected_length, bool well_formed) {
    jt_writer w;
    CHECK_EQ_U64(jt_writer_init(&w, out, capacity, NULL), JT_OK);
    CHECK_EQ_U64(jt_write_array_start(&w), JT_OK);
    CHECK_EQ_U64(jt_write_string(&w, text, length), well_formed ? JT_OK : JT_REFUSED);
    if (!well_formed) {
        CHECK_EQ_U64(w.length, 1);
        CHECK_EQ_U64(jt_write_string(&w, "", 0), JT_OK);
        CHECK_EQ_U64(jt_write_array_end(&w), JT_OK);
        CHECK_EQ_MEM(out, w.length, "[\"\"]", 4);
        return;
    }
    CHECK_EQ_U64(jt_write_array_end(&w), JT_OK);
    CHECK_EQ_MEM(out, w.length, expected, expected_length);
}

static void write_all(void) {
    check_guard source = check_guard_new(LENGTH_MAX), target = check_guard_new(OUTPUT_MAX + 4096);
    char expected[OUTPUT_MAX];
    for (size_t length = 0; length <= LENGTH_MAX; length++) {
        uint8_t *text = check_guard_end(&source, length);
        for (int i = 0; i < 4 * KINDS; i++) {
            make_text(text, length, i % KINDS);
            bool well_formed = is_well_formed(text, length);
            size_t size = expect(text, length, expected), tight = well_formed ? size : 4;
            write_one(text, length, target.start, target.size, expected, size, well_formed);
            write_one(text, length, check_guard_end(&target, tight), tight, expected, size, well_formed);
        }
    }
    check_guard_free(&source);
    check_guard_free(&target);
}

int main(void) {
    for (int isa = JT_ISA_SCALAR; isa <= JT_ISA_AVX512; isa++) {
        if (jt_set_isa((jt_isa)isa) == JT_OK)
            write_all();
    }
    return check_report("write_text");
}
