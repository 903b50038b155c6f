/* JSON Pointers (RFC 6901) of tokens and of errors, found by walking the tape: siblings are passed over by their
 * brackets' distance. */
#include "error.h"
#include "grammar.h"
#include "sink.h"
#include "view.h"
#include "text.h"
#include "walk.h"

void jt_put_key(sink *out, const uint8_t *span, size_t length, bool in_pointer) {
    const uint8_t *p = span + 1, *end = span + length - 1;
    while (p < end) {
        uint32_t code = jt_next_character(&p, end);
        if (in_pointer && (code == '~' || code == '/')) {
            jt_put_text(out, code == '~' ? "~0" : "~1");
            continue;
        }
        const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029;
        uint8_t bytes[JT_ESCAPES_MAX];
        const size_t n = out->one_line && control ? jt_put_escapes(code, bytes) : jt_put_utf8(code, bytes);
        for (size_t i = 0; i < n; i++)
            jt_put_byte(out, (char)bytes[i]);
    }
}

/* The last token of what begins at index: of a bracket, its partner; SIZE_MAX where it is still open. */
static size_t last_token(const jt_tape *tape, size_t index) {
    jt_token token = tape->tokens[index];
    if (!jt_is_start(jt_token_type(token)))
        return index;
    return token.length ? index + token.length : SIZE_MAX;
}

/* A place among the children of a container, as an entry of the path tells of it: how many come before, and the last
 * key before. Its type is 0 at the root, and where the place is the container's own end. */
typedef jt_path_entry place;

static void put_child(sink *out, const place *at) {
    if (at->type)
        jt_put_byte(out, '/');
    if (at->type == JT_OBJECT_START)
        jt_put_key(out, at->key, (size_t)at->key_length, true);
    else if (at->type == JT_ARRAY_START)
        jt_put_decimal(out, at->index);
}

static void set_key(place *at, const jt_tape *tape, size_t index) {
    at->key = jt_token_text(tape, tape->tokens[index]);
    at->key_length = tape->tokens[index].length;
}

/* Takes one token, key or child, that lies before the place. */
static void pass(place *at, const jt_tape *tape, size_t index) {
    jt_type type = jt_token_type(tape->tokens[index]);
    if (type == JT_KEY)
        set_key(at, tape, index);
    else if (type != JT_COMMENT)
        at->index++;
}

/* The place behind the last child that the entry at this depth (from 1) of the tape's path tells of. */
static void enter(place *at, const jt_tape *tape, uint32_t depth) {
    const uint8_t *p = tape->path;
    *at = (place){0};
    for (uint32_t i = 0; i < depth; i++)
        p = jt_path_read(p, at);
}

/* Is the token at index the end of a bracket that an earlier tape opened? */
static bool closes_earlier(const jt_tape *tape, size_t index) {
    jt_type type = jt_token_type(tape->tokens[index]);
    return (type == JT_OBJECT_END || type == JT_ARRAY_END) && tape->tokens[index].length == 0;
}

/* Puts the path of the innermost container that holds the token at index (which may be the end of the tape), and says
 * where in it the token is. The closing bracket of a container counts as the container. */
static void put_container(sink *out, place *at, const jt_tape *tape, size_t index) {
    uint32_t depth = tape->depth;
    enter(at, tape, depth);
    if (tape->state == STATE_ARRAY_NEXT)
        at->index++;
    size_t child = 0;
    while (child < index) { /* beside each other, and out of brackets that were open before */
        size_t last = last_token(tape, child);
        if (closes_earlier(tape, child)) {
            enter(at, tape, --depth);
            at->index++;
        } else if (last == child || last < index) {
            pass(at, tape, child);
        } else {
            break;
        }
        child = last + 1;
    }
    const uint8_t *path = tape->path;
    for (uint32_t i = 1; i < depth; i++) {
        place around;
        path = jt_path_read(path, &around);
        put_child(out, &around);
    }
    if (child == index && index < tape->length && closes_earlier(tape, index))
        at->type = 0;
    while (child < index) { /* into brackets, each around the token */
        size_t last = last_token(tape, child);
        if (last == child || last < index) {
            pass(at, tape, child);
            child = last + 1;
        } else {
            put_child(out, at);
            *at = (place){.type = last == index ? 0 : (uint8_t)jt_token_type(tape->tokens[child])};
            if (last == index)
                break;
            child++;
        }
    }
}

size_t jt_tape_pointer(const jt_tape *tape, size_t index, char *buffer, size_t capacity) {
    sink out = {.buffer = buffer, .capacity = capacity};
    place at;
    put_container(&out, &at, tape, index);
    jt_type type = jt_token_type(tape->tokens[index]);
    if (type == JT_KEY)
        set_key(&at, tape, index);
    if (type != JT_COMMENT)
        put_child(&out, &at);
    return jt_end_text(&out);
}

void jt_put_error_pointer(sink *out, const jt_tokenizer *t) {
    jt_tape tape = jt_tokenizer_tape(t);
    place at;
    put_container(out, &at, &tape, tape.length);
    if (t->state == STATE_ARRAY_NEXT)
        at.index--; /* the element that was just read */
    if (t->state != STATE_OBJECT_FIRST && t->state != STATE_OBJECT_KEY)
        put_child(out, &at);
}

size_t jt_error_pointer(const jt_tokenizer *t, char *buffer, size_t capacity) {
    sink out = {.buffer = buffer, .capacity = capacity};
    jt_put_error_pointer(&out, t);
    return jt_end_text(&out);
}
