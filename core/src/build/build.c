/* See build.h. */
#include "build.h"

#include "../number/decimal.h"
#include "../write/blocks.h"
#include "arenas.h"

_Static_assert(offsetof(jt_build, words) == JT_BUILD_WORDS_AT, "the parts lie where bindings.h says");
_Static_assert(offsetof(jt_build, doubles) == JT_BUILD_DOUBLES_AT, "the parts lie where bindings.h says");
_Static_assert(offsetof(jt_build, bytes) == JT_BUILD_BYTES_AT, "the parts lie where bindings.h says");
_Static_assert(offsetof(jt_build, units) == JT_BUILD_UNITS_AT, "the parts lie where bindings.h says");
_Static_assert(sizeof(jt_build) <= JT_BUILD_BYTES, "the block has room for all");

/* What is open. NUMBERS: an array of which nothing is in the program yet, or only numbers, in pieces. */
enum { ROOT, OBJECT, ARRAY, NUMBERS };

/* The most words that one token takes: a key that is new, in a shape that is new. */
#define WORDS_OF_TOKEN 8u

#define COUNT_MAX JT_BUILD_INTEGER_MAX

/* The types of tokens that end a value. */
#define ENDS                                                                                                         \
    (1u << JT_OBJECT_END | 1u << JT_ARRAY_END | 1u << JT_STRING | 1u << JT_NUMBER | 1u << JT_TRUE | 1u << JT_FALSE | \
     1u << JT_NULL)

/* Where the next of each part goes. */
typedef struct output {
    uint32_t *word, *word_limit;
    double *number, *number_limit;
    uint32_t bytes, units; /* in use */
} output;

static uint32_t op(jt_build_op code, uint32_t payload) {
    return payload << JT_BUILD_OP_BITS | code;
}

/* Leaves what a token stands for to JavaScript. */
static void put_token(output *o, const jt_token *token) {
    o->word[0] = op(JT_BUILD_TOKEN, 0);
    memcpy(o->word + 1, token, sizeof *token);
    o->word += 4;
}

/* Pushes what a key or string stands for. false, and nothing done, where its arena has no room left. */
static bool put_string(jt_build *b, output *o, const jt_tape *tape, const jt_token *token) {
    const uint32_t flags = jt_token_flags(*token);
    const uint8_t *text = tape->text + token->start + 1;
    size_t length = token->length - 2;
    if (!(flags & JT_NON_ASCII)) {
        if (length > JT_BUILD_BYTES_CAPACITY)
            goto is_long;
        if (length > JT_BUILD_BYTES_CAPACITY - o->bytes)
            return false;
        uint8_t *out = b->bytes + o->bytes;
        size_t size = length;
        if (flags & JT_ESCAPED)
            size = jt_unescape_ascii(text, text + length, out);
        else if (tape->text_length - token->start - token->length >= BLOCK)
            copy_blocks(out, text, length);
        else
            memcpy(out, text, length);
        if (size != SIZE_MAX) {
            o->bytes += (uint32_t)size;
            *o->word++ = op(JT_BUILD_STRING, (uint32_t)size);
            return true;
        }
    }
    if (length > JT_BUILD_UNITS_CAPACITY)
        goto is_long;
    if (length > JT_BUILD_UNITS_CAPACITY - o->units)
        return false;
    bool lone = false;
    uint32_t size = (uint32_t)jt_transcode(text, text + length, b->units + o->units, b->state.well_formed, &lone);
    o->units += size;
    if (lone)
        b->number[JT_BUILD_LONE_SURROGATES] = 1;
    *o->word++ = op(JT_BUILD_STRING16, size);
    return true;

is_long:
    put_token(o, token);
    return true;
}

/* A key of the object that is open: its shape grows by it, or it is pushed, as all behind it will be. */
static bool put_key(jt_build *b, output *o, const jt_tape *tape, const jt_token *token) {
    jt_shapes *s = &b->shapes;
    jt_build_level *now = &b->state.now;
    const uint32_t id = jt_token_id(*token);
    const uint8_t *text = tape->text + token->start + 1;
    const size_t length = token->length - 2;
    uint32_t key = jt_shapes_key(s, id, now->count ? 0 : now->shape, text, length);
    if (!key) {
        if (!put_string(b, o, tape, token))
            return false;
        key = jt_shapes_add_key(s, id, text, length);
        if (!key) {
            now->count++;
            return true;
        }
        *o->word++ = op(JT_BUILD_NEW_KEY, 0);
    }
    if (now->count == 0) {
        const jt_shape *from = s->shape + now->shape;
        const uint32_t shapes = s->shapes,
                       shape = from->guess_key == key ? from->guess : jt_shapes_next(s, now->shape, key);
        if (s->shapes > shapes) {
            *o->word++ = op(JT_BUILD_NEW_SHAPE, key);
            *o->word++ = now->shape;
        }
        if (shape) {
            now->shape = shape;
            return true;
        }
    }
    now->count++;
    *o->word++ = op(JT_BUILD_KEY, key);
    return true;
}

/* What a number is, with its value: nothing where that is left to JavaScript, as a small module does with those of many
 * digits; a small integer, other than -0; or any other double. */
typedef enum number_kind { UNKNOWN, INTEGER, DOUBLE } number_kind;

#if JT_COMPACT

static number_kind convert(const jt_tape *tape, const jt_token *token, double *value) {
    const uint8_t *text = tape->text + token->start, *end = text + token->length;
    const uint32_t flags = jt_token_flags(*token);
    uint64_t digits = 0;
    uint32_t count = 0, fraction = 0, step = 0;
    for (text += flags & JT_NEGATIVE; text < end; text++) {
        uint32_t digit = *text - (uint32_t)'0';
        if (digit < 10) {
            digits = digits * 10 + digit;
            count += (count | digit) != 0; /* zeros at the front don't count */
            fraction += step;
        } else if (*text == '.') {
            step = 1;
        } else {
            break;
        }
    }
    if (count > 19)
        return UNKNOWN;
    int64_t exponent = text < end ? jt_number_exponent(text + 1, end) : 0;
    *value = jt_number_f64(digits, exponent - fraction, flags & JT_NEGATIVE);
    return flags < JT_FRACTION && digits <= JT_BUILD_INTEGER_MAX && digits >= flags ? INTEGER : DOUBLE;
}

#else

static const uint32_t powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

/* The last `count` digits of a word, 1 to 8, as a number. */
JT_INLINE uint32_t last_digits(uint64_t word, uint32_t count) {
    const uint32_t cut = 64 - 8 * count;
    return jt_eight_digits(word >> cut << cut);
}

/* Most numbers are taken as a few words of digits; others go the general way. */
static number_kind convert(const jt_tape *tape, const jt_token *token, double *value) {
    const uint8_t *text = tape->text + token->start, *end = text + token->length;
    const uint32_t flags = jt_token_flags(*token), negative = flags & JT_NEGATIVE, length = token->length - negative;
    /* What stands before the number is read, too, where that is text. */
    if (flags >= JT_EXPONENT || length > 21 || end - tape->text < 8)
        goto general;
    const uint64_t last = load_u64(end - 8);
    if (length <= 8) {
        if (flags < JT_FRACTION) {
            uint32_t x = last_digits(last, length);
            *value = negative ? -(double)x : x;
            return x <= JT_BUILD_INTEGER_MAX && x >= negative ? INTEGER : DOUBLE;
        }
        /* The digits move together over the point. */
        const uint64_t word = last >> (64 - 8 * length), point = jt_non_digits(word);
        const uint32_t whole = ctz_u64(point) >> 3;
        const uint64_t below = (UINT64_C(1) << 8 * whole) - 1;
        const uint64_t joined = (word & below) | (word >> 8 & ~below);
        *value = jt_number_f64(last_digits(joined << (72 - 8 * length), length - 1), -(int64_t)(length - 1 - whole),
                               negative);
        return DOUBLE;
    }
    text += negative;
    const uint64_t first = load_u64(text);
    if (flags < JT_FRACTION) {
        if (length > 16)
            goto general;
        /* Below 2^63, so that the conversion rounds once. */
        int64_t x = (int64_t)(last_digits(first << 8 * (16 - length), length - 8) * UINT64_C(100000000));
        x += jt_eight_digits(last);
        *value = negative ? -(double)x : (double)x;
        return DOUBLE;
    }
    const uint64_t point = jt_non_digits(first);
    if (!point)
        goto general;
    const uint32_t whole = ctz_u64(point) >> 3, fraction = length - whole - 1;
    if (fraction + (*text == '0' ? 0 : whole) > 19)
        goto general;
    uint64_t digits = last_digits(first << 8 * (8 - whole), whole);
    uint32_t rest = fraction;
    for (text += whole + 1; rest > 8; rest -= 8, text += 8)
        digits = digits * powers[8] + jt_eight_digits(load_u64(text));
    *value = jt_number_f64(digits * powers[rest] + last_digits(last, rest), -(int64_t)fraction, negative);
    return DOUBLE;

general:
    *value = jt_read_f64(tape->text + token->start, token->length);
    return DOUBLE;
}

#endif

/* Of the number at some numbers ahead of the next. */
static number_kind number_at(const jt_build_state *s, const jt_tape *tape, const jt_token *token, uint32_t ahead,
                             double *value) {
#if JT_FUSED_NUMBERS
    if (s->fused) {
        const uint32_t flags = jt_token_flags(*token);
        const double x = tape->numbers[s->number + ahead];
        *value = x;
        return flags < JT_FRACTION && x <= JT_BUILD_INTEGER_MAX && x >= -(double)JT_BUILD_INTEGER_MAX &&
                       (flags == 0 || x < 0)
                   ? INTEGER
                   : DOUBLE;
    }
#endif
    (void)s;
    (void)ahead;
    return convert(tape, token, value);
}

/* The numbers that come next in the array that is open. false where a part is full. */
static bool put_numbers(jt_build *b, output *o, const jt_tape *tape) {
    jt_build_state *s = &b->state;
    const uint32_t words = (uint32_t)(o->word_limit - o->word), doubles = (uint32_t)(o->number_limit - o->number);
    const uint32_t most = words < doubles ? words : doubles;
    uint32_t n = 0;
    number_kind all = INTEGER, one = all;
    jt_type type = JT_NUMBER;
    for (; s->next < s->end; s->next++, n++) {
        const jt_token *const token = tape->tokens + s->next;
        type = jt_token_type(*token);
        if (type != JT_NUMBER || n == most)
            break;
        one = number_at(s, tape, token, n, o->number + n);
        if (one == UNKNOWN)
            break;
        if (one == DOUBLE)
            all = DOUBLE;
    }
    s->now.count += n;
    const bool cut = type == JT_NUMBER && one != UNKNOWN, others = !cut && type != JT_ARRAY_END;
    if (others)
        s->now.kind = ARRAY;
    if (others && !s->pieces) {
        /* A value each. */
        for (uint32_t i = 0; i < n; i++)
            *o->word++ = op(JT_BUILD_DOUBLE, 0);
    } else if (n) {
        *o->word++ = op(all == INTEGER ? JT_BUILD_INTEGERS : JT_BUILD_DOUBLES, n);
        if (s->pieces)
            *o->word++ = op(JT_BUILD_APPEND, 0);
        s->pieces = true;
    }
    if (others && s->pieces) {
        *o->word++ = op(JT_BUILD_SPREAD, 0);
        s->pieces = false;
    }
    o->number += n;
    s->number += n;
    return !cut || s->next == s->end;
}

/* A number that stands alone. false where its part is full. */
static bool put_number(jt_build *b, output *o, const jt_tape *tape, const jt_token *token) {
    jt_build_state *s = &b->state;
    const uint32_t flags = jt_token_flags(*token), numbers = s->numbers;
    double value = 0;
    number_kind kind = UNKNOWN;
    if (numbers != JT_NUMBERS_TEXT)
        kind = number_at(s, tape, token, 0, &value);
    if (kind == INTEGER) {
        *o->word++ = op(JT_BUILD_INTEGER, (uint32_t)(int32_t)value);
    } else if (kind == UNKNOWN || (numbers == JT_NUMBERS_BIGINT && flags < JT_FRACTION &&
                                   !(value >= -9007199254740991.0 && value <= 9007199254740991.0))) {
        put_token(o, token);
    } else {
        if (o->number == o->number_limit)
            return false;
        *o->number++ = value;
        *o->word++ = op(JT_BUILD_DOUBLE, 0);
    }
    s->number++;
    return true;
}

/* What is left of the batch: JT_OK where all tokens are in the program. */
static jt_status build(jt_build *b, output *o, const jt_tape *tape, jt_build_level *levels, size_t level_count) {
    jt_build_state *s = &b->state;
    while (s->next < s->end) {
        if (o->word >= o->word_limit || (s->now.kind == NUMBERS && !put_numbers(b, o, tape)))
            return JT_FULL;
        if (s->next == s->end)
            break;
        const jt_token *const token = tape->tokens + s->next;
        const jt_type type = jt_token_type(*token);
        bool done = true;
        switch (type) {
        case JT_KEY: done = put_key(b, o, tape, token); break;
        case JT_STRING: done = put_string(b, o, tape, token); break;
        case JT_NUMBER: done = put_number(b, o, tape, token); break;
        case JT_OBJECT_START:
        case JT_ARRAY_START:
            if (s->depth == level_count) /* what is in the batch goes first */
                return o->word == b->words ? JT_NEED_MEMORY : JT_FULL;
            levels[s->depth++] = s->now;
            s->now = (jt_build_level){OBJECT, 0, 0};
            if (type == JT_ARRAY_START) {
                const uint32_t after = s->next + 1;
                const bool numbers = after < s->end && jt_token_type(tape->tokens[after]) == JT_NUMBER;
                s->now.kind = numbers && s->numbers == JT_NUMBERS_DOUBLE ? NUMBERS : ARRAY;
                s->pieces = false;
            }
            break;
        case JT_OBJECT_END:
            *o->word++ = op(s->now.count ? JT_BUILD_MEMBERS : JT_BUILD_OBJECT, s->now.shape);
            if (s->now.count)
                *o->word++ = s->now.count;
            s->now = levels[--s->depth];
            break;
        case JT_ARRAY_END:
            if (s->now.kind == ARRAY)
                *o->word++ = op(JT_BUILD_ARRAY, s->now.count);
            s->now = levels[--s->depth];
            break;
        case JT_COMMENT: break;
        default: *o->word++ = op(JT_BUILD_LITERAL, type - JT_TRUE); break;
        }
        if (!done)
            return JT_FULL;
        s->next++;
        /* What ends a value ends an element. */
        if (s->now.kind == ARRAY && (ENDS >> type & 1) && s->now.count++ >= COUNT_MAX)
            return JT_REFUSED;
    }
    return JT_OK;
}

void jt_build_begin(jt_build *b, uint32_t count, uint32_t flags, uint64_t seed) {
    bool anew = jt_shapes_begin(&b->shapes, flags & JT_BUILD_FORGET, seed);
    b->state = (jt_build_state){.anew = anew,
                                .end = count,
                                .numbers = (jt_build_numbers)(flags & 3),
                                .well_formed = !(flags & JT_BUILD_REPLACE),
                                .fused = flags & JT_BUILD_FUSED};
}

jt_status jt_build_run(jt_build *b, const jt_tape *tape, jt_build_level *levels, size_t level_count) {
    output o = {b->words,   b->words + (JT_BUILD_WORDS_CAPACITY - WORDS_OF_TOKEN),
                b->doubles, b->doubles + JT_BUILD_DOUBLES_CAPACITY,
                0,          0};
    b->number[JT_BUILD_ANEW] = b->state.anew;
    b->state.anew = false;
    b->number[JT_BUILD_LONE_SURROGATES] = 0;
    jt_status status = build(b, &o, tape, levels, level_count);
    b->number[JT_BUILD_WORDS_USED] = (uint32_t)(o.word - b->words);
    b->number[JT_BUILD_DOUBLES_USED] = (uint32_t)(o.number - b->doubles);
    b->number[JT_BUILD_BYTES_USED] = o.bytes;
    b->number[JT_BUILD_UNITS_USED] = o.units;
    return status;
}
