/* The byte-exact instance of the tokenizing loop. It reads no byte behind the data, can stop inside any token and go on
 * with the next byte, wherever that comes from, and names errors. It does the first and last bytes of the data, and
 * whatever a fast instance declines. */
#include "error.h"
#include "grammar.h"
#include "keys.h"
#include "limits.h"
#include "numbers.h"
#include "stream.h"
#include "view.h"
#include "text.h"

/* token.sub of a token that is complete, but could not be put on the tape yet. */
#define SUB_COMPLETE 255

JT_NOINLINE static const uint8_t *skip_spaces(const uint8_t *p, const uint8_t *end) {
    for (; p < end; p++) {
        while (end - p >= 8 && load_u64(p) == UINT64_C(0x2020202020202020))
            p += 8;
        if (p == end || !is_whitespace(*p))
            break;
    }
    return p;
}

static uint64_t offset_at(const jt_tokenizer *t, const uint8_t *p) {
    return t->chunk_start + (size_t)(p - t->chunk);
}

static void begin_token(jt_tokenizer *t, uint8_t kind, const uint8_t *p) {
    t->token.start = t->token.first = offset_at(t, p);
    t->token.kind = kind;
    t->token.sub = 0;
    t->token.flags = 0;
    t->token.utf8_need = 0;
}

/* An error at p, in the unfinished token or where none is. */
JT_NOINLINE static jt_stop fail_at(jt_tokenizer *t, jt_error_code code, const uint8_t *p) {
    if (!jt_token_within_limit(t, offset_at(t, p)))
        return STOP_ERROR;
    jt_fail_here(t, code, offset_at(t, p));
    return STOP_ERROR;
}

/* Each lexer below begins a token at *at, or goes on with the one that t->token says is unfinished. STOP_STEP: *at is
 * behind its last byte. STOP_LIMIT: the data ended first. STOP_CAREFUL: a fast instance can go on at *at. */

/* The first byte of a sequence of two to four: how many follow, and what the next may be (Unicode 15, table 3-7). */
static bool begin_sequence(jt_tokenizer *t, uint8_t b) {
    t->token.utf8_need = (uint8_t)jt_begin_sequence(b, &t->token.utf8_low, &t->token.utf8_high);
    t->token.utf8_seen = 1;
    return t->token.utf8_need > 0;
}

/* Takes the next byte of a sequence, or the first of one. false: it is ill-formed. */
static bool take_utf8(jt_tokenizer *t, uint8_t b) {
    if (!t->token.utf8_need)
        return begin_sequence(t, b);
    if (b < t->token.utf8_low || b > t->token.utf8_high)
        return false;
    t->token.utf8_low = 0x80;
    t->token.utf8_high = 0xbf;
    t->token.utf8_seen++;
    t->token.utf8_need--;
    return true;
}

/* The byte at p is none that take_utf8 takes: the error lies where its sequence began. */
static jt_stop fail_utf8(jt_tokenizer *t, const uint8_t *p) {
    if (!jt_token_within_limit(t, offset_at(t, p)))
        return STOP_ERROR;
    uint64_t offset = offset_at(t, p) - (t->token.utf8_need ? t->token.utf8_seen : 0);
    jt_fail_here(t, JT_ERROR_INVALID_UTF8, offset);
    return STOP_ERROR;
}

static bool is_hex(uint8_t c) {
    return is_digit(c) || (uint8_t)((c | 0x20) - 'a') < 6;
}

/* Bytes of a string that end nothing: ASCII, and neither quote, backslash nor control character. */
static bool is_plain_word(uint64_t word) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t quote = word ^ ones * '"', backslash = word ^ ones * '\\';
    return ((word | (word - ones * 0x20) | (quote - ones) | (backslash - ones)) & ones * 0x80) == 0;
}

/* token.sub: 0 plain text, 1 behind a backslash, 2 to 5 before the first to fourth digit of \uXXXX. */
static jt_stop lex_string(jt_tokenizer *t, const uint8_t **at, const uint8_t *end, bool may_yield) {
    const uint8_t *p = *at;
    if (!t->token.kind)
        begin_token(t, '"', p++);
    if (t->token.sub == SUB_COMPLETE)
        return STOP_STEP;
    for (; p < end; p++) {
        uint8_t b = *p;
        if (t->token.utf8_need) {
            if (!take_utf8(t, b)) {
                *at = p;
                return fail_utf8(t, p);
            }
        } else if (t->token.sub == 0) {
            if (may_yield && (size_t)(end - p) > JT_LOOKAHEAD) {
                *at = p;
                return STOP_CAREFUL;
            }
            if (end - p >= 8 && is_plain_word(load_u64(p))) {
                p += 7;
                continue;
            }
            if (b == '"') {
                t->token.sub = SUB_COMPLETE;
                *at = p + 1;
                return STOP_STEP;
            }
            if (b == '\\') {
                t->token.flags |= JT_ESCAPED;
                t->token.sub = 1;
                continue;
            }
            if (b < 0x20) {
                *at = p;
                return fail_at(t, JT_ERROR_CONTROL_CHARACTER, p);
            } else if (b >= 0x80) {
                t->token.flags |= JT_NON_ASCII;
                if (t->options.utf8 == JT_UTF8_STRICT && !take_utf8(t, b)) {
                    *at = p;
                    return fail_utf8(t, p);
                }
            }
        } else if (t->token.sub == 1) {
            bool letter = b == '"' || b == '\\' || b == '/' || b == 'b' || b == 'f' || b == 'n' || b == 'r' || b == 't';
            if (!letter && b != 'u') {
                *at = p;
                return fail_at(t, JT_ERROR_INVALID_ESCAPE, p);
            }
            t->token.sub = letter ? 0 : 2;
        } else {
            if (!is_hex(b)) {
                *at = p;
                return fail_at(t, JT_ERROR_INVALID_HEX_DIGIT, p);
            }
            t->token.sub = t->token.sub == 5 ? 0 : t->token.sub + 1;
        }
    }
    *at = p;
    return STOP_LIMIT;
}

/* token.sub of numbers: what was read last. A number may end behind ZERO, INTEGER, FRACTION and EXPONENT. */
enum {
    NUMBER_START,
    NUMBER_MINUS,
    NUMBER_ZERO,
    NUMBER_INTEGER,
    NUMBER_POINT,
    NUMBER_FRACTION,
    NUMBER_E,
    NUMBER_SIGN,
    NUMBER_EXPONENT
};

/* The state behind the byte b, or NUMBER_START where b does not go on the number. */
static uint8_t after_number_byte(uint8_t sub, uint8_t b) {
    bool digit = is_digit(b), point = b == '.', e = (b | 0x20) == 'e';
    switch (sub) {
    case NUMBER_START: return b == '-' ? NUMBER_MINUS : b == '0' ? NUMBER_ZERO : NUMBER_INTEGER;
    case NUMBER_MINUS: return b == '0' ? NUMBER_ZERO : digit ? NUMBER_INTEGER : NUMBER_START;
    case NUMBER_ZERO: return point ? NUMBER_POINT : e ? NUMBER_E : NUMBER_START;
    case NUMBER_INTEGER: return digit ? NUMBER_INTEGER : point ? NUMBER_POINT : e ? NUMBER_E : NUMBER_START;
    case NUMBER_POINT: return digit ? NUMBER_FRACTION : NUMBER_START;
    case NUMBER_FRACTION: return digit ? NUMBER_FRACTION : e ? NUMBER_E : NUMBER_START;
    case NUMBER_E: return digit ? NUMBER_EXPONENT : b == '+' || b == '-' ? NUMBER_SIGN : NUMBER_START;
    default: return digit ? NUMBER_EXPONENT : NUMBER_START;
    }
}

static bool number_may_end(uint8_t sub) {
    return sub == NUMBER_ZERO || sub == NUMBER_INTEGER || sub == NUMBER_FRACTION || sub == NUMBER_EXPONENT;
}

static jt_stop lex_number(jt_tokenizer *t, const uint8_t **at, const uint8_t *end) {
    const uint8_t *p = *at;
    if (!t->token.kind)
        begin_token(t, '0', p);
    if (t->token.sub == SUB_COMPLETE)
        return STOP_STEP;
    uint8_t sub = t->token.sub;
    for (; p < end; p++) {
        uint8_t next = after_number_byte(sub, *p);
        if (next == NUMBER_START)
            break;
        sub = next;
        t->token.flags |= sub == NUMBER_MINUS   ? JT_NEGATIVE
                          : sub == NUMBER_POINT ? JT_FRACTION
                          : sub == NUMBER_E     ? JT_EXPONENT
                                                : 0;
    }
    *at = p;
    t->token.sub = sub;
    if (p == end && !(t->closed && number_may_end(sub)))
        return STOP_LIMIT;
    if (!number_may_end(sub))
        return fail_at(t, JT_ERROR_INVALID_NUMBER, p);
    t->token.sub = SUB_COMPLETE;
    return STOP_STEP;
}

/* token.sub of literals: how many bytes have been read. */
static jt_stop lex_literal(jt_tokenizer *t, const uint8_t **at, const uint8_t *end) {
    const uint8_t *p = *at;
    if (!t->token.kind)
        begin_token(t, *p, p);
    if (t->token.sub == SUB_COMPLETE)
        return STOP_STEP;
    const char *text = t->token.kind == 't' ? "true" : t->token.kind == 'f' ? "false" : "null";
    for (; p < end && text[t->token.sub]; p++, t->token.sub++) {
        if (*p != (uint8_t)text[t->token.sub]) {
            *at = p;
            return fail_at(t, JT_ERROR_INVALID_LITERAL, p);
        }
    }
    *at = p;
    if (text[t->token.sub])
        return STOP_LIMIT;
    t->token.sub = SUB_COMPLETE;
    return STOP_STEP;
}

/* Passes over whitespace and, where the options allow them, comments; or goes on with a comment that is unfinished.
 * STOP_STEP: *at is at another byte, or inside of a token that an earlier call has begun. STOP_CAREFUL: *at is behind a
 * comment that is to be kept. token.sub of comments: 1 behind the slash, 2 in one to the end of the line, 3 in the
 * other kind, 4 there behind a star. */
JT_NOINLINE static jt_stop skip_between(jt_tokenizer *t, const uint8_t **at, const uint8_t *end) {
    for (;;) {
        if (t->token.kind && t->token.kind != '/')
            return STOP_STEP;
        if (!t->token.kind) {
            *at = skip_spaces(*at, end);
            if (*at == end)
                return STOP_LIMIT;
            if (**at != '/' || t->options.comments == JT_COMMENTS_REFUSE)
                return STOP_STEP;
            begin_token(t, '/', *at);
            if (t->options.comments == JT_COMMENTS_KEEP && jt_is_behind_line(t, *at))
                t->token.flags = JT_AFTER_LINE;
            ++*at;
            t->token.sub = 1;
        }
        for (; t->token.sub != SUB_COMPLETE; ++*at) {
            if (*at == end) {
                if (t->token.sub != 2 || !t->closed || t->token.utf8_need)
                    return STOP_LIMIT;
                t->token.sub = SUB_COMPLETE;
                break;
            }
            uint8_t b = **at;
            if (t->token.sub == 1) {
                if (b != '/' && b != '*')
                    return fail_at(t, JT_ERROR_INVALID_COMMENT, *at);
                t->token.sub = b == '/' ? 2 : 3;
            } else if (t->token.utf8_need || (b >= 0x80 && t->options.utf8 == JT_UTF8_STRICT)) {
                if (!take_utf8(t, b))
                    return fail_utf8(t, *at);
                t->token.sub = t->token.sub == 4 ? 3 : t->token.sub;
            } else if (t->token.sub == 2) {
                if (b == '\n') {
                    t->token.sub = SUB_COMPLETE;
                    break; /* the line feed is whitespace */
                }
            } else if (t->token.sub == 4 && b == '/') {
                t->token.sub = SUB_COMPLETE;
            } else {
                t->token.sub = b == '*' ? 4 : 3;
            }
        }
        if (t->options.comments == JT_COMMENTS_KEEP)
            return STOP_CAREFUL;
        t->token.kind = 0;
        t->carried = 0; /* a character of it that a chunk has cut */
    }
}

/* Puts the complete token that ends before p on the tape. STOP_STEP, or STOP_MEMORY and the call is made again. */
JT_NOINLINE static jt_stop finish_token(jt_tokenizer *t, const uint8_t *p, jt_type type, jt_token *token) {
    if (!jt_token_within_limit(t, offset_at(t, p)))
        return STOP_ERROR;
    size_t length = (size_t)(offset_at(t, p) - t->token.start);
    const uint8_t *text = p - length;
    bool carried = t->token.start < t->chunk_start;
    if (carried) {
        if (!jt_carry(t, offset_at(t, p)))
            return STOP_MEMORY;
        text = t->block[JT_BLOCK_CARRY].data;
    }
    token->info = (uint32_t)t->token.flags << 4 | type;
    if (type == JT_KEY) {
        int32_t index = jt_keys_intern(t, text + 1, length - 2, t->token.flags);
        if (index < 0)
            return STOP_MEMORY;
        t->key = (uint32_t)index;
        if (index)
            token->info = ((jt_key_table *)t->block[JT_BLOCK_KEYS].data)->entry[index].info;
    }
    if (carried) {
        t->head = t->carried;
        t->carried = 0;
    }
    token->start = (uint32_t)(t->token.start - t->base);
    token->length = (uint32_t)length;
    t->token.kind = 0;
    return STOP_STEP;
}

/* Begins a token of this type at *at, or goes on with it, and puts it on the tape. */
JT_NOINLINE static jt_stop take_token(jt_tokenizer *t, const uint8_t **at, const uint8_t *end, bool may_yield,
                                      jt_type type, jt_token *token) {
    jt_stop why = type <= JT_STRING   ? lex_string(t, at, end, may_yield)
                  : type == JT_NUMBER ? lex_number(t, at, end)
                                      : lex_literal(t, at, end);
    return why == STOP_STEP ? finish_token(t, *at, type, token) : why;
}

/* Room for the bracket at p, below depth open ones? */
JT_NOINLINE static jt_stop open_frame(jt_tokenizer *t, uint32_t depth, const uint8_t *p) {
    if (depth >= t->options.max_depth)
        return fail_at(t, JT_ERROR_DEPTH, p);
    size_t frames = t->block[JT_BLOCK_STACK].size / sizeof(jt_frame);
    if (depth + 1 < frames)
        return STOP_STEP;
    t->need = JT_BLOCK_STACK;
    t->wanted =
        frames > SIZE_MAX / sizeof(jt_frame) / 2 ? SIZE_MAX : (frames < 16 ? 32 : frames * 2) * sizeof(jt_frame);
    return STOP_MEMORY;
}

/* At offset 0, and only there, U+FEFF is passed over (RFC 8259, section 8.1, lets a parser do so). The state stays
 * STATE_START, and the offset says how many of its bytes have been seen. */
JT_NOINLINE static jt_stop skip_byte_order_mark(jt_tokenizer *t, const uint8_t **at, const uint8_t *end) {
    static const uint8_t mark[3] = {0xef, 0xbb, 0xbf};
    uint64_t i;
    for (; (i = offset_at(t, *at)) < sizeof mark; ++*at) {
        if (*at == end)
            return STOP_LIMIT;
        if (**at == mark[i])
            continue;
        return i == 0 ? STOP_STEP : fail_at(t, JT_ERROR_EXPECTED_VALUE, *at);
    }
    return STOP_STEP;
}

#define RECORD_SEPARATOR 0x1e

/* ---- The steps of the grammar, as tokenize_template.h wants them ------------------------------------------------ */

/* A token may be emitted at p, and a byte read there that is no whitespace: what `check` has seen to, or goes to see
 * to, and comes back by the state. */
#define AT(STATE)            \
    do {                     \
        if (!ready) {        \
            state = (STATE); \
            goto check;      \
        }                    \
        ready = false;       \
    } while (0)
#define AFTER_COMMA AT
#define SKIP(STATE, RUN) ((void)0)
#define WRONG(STATE)     \
    do {                 \
        state = (STATE); \
        goto wrong;      \
    } while (0)
#define SKIP_COLD SKIP
#define SKIP_ODD(STATE) ((void)0)
/* The first byte of the value here: of one that an earlier call has begun, its kind. */
#define FIRST_BYTE() (t->token.kind ? t->token.kind : *p)
/* Reads a token to its end, goes on with one that is unfinished, and emits it. */
#define TOKEN(STATE, TYPE)                                                       \
    do {                                                                         \
        if ((why = take_token(t, &p, end, may_yield, TYPE, token)) != STOP_STEP) \
            STOP(STATE, why);                                                    \
        token++;                                                                 \
    } while (0)
#define KEY(STATE, NEXT)      \
    do {                      \
        TOKEN(STATE, JT_KEY); \
        before = key;         \
        key = t->key;         \
    } while (0)
#define COLON(STATE)      \
    do {                  \
        AT(STATE);        \
        if (*p != ':')    \
            WRONG(STATE); \
        p++;              \
    } while (0)
#define NO_ROOM_BELOW(STATE)                                                   \
    do {                                                                       \
        if ((why = open_frame(t, (uint32_t)(frame - frames), p)) != STOP_STEP) \
            STOP(STATE, why);                                                  \
    } while (0)

#define JT_EXACT 1
#include "tokenize_template.h"
