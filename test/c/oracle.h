/* The oracle: a second reader, written from RFC 8259 and the public header alone, a byte at a time and as plainly as
 * possible. The tests compare the library with it; it shares no code with the core, only the types of the header.
 *
 * An error lies at the length of the longest prefix of the text that some continuation makes valid. Except: ill-formed
 * UTF-8 lies at the first byte of its sequence, too deep a bracket at the bracket. Where the header leaves a choice:
 *  - A byte order mark at the very start is skipped. What stops being one there (EF, EF BB and another byte) is an
 *    EXPECTED_VALUE at that other byte; where the text ends inside it, an UNEXPECTED_END.
 *  - Anywhere else a byte order mark, or a part of one, is whatever the place expects, at its first byte.
 *  - A byte order mark and nothing but whitespace after it is EMPTY.
 *  - After a backslash and inside \uXXXX every other byte is an invalid escape or hex digit, ill-formed UTF-8 and
 *    control characters too.
 *  - A number and a literal at the end of the text are whole where they can be; the error is then between tokens. */
#ifndef JSONTAPE_TEST_ORACLE_H
#define JSONTAPE_TEST_ORACLE_H

#include "check.h"

#include "../../core/include/jsontape.h"

/* An open bracket. */
typedef struct oracle_level {
    size_t token; /* index of the bracket */
    bool object;
    uint64_t element;             /* of an array: the index of the element being read, just read or expected */
    bool has_key;                 /* of an object: whether there is a member to point at */
    size_t key_start, key_length; /* and its key's span */
} oracle_level;

typedef struct oracle {
    bool valid;
    jt_error error;
    char *pointer; /* of the error's place */
    size_t pointer_length, pointer_size;
    jt_token *tokens;
    size_t length, size;
    oracle_level *levels;
    size_t depth, levels_size;
    struct {
        size_t start, length; /* between the quotes */
    } keys[JT_KEYS_MAX];
    size_t key_count;
    /* The text being read. */
    const uint8_t *text;
    size_t text_length;
    size_t at;
} oracle;

static inline oracle *oracle_new(void) {
    oracle *o = check_alloc(sizeof *o);
    memset(o, 0, sizeof *o);
    return o;
}

static inline void oracle_free(oracle *o) {
    free(o->pointer);
    free(o->tokens);
    free(o->levels);
    free(o);
}

/* Makes room for one more item. */
static inline void *oracle_room(void *items, size_t used, size_t *size, size_t item) {
    if (used < *size) {
        return items;
    }
    *size = *size ? *size * 2 : 64;
    void *larger = realloc(items, *size * item);
    if (!larger) {
        check_fatal("out of memory", "oracle");
    }
    return larger;
}

/* The byte at a place, or -1 at the end. */
static inline int oracle_byte(const oracle *o, size_t at) {
    return at < o->text_length ? o->text[at] : -1;
}

/* ---- UTF-8: Unicode 15, table 3-7 ---- */

/* How many bytes from p on belong together: a well-formed sequence (*good), or the longest part that could still become
 * one, at least a byte (not *good). *cut: the text ends inside that part. */
static inline size_t oracle_utf8(const uint8_t *p, size_t length, bool *good, bool *cut) {
    uint8_t first = p[0];
    size_t need;
    uint8_t low = 0x80, high = 0xbf; /* of the second byte */
    *good = *cut = false;
    if (first <= 0x7f) {
        *good = true;
        return 1;
    } else if (first >= 0xc2 && first <= 0xdf) {
        need = 2;
    } else if (first >= 0xe0 && first <= 0xef) {
        need = 3;
        low = first == 0xe0 ? 0xa0 : 0x80;
        high = first == 0xed ? 0x9f : 0xbf;
    } else if (first >= 0xf0 && first <= 0xf4) {
        need = 4;
        low = first == 0xf0 ? 0x90 : 0x80;
        high = first == 0xf4 ? 0x8f : 0xbf;
    } else {
        return 1;
    }
    for (size_t i = 1; i < need; i++) {
        if (i == length) {
            *cut = true;
            return i;
        }
        if (p[i] < low || p[i] > high) {
            return i;
        }
        low = 0x80;
        high = 0xbf;
    }
    *good = true;
    return need;
}

/* Line and columns of an offset: a character counts its units, of other bytes each counts what the header says. */
static inline jt_position oracle_locate(const uint8_t *text, size_t offset) {
    jt_position position = {.offset = offset, .line = 1, .column = 1, .byte_column = 1};
    for (size_t i = 0; i < offset;) {
        bool good, cut;
        size_t size = oracle_utf8(text + i, offset - i, &good, &cut);
        if (text[i] == '\n') {
            position.line++;
            position.column = 1;
            position.byte_column = 1;
        } else {
            if (good)
                position.column += size == 4 ? 2 : 1;
            else
                position.column += text[i] >= 0xf0 && text[i] < 0xf5 ? 2 : text[i] >= 0xc0;
            position.byte_column += size;
        }
        i += size;
    }
    return position;
}

/* ---- Pointers ---- */

static inline void oracle_pointer_byte(oracle *o, uint8_t byte) {
    o->pointer = oracle_room(o->pointer, o->pointer_length, &o->pointer_size, 1);
    o->pointer[o->pointer_length++] = (char)byte;
}

static inline uint32_t oracle_hex4(const uint8_t *p) {
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) {
        uint8_t c = p[i];
        value = value * 16 + (uint32_t)(c <= '9' ? c - '0' : c <= 'F' ? c - 'A' + 10 : c - 'a' + 10);
    }
    return value;
}

/* Calls emit for each code point between the quotes of an accepted string; lone surrogate escapes come as they are. */
static inline void oracle_unescape(const uint8_t *span, size_t length, void (*emit)(void *to, uint32_t code),
                                   void *to) {
    size_t end = length - 1;
    for (size_t i = 1; i < end;) {
        uint8_t c = span[i];
        if (c == '\\') {
            uint8_t e = span[i + 1];
            i += 2;
            switch (e) {
            case 'b': emit(to, 8); break;
            case 't': emit(to, 9); break;
            case 'n': emit(to, 10); break;
            case 'f': emit(to, 12); break;
            case 'r': emit(to, 13); break;
            case 'u': {
                uint32_t code = oracle_hex4(span + i);
                i += 4;
                if (code >= 0xd800 && code <= 0xdbff && i + 6 <= end && span[i] == '\\' && span[i + 1] == 'u') {
                    uint32_t low = oracle_hex4(span + i + 2);
                    if (low >= 0xdc00 && low <= 0xdfff) {
                        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
                        i += 6;
                    }
                }
                emit(to, code);
                break;
            }
            default: emit(to, e); break;
            }
        } else if (c < 0x80) {
            emit(to, c);
            i++;
        } else if (c < 0xe0) {
            emit(to, (uint32_t)(c & 0x1f) << 6 | (uint32_t)(span[i + 1] & 0x3f));
            i += 2;
        } else if (c < 0xf0) {
            emit(to, (uint32_t)(c & 0x0f) << 12 | (uint32_t)(span[i + 1] & 0x3f) << 6 | (uint32_t)(span[i + 2] & 0x3f));
            i += 3;
        } else {
            emit(to, (uint32_t)(c & 0x07) << 18 | (uint32_t)(span[i + 1] & 0x3f) << 12 |
                         (uint32_t)(span[i + 2] & 0x3f) << 6 | (uint32_t)(span[i + 3] & 0x3f));
            i += 4;
        }
    }
}

static inline void oracle_pointer_code(void *to, uint32_t code) {
    oracle *o = to;
    if (code >= 0xd800 && code <= 0xdfff) {
        code = 0xfffd;
    }
    if (code == '~' || code == '/') {
        oracle_pointer_byte(o, '~');
        oracle_pointer_byte(o, code == '~' ? '0' : '1');
    } else if (code < 0x80) {
        oracle_pointer_byte(o, (uint8_t)code);
    } else if (code < 0x800) {
        oracle_pointer_byte(o, (uint8_t)(0xc0 | code >> 6));
        oracle_pointer_byte(o, (uint8_t)(0x80 | (code & 0x3f)));
    } else if (code < 0x10000) {
        oracle_pointer_byte(o, (uint8_t)(0xe0 | code >> 12));
        oracle_pointer_byte(o, (uint8_t)(0x80 | (code >> 6 & 0x3f)));
        oracle_pointer_byte(o, (uint8_t)(0x80 | (code & 0x3f)));
    } else {
        oracle_pointer_byte(o, (uint8_t)(0xf0 | code >> 18));
        oracle_pointer_byte(o, (uint8_t)(0x80 | (code >> 12 & 0x3f)));
        oracle_pointer_byte(o, (uint8_t)(0x80 | (code >> 6 & 0x3f)));
        oracle_pointer_byte(o, (uint8_t)(0x80 | (code & 0x3f)));
    }
}

/* The pointer of where the levels stand: of the member or element of each. */
static inline void oracle_make_pointer(oracle *o) {
    o->pointer_length = 0;
    for (size_t i = 0; i < o->depth; i++) {
        const oracle_level *level = &o->levels[i];
        if (!level->object) {
            char digits[24];
            int used = snprintf(digits, sizeof digits, "/%" PRIu64, level->element);
            for (int d = 0; d < used; d++) {
                oracle_pointer_byte(o, (uint8_t)digits[d]);
            }
        } else if (level->has_key) {
            oracle_pointer_byte(o, '/');
            oracle_unescape(o->text + level->key_start, level->key_length, oracle_pointer_code, o);
        }
    }
}

/* ---- Errors and tokens ---- */

/* Notes an error; always false. */
static inline bool oracle_fail(oracle *o, jt_error_code code, size_t offset, size_t token_start) {
    if (offset == o->text_length && code != JT_ERROR_EMPTY) {
        code = JT_ERROR_UNEXPECTED_END;
    }
    o->error.code = code;
    o->error.found = oracle_byte(o, offset);
    o->error.position = oracle_locate(o->text, offset);
    o->error.token_start = token_start;
    oracle_make_pointer(o);
    return false;
}

/* Between tokens. */
static inline bool oracle_fail_between(oracle *o, jt_error_code code) {
    return oracle_fail(o, code, o->at, o->at);
}

static inline void oracle_token(oracle *o, size_t start, size_t length, jt_type type, uint32_t flags, uint32_t id) {
    o->tokens = oracle_room(o->tokens, o->length, &o->size, sizeof(jt_token));
    o->tokens[o->length++] = (jt_token){(uint32_t)start, (uint32_t)length, id << 8 | flags << 4 | (uint32_t)type};
}

/* The id of a key, by looking through all keys before it. */
static inline uint32_t oracle_key_id(oracle *o, size_t start, size_t length, uint32_t flags) {
    size_t inner = length - 2;
    if ((flags & JT_ESCAPED) || inner > JT_KEY_MAX) {
        return 0;
    }
    for (size_t i = 0; i < o->key_count; i++) {
        if (o->keys[i].length == inner && memcmp(o->text + o->keys[i].start, o->text + start + 1, inner) == 0) {
            return (uint32_t)i + 1;
        }
    }
    if (o->key_count == JT_KEYS_MAX) {
        return 0;
    }
    o->keys[o->key_count].start = start + 1;
    o->keys[o->key_count].length = inner;
    return (uint32_t)++o->key_count;
}

/* ---- Scalars ---- */

static inline bool oracle_is_hex(int c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static inline bool oracle_string(oracle *o, bool key) {
    size_t start = o->at;
    uint32_t flags = 0;
    o->at++;
    for (;;) {
        int c = oracle_byte(o, o->at);
        if (c < 0) {
            return oracle_fail(o, JT_ERROR_UNEXPECTED_END, o->at, start);
        } else if (c == '"') {
            break;
        } else if (c < 0x20) {
            return oracle_fail(o, JT_ERROR_CONTROL_CHARACTER, o->at, start);
        } else if (c == '\\') {
            flags |= JT_ESCAPED;
            o->at++;
            c = oracle_byte(o, o->at);
            if (c == 'u') {
                for (int i = 0; i < 4; i++) {
                    o->at++;
                    if (!oracle_is_hex(oracle_byte(o, o->at))) {
                        return oracle_fail(o, JT_ERROR_INVALID_HEX_DIGIT, o->at, start);
                    }
                }
            } else if (c != '"' && c != '\\' && c != '/' && c != 'b' && c != 'f' && c != 'n' && c != 'r' && c != 't') {
                return oracle_fail(o, JT_ERROR_INVALID_ESCAPE, o->at, start);
            }
            o->at++;
        } else if (c < 0x80) {
            o->at++;
        } else {
            bool good, cut;
            flags |= JT_NON_ASCII;
            size_t size = oracle_utf8(o->text + o->at, o->text_length - o->at, &good, &cut);
            if (cut) {
                return oracle_fail(o, JT_ERROR_UNEXPECTED_END, o->text_length, start);
            } else if (!good) {
                return oracle_fail(o, JT_ERROR_INVALID_UTF8, o->at, start);
            }
            o->at += size;
        }
    }
    o->at++;
    size_t length = o->at - start;
    if (key) {
        oracle_token(o, start, length, JT_KEY, flags, oracle_key_id(o, start, length, flags));
        oracle_level *level = &o->levels[o->depth - 1];
        level->has_key = true;
        level->key_start = start;
        level->key_length = length;
    } else {
        oracle_token(o, start, length, JT_STRING, flags, 0);
    }
    return true;
}

static inline bool oracle_is_digit(int c) {
    return c >= '0' && c <= '9';
}

/* At least one digit, and those after it. */
static inline bool oracle_digits(oracle *o, size_t start) {
    if (!oracle_is_digit(oracle_byte(o, o->at))) {
        return oracle_fail(o, JT_ERROR_INVALID_NUMBER, o->at, start);
    }
    while (oracle_is_digit(oracle_byte(o, o->at))) {
        o->at++;
    }
    return true;
}

static inline bool oracle_number(oracle *o) {
    size_t start = o->at;
    uint32_t flags = 0;
    if (oracle_byte(o, o->at) == '-') {
        flags |= JT_NEGATIVE;
        o->at++;
    }
    if (oracle_byte(o, o->at) == '0') {
        o->at++;
    } else if (!oracle_digits(o, start)) {
        return false;
    }
    if (oracle_byte(o, o->at) == '.') {
        flags |= JT_FRACTION;
        o->at++;
        if (!oracle_digits(o, start)) {
            return false;
        }
    }
    if (oracle_byte(o, o->at) == 'e' || oracle_byte(o, o->at) == 'E') {
        flags |= JT_EXPONENT;
        o->at++;
        if (oracle_byte(o, o->at) == '+' || oracle_byte(o, o->at) == '-') {
            o->at++;
        }
        if (!oracle_digits(o, start)) {
            return false;
        }
    }
    oracle_token(o, start, o->at - start, JT_NUMBER, flags, 0);
    return true;
}

static inline bool oracle_literal(oracle *o, const char *word, jt_type type) {
    size_t start = o->at;
    for (size_t i = 0; word[i]; i++) {
        if (oracle_byte(o, o->at) != word[i]) {
            return oracle_fail(o, JT_ERROR_INVALID_LITERAL, o->at, start);
        }
        o->at++;
    }
    oracle_token(o, start, o->at - start, type, 0, 0);
    return true;
}

/* ---- Grammar ---- */

typedef enum oracle_place {
    ORACLE_VALUE,         /* a value must come */
    ORACLE_FIRST_ELEMENT, /* after '[' */
    ORACLE_FIRST_KEY,     /* after '{' */
    ORACLE_KEY,           /* after ',' in an object */
    ORACLE_COLON,
    ORACLE_AFTER /* after a value: of the root, an element or a member */
} oracle_place;

static inline void oracle_open(oracle *o, bool object) {
    o->levels = oracle_room(o->levels, o->depth, &o->levels_size, sizeof(oracle_level));
    o->levels[o->depth++] = (oracle_level){.token = o->length, .object = object};
    oracle_token(o, o->at, 0, object ? JT_OBJECT_START : JT_ARRAY_START, 0, 0);
    o->at++;
}

static inline void oracle_close(oracle *o, bool object) {
    size_t opened = o->levels[--o->depth].token;
    uint32_t distance = (uint32_t)(o->length - opened);
    o->tokens[opened].length = distance;
    oracle_token(o, o->at, distance, object ? JT_OBJECT_END : JT_ARRAY_END, 0, 0);
    o->at++;
}

static inline bool oracle_run(oracle *o, uint32_t max_depth) {
    oracle_place place = ORACLE_VALUE;
    static const uint8_t mark[3] = {0xef, 0xbb, 0xbf};
    while (o->at < 3 && oracle_byte(o, o->at) == mark[o->at]) {
        o->at++;
    }
    if (o->at == 1 || o->at == 2) {
        return oracle_fail(o, JT_ERROR_EXPECTED_VALUE, o->at, o->at);
    }
    for (;;) {
        int c = oracle_byte(o, o->at);
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            o->at++;
            continue;
        }
        if (c < 0 && o->length == 0) {
            return oracle_fail(o, JT_ERROR_EMPTY, o->at, o->at);
        }
        oracle_level *level = o->depth ? &o->levels[o->depth - 1] : NULL;
        bool started = true;
        switch (place) {
        case ORACLE_FIRST_ELEMENT:
        case ORACLE_VALUE:
            if (place == ORACLE_FIRST_ELEMENT && c == ']') {
                oracle_close(o, false);
            } else if (c == '[' || c == '{') {
                if (o->depth == max_depth) {
                    return oracle_fail(o, JT_ERROR_DEPTH, o->at, o->at);
                }
                oracle_open(o, c == '{');
                place = c == '{' ? ORACLE_FIRST_KEY : ORACLE_FIRST_ELEMENT;
                continue;
            } else if (c == '"') {
                started = oracle_string(o, false);
            } else if (c == '-' || oracle_is_digit(c)) {
                started = oracle_number(o);
            } else if (c == 't') {
                started = oracle_literal(o, "true", JT_TRUE);
            } else if (c == 'f') {
                started = oracle_literal(o, "false", JT_FALSE);
            } else if (c == 'n') {
                started = oracle_literal(o, "null", JT_NULL);
            } else {
                return oracle_fail_between(o, place == ORACLE_FIRST_ELEMENT ? JT_ERROR_EXPECTED_VALUE_OR_ARRAY_END
                                                                            : JT_ERROR_EXPECTED_VALUE);
            }
            if (!started) {
                return false;
            }
            place = ORACLE_AFTER;
            break;
        case ORACLE_FIRST_KEY:
        case ORACLE_KEY:
            if (place == ORACLE_FIRST_KEY && c == '}') {
                oracle_close(o, true);
                place = ORACLE_AFTER;
            } else if (c != '"') {
                return oracle_fail_between(o, place == ORACLE_FIRST_KEY ? JT_ERROR_EXPECTED_KEY_OR_OBJECT_END
                                                                        : JT_ERROR_EXPECTED_KEY);
            } else if (!oracle_string(o, true)) {
                return false;
            } else {
                place = ORACLE_COLON;
            }
            break;
        case ORACLE_COLON:
            if (c != ':') {
                return oracle_fail_between(o, JT_ERROR_EXPECTED_COLON);
            }
            o->at++;
            place = ORACLE_VALUE;
            break;
        case ORACLE_AFTER:
            if (!level) {
                return c < 0 || oracle_fail_between(o, JT_ERROR_EXPECTED_END);
            } else if (c == ',') {
                o->at++;
                level->element++;
                level->has_key = false;
                place = level->object ? ORACLE_KEY : ORACLE_VALUE;
            } else if (c == (level->object ? '}' : ']')) {
                oracle_close(o, level->object);
            } else {
                return oracle_fail_between(o, level->object ? JT_ERROR_EXPECTED_COMMA_OR_OBJECT_END
                                                            : JT_ERROR_EXPECTED_COMMA_OR_ARRAY_END);
            }
            break;
        }
    }
}

/* Reads a whole text; the results stay until the next call. max_depth 0: the library's default. */
static inline void oracle_read(oracle *o, const uint8_t *text, size_t length, uint32_t max_depth) {
    o->length = o->depth = o->key_count = o->at = o->pointer_length = 0;
    o->text = text;
    o->text_length = length;
    memset(&o->error, 0, sizeof o->error);
    o->valid = oracle_run(o, max_depth ? max_depth : JT_DEFAULT_DEPTH);
}

#endif
