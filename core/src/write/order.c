/* A tape in another order of its keys: sorted, and the canonical form of RFC 8785.
 *
 * The caller gives a number for each token. That of an object's start becomes the token to write next, its first key or
 * its end; that of a key becomes the next key, or the object's end. All other tokens are followed by their neighbour on
 * the tape, unless they end a key's value: then by what that key's number says. So the tape is walked, and each object
 * sorted, without a stack. */
#include "../read/text.h"
#include "../read/walk.h"
#include "state.h"

/* ---- Keys by their UTF-16 units ---------------------------------------------------------------------------------- */

/* The units of a key, one at a time. */
typedef struct unit_reader {
    const uint8_t *p, *end;
    int32_t low; /* the second half of the last character, or 0 */
} unit_reader;

/* -1 at the end. */
static int32_t next_unit(unit_reader *r) {
    int32_t unit = r->low;
    r->low = 0;
    if (unit == 0) {
        if (r->p == r->end)
            return -1;
        unit = (int32_t)jt_next_character(&r->p, r->end);
        if (unit >= 0x10000) {
            r->low = 0xdc00 + (unit & 0x3ff);
            unit = 0xd7c0 + (unit >> 10);
        }
    }
    return unit;
}

/* Bytes of UTF-8 in the order of the units: the characters of four, which begin with a unit below 0xe000, before those
 * of three that begin with 0xee and 0xef. */
static int rank(uint8_t byte) {
    return byte == 0xee || byte == 0xef ? byte + 0x10 : byte;
}

static int compare_plain(const uint8_t *a, size_t a_length, const uint8_t *b, size_t b_length) {
    size_t n = a_length < b_length ? a_length : b_length, i = 0;
    while (n - i >= 8 && load_u64(a + i) == load_u64(b + i))
        i += 8;
    while (i < n && a[i] == b[i])
        i++;
    if (i < n)
        return rank(a[i]) - rank(b[i]);
    return (a_length > b_length) - (a_length < b_length);
}

static int compare_keys(const jt_tape *tape, uint32_t a, uint32_t b) {
    const jt_token x = tape->tokens[a], y = tape->tokens[b];
    const uint8_t *p = jt_token_text(tape, x) + 1, *q = jt_token_text(tape, y) + 1;
    if (!((jt_token_flags(x) | jt_token_flags(y)) & JT_ESCAPED))
        return compare_plain(p, x.length - 2, q, y.length - 2);
    unit_reader r = {p, p + x.length - 2, 0}, s = {q, q + y.length - 2, 0};
    int32_t unit, other;
    do {
        unit = next_unit(&r);
        other = next_unit(&s);
    } while (unit == other && unit >= 0);
    return unit - other;
}

/* ---- Sorting: lists that are merged, from short to long ---------------------------------------------------------- */

#define NONE UINT32_MAX

/* Of equal keys those of a come first. */
static uint32_t merge(const jt_tape *tape, uint32_t *next, uint32_t a, uint32_t b) {
    uint32_t first = NONE, *link = &first;
    while (a != NONE && b != NONE) {
        uint32_t *from = compare_keys(tape, a, b) <= 0 ? &a : &b;
        *link = *from;
        link = &next[*from];
        *from = *link;
    }
    *link = a != NONE ? a : b;
    return first;
}

/* One behind the last token of the value at index, which has been seen to be whole. */
static uint32_t behind_value(const jt_tape *tape, uint32_t index) {
    jt_token token = tape->tokens[index];
    return index + 1 + (jt_is_start(jt_token_type(token)) ? token.length : 0);
}

/* Sorts the keys of the object from index to end. */
static void sort_object(const jt_tape *tape, uint32_t *next, uint32_t index, uint32_t end) {
    uint32_t lists[32], sorted = NONE, last = index; /* lists[i] is empty or has 2^i keys */
    for (int i = 0; i < 32; i++)
        lists[i] = NONE;
    for (uint32_t key = index + 1; key < end; key = behind_value(tape, key + 1)) {
        uint32_t list = key;
        next[key] = NONE;
        int i = 0;
        for (; lists[i] != NONE; i++) {
            list = merge(tape, next, lists[i], list);
            lists[i] = NONE;
        }
        lists[i] = list;
    }
    for (int i = 0; i < 32; i++)
        sorted = merge(tape, next, lists[i], sorted);
    next[index] = sorted;
    while (next[last] != NONE)
        last = next[last];
    next[last] = end;
}

/* ---- The order of a tape ------------------------------------------------------------------------------------------
 */

static bool is_value(jt_type type) {
    return jt_is_start(type) || (type >= JT_STRING && type <= JT_NULL);
}

/* Whether the token at index has a partner, or text in reach. */
static bool is_sound(const jt_tape *tape, size_t index) {
    const jt_token token = tape->tokens[index];
    const jt_type type = jt_token_type(token);
    if (jt_is_start(type)) {
        if (token.length == 0 || token.length >= tape->length - index)
            return false;
        const jt_token end = tape->tokens[index + token.length];
        return end.length == token.length && (uint32_t)jt_token_type(end) == (uint32_t)type + 1;
    }
    if (type <= JT_ARRAY_END) {
        return type != 0 && token.length > 0 && token.length <= index &&
               (uint32_t)jt_token_type(tape->tokens[index - token.length]) + 1 == (uint32_t)type;
    }
    if (type > JT_NULL || (type <= JT_NUMBER && (jt_token_flags(token) & JT_PARTIAL)))
        return false;
    bool quoted = type == JT_KEY || type == JT_STRING, in_head = token.start < tape->head_length;
    uint64_t at = in_head ? token.start : token.start - tape->text_start;
    uint64_t available = in_head ? tape->head_length : tape->text_length;
    return at <= available && token.length <= available - at && token.length >= (quoted ? 2u : 1u);
}

/* Whether values, with a key before each where they are an object's, go from index to end exactly. */
static bool are_values(const jt_tape *tape, uint32_t index, uint32_t end, bool keys) {
    while (index < end) {
        if (keys && (jt_token_type(tape->tokens[index++]) != JT_KEY || index == end))
            return false;
        if (!is_value(jt_token_type(tape->tokens[index])))
            return false;
        index = behind_value(tape, index);
    }
    return index == end;
}

/* Notes a fault, if none is known of an earlier token. */
static void note(jt_order *o, jt_error_code code, size_t index) {
    if (o->code == JT_ERROR_NONE || index < o->index) {
        o->code = code;
        o->index = index;
    }
}

/* What has no canonical form: a lone surrogate, a number that no double comes near. */
static void check_token(jt_order *o, const jt_tape *tape, size_t index) {
    const jt_token token = tape->tokens[index];
    const jt_type type = jt_token_type(token);
    const uint8_t *p = jt_token_text(tape, token);
    if (type == JT_NUMBER) {
        double value = jt_read_f64(p, token.length);
        if (value - value != 0)
            note(o, JT_ERROR_NUMBER_TOO_LARGE, index);
    } else if ((type == JT_KEY || type == JT_STRING) && (jt_token_flags(token) & JT_ESCAPED)) {
        const uint8_t *end = p + token.length - 1;
        for (p++; p < end;) {
            uint32_t code = jt_next_character(&p, end);
            if (code >= 0xd800 && code < 0xe000)
                note(o, JT_ERROR_LONE_SURROGATE, index);
        }
    }
}

/* Keys that are there twice stand side by side now. */
static void check_object(jt_order *o, const jt_tape *tape, uint32_t index, uint32_t end) {
    uint32_t key = o->next[index];
    while (key != end) {
        uint32_t other = o->next[key];
        if (other != end && compare_keys(tape, key, other) == 0)
            note(o, JT_ERROR_DUPLICATE_KEY, other);
        key = other;
    }
}

jt_status jt_order_init(jt_order *o, const jt_tape *tape, uint32_t *next, size_t room, bool canonical) {
    if (room < tape->length || tape->length >= UINT32_MAX)
        return JT_REFUSED;
    const uint32_t count = (uint32_t)tape->length;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_sound(tape, i))
            return JT_REFUSED;
    }
    if (!are_values(tape, 0, count, false))
        return JT_REFUSED;
    *o = (jt_order){.next = next, .canonical = canonical};
    for (uint32_t i = 0; i < count; i++) {
        const jt_token token = tape->tokens[i];
        const bool object = jt_token_type(token) == JT_OBJECT_START;
        if (canonical)
            check_token(o, tape, i);
        if (jt_is_start(jt_token_type(token)) && !are_values(tape, i + 1, i + token.length, object))
            return JT_REFUSED;
        if (object) {
            sort_object(tape, next, i, i + token.length);
            if (canonical)
                check_object(o, tape, i, i + token.length);
        }
    }
    return o->code == JT_ERROR_NONE ? JT_OK : JT_INVALID;
}

/* ---- Writing ------------------------------------------------------------------------------------------------------
 */

/* The token that is written behind the one at index. */
static size_t following(const jt_tape *tape, const uint32_t *next, size_t index) {
    const jt_token token = tape->tokens[index];
    const jt_type type = jt_token_type(token);
    if (type == JT_OBJECT_START)
        return next[index];
    if (type == JT_ARRAY_START || type == JT_KEY)
        return index + 1;
    size_t start = type <= JT_ARRAY_END ? index - token.length : index;
    return start > 0 && jt_token_type(tape->tokens[start - 1]) == JT_KEY ? next[start - 1] : index + 1;
}

/* Writes a token in its canonical form. */
static jt_status write_canonical(jt_writer *w, const jt_tape *tape, jt_token token) {
    const jt_type type = jt_token_type(token);
    const uint8_t *text = jt_token_text(tape, token);
    if (type == JT_NUMBER)
        return jt_write_f64(w, jt_read_f64(text, token.length));
    if ((type != JT_KEY && type != JT_STRING) || !(jt_token_flags(token) & JT_ESCAPED))
        return jt_write_token(w, tape, token);
    if (!writer_allows(w, type == JT_KEY ? STATE_KEY : STATE_VALUE))
        return JT_REFUSED;
    unsigned kind = PENDING_OPEN | PENDING_CONTENT | PENDING_CLOSE | (type == JT_KEY ? PENDING_COLON : 0);
    return jt_writer_start(w, kind, CONTENT_PLAIN, text + 1, token.length - 2,
                           type == JT_KEY ? w->after_key : w->after_value);
}

jt_status jt_write_ordered(jt_writer *w, const jt_tape *tape, jt_order *o) {
    jt_status status = jt_writer_enter_tape(w);
    while (status == JT_OK && o->index < tape->length) {
        jt_token token = tape->tokens[o->index];
        status = o->canonical ? write_canonical(w, tape, token) : jt_write_token(w, tape, token);
        if (status != JT_REFUSED)
            o->index = following(tape, o->next, o->index);
    }
    return jt_writer_leave_tape(w, status);
}
