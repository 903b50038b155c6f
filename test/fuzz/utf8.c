/* Text: a string's UTF-8 is validated as a simple reader says, by the tokenizer on every instruction set and by the
 * writer; and strings, escapes and ill-formed bytes in them included, are copied as a simple decoder does it. The first
 * two bytes say how many plain bytes come before and after the rest, which is what the string holds. */
#include "fuzz.h"

/* The length of the well-formed sequence at p and its code point; 0 where there is none. */
static size_t decode(const uint8_t *p, size_t length, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t need = p[0] < 0x80 ? 1 : p[0] < 0xc0 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : p[0] < 0xf8 ? 4 : 0;
    if (need == 0 || need > length) {
        return 0;
    }
    *code = need == 1 ? p[0] : p[0] & (0x7fu >> need);
    for (size_t i = 1; i < need; i++) {
        if (p[i] >> 6 != 2) {
            return 0;
        }
        *code = *code << 6 | (p[i] & 63);
    }
    return *code < least[need] || *code > 0x10ffff || *code >> 11 == 0x1b ? 0 : need;
}

/* How many bytes at p, where no well-formed sequence is, count as one: the longest that begin one, or a single byte. */
static size_t ill_formed(const uint8_t *p, size_t length) {
    for (size_t kept = length < 3 ? length : 3; kept > 1; kept--) {
        for (size_t whole = kept + 1; whole <= 4; whole++) {
            for (int fill = 0x80; fill <= 0xbf; fill += 0x3f) {
                uint8_t trial[4];
                uint32_t code;
                memset(trial, fill, sizeof trial);
                memcpy(trial, p, kept);
                if (decode(trial, whole, &code) == whole) {
                    return kept;
                }
            }
        }
    }
    return 1;
}

static size_t first_ill_formed(const uint8_t *p, size_t length) {
    uint32_t code;
    size_t at = 0, size;
    while (at < length && (size = decode(p + at, length - at, &code)) > 0) {
        at += size;
    }
    return at;
}

static void check_valid(const uint8_t *span, size_t length) {
    const jt_isa *isas;
    size_t count = fuzz_isas(&isas), bad = first_ill_formed(span, length);
    for (size_t i = 0; i < count; i++) {
        jt_set_isa(isas[i]);
        reading *r = fuzz_reading(NULL, 0);
        jt_status status = reading_run(r, span, length, 0);
        REQUIRE((status == JT_OK) == (bad == length));
        if (status == JT_INVALID) {
            REQUIRE(r->t.error.code == JT_ERROR_INVALID_UTF8 && r->t.error.position.offset == bad);
            REQUIRE(r->t.error.token_start == 0 && r->t.error.found == span[bad]);
        }
        reading_free(r);
        jt_writer w;
        uint8_t *buffer = check_alloc(length);
        uint8_t *text = fuzz_copy(span + 1, length - 2);
        REQUIRE(jt_writer_init(&w, buffer, length, NULL) == JT_OK);
        REQUIRE(jt_write_string(&w, text, length - 2) == (bad == length ? JT_OK : JT_REFUSED));
        REQUIRE(w.length == (bad == length ? length : 0) && memcmp(buffer, span, w.length) == 0);
        free(text);
        free(buffer);
    }
}

/* Adds a code point or lone surrogate to both texts. */
static void emit(void *to, uint32_t code) {
    fuzz_text *texts = to;
    uint16_t unit = (uint16_t)code;
    if (code >= 0x10000) {
        unit = (uint16_t)(0xd800 | (code - 0x10000) >> 10);
        fuzz_add(&texts[1], &unit, 2);
        unit = (uint16_t)(0xdc00 | (code & 0x3ff));
    }
    fuzz_add(&texts[1], &unit, 2);
    code = code >> 11 == 0x1b ? 0xfffd : code;
    uint8_t bytes[4];
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--) {
        bytes[i] = (uint8_t)(0x80 | (code & 63));
        code >>= 6;
    }
    bytes[0] = (uint8_t)(length == 1 ? code : (0xf00u >> length | code) & 0xff);
    fuzz_add(&texts[0], bytes, length);
}

/* Makes what the string holds lexically right: ill-formed UTF-8 alone may stay. */
static void mend(uint8_t *p, size_t length, bool escapes) {
    for (size_t i = 0; i < length; i++) {
        if (p[i] == '\\' && escapes) {
            bool letter = i + 1 < length && p[i + 1] && strchr("\"\\/bfnrt", p[i + 1]);
            bool digits = i + 5 < length && p[i + 1] == 'u';
            for (size_t k = 2; k < 6; k++) {
                digits = digits && oracle_is_hex(p[i + k]);
            }
            if (letter || digits) {
                i += letter ? 1 : 5;
                continue;
            }
        }
        if (p[i] < 0x20 || p[i] == '"' || p[i] == '\\') {
            p[i] = '-';
        }
    }
}

static void check_copies(const uint8_t *span, size_t length) {
    fuzz_text texts[2] = {{0}, {0}};
    /* Between ill-formed parts the oracle's decoder, which wants good text in quotes, does the work. */
    uint8_t *part = check_alloc(length + 2);
    part[0] = '"';
    size_t used = 1;
    bool well_formed = true;
    for (size_t at = 1; at < length;) {
        uint32_t code;
        size_t size = at + 1 < length ? decode(span + at, length - 1 - at, &code) : 0;
        if (size == 0) {
            part[used++] = '"';
            oracle_unescape(part, used, emit, texts);
            used = 1;
            if (at + 1 == length) {
                break;
            }
            well_formed = false;
            emit(texts, 0xfffd);
            at += ill_formed(span + at, length - 1 - at);
        } else {
            memcpy(part + used, span + at, size);
            used += size;
            at += size;
        }
    }
    free(part);
    uint8_t *utf8 = check_alloc(well_formed ? length : 3 * length);
    uint16_t *utf16 = check_alloc(length * 2);
    REQUIRE(jt_copy_utf8(span, length, utf8) == texts[0].length);
    REQUIRE(texts[0].length == 0 || memcmp(utf8, texts[0].bytes, texts[0].length) == 0);
    REQUIRE(jt_copy_utf16(span, length, utf16) == texts[1].length / 2);
    REQUIRE(texts[1].length == 0 || memcmp(utf16, texts[1].bytes, texts[1].length) == 0);
    free(utf8);
    free(utf16);
    free(texts[0].bytes);
    free(texts[1].bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t before = fuzz_byte(&data, &size), after = fuzz_byte(&data, &size);
    size_t length = before + size + after + 2;
    uint8_t *span = check_alloc(length);
    memset(span, 'x', length);
    span[0] = span[length - 1] = '"';
    for (int escapes = 0; escapes < 2; escapes++) {
        if (size) {
            memcpy(span + 1 + before, data, size);
        }
        mend(span + 1, length - 2, escapes);
        if (escapes) {
            check_copies(span, length);
        } else {
            check_valid(span, length);
        }
    }
    free(span);
    return 0;
}
