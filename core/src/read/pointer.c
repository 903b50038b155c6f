/* JSON Pointers (RFC 6901) of tokens and of errors, found by walking the tape: siblings are passed over by their
 * brackets' distance. */
#include "error.h"
#include "grammar.h"
#include "sink.h"
#include "stream.h"
#include "text.h"
#include "walk.h"

static void put_index(sink *out, uint64_t index) {
    jt_put_byte(out, '/');
    jt_put_decimal(out, index);
}

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

/* A place among the children of a container. */
typedef struct place {
    jt_type container;  /* JT_OBJECT_START or JT_ARRAY_START; 0: at the root, or the container's own end */
    uint64_t index;     /* children before it */
    const uint8_t *key; /* the last key before it, quotes included */
    size_t key_length;
} place;

static void put_child(sink *out, place at) {
    if (at.container == JT_OBJECT_START) {
        jt_put_byte(out, '/');
        jt_put_key(out, at.key, at.key_length, true);
    } else if (at.container == JT_ARRAY_START) {
        put_index(out, at.index);
    }
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
static place place_in(const jt_tape *tape, uint32_t depth) {
    if (!depth)
        return (place){0};
    jt_path_entry entry = {0};
    const uint8_t *p = tape->path;
    for (uint32_t i = 0; i < depth; i++)
        p = jt_path_read(p, &entry);
    return (place){(jt_type)entry.type, entry.index, entry.key, (size_t)entry.key_length};
}

/* Is the token at index the end of a bracket that an earlier tape opened? */
static bool closes_earlier(const jt_tape *tape, size_t index) {
    jt_type type = jt_token_type(tape->tokens[index]);
    return (type == JT_OBJECT_END || type == JT_ARRAY_END) && tape->tokens[index].length == 0;
}

/* Puts the path of the innermost container that holds the token at index (which may be the end of the tape), and says
 * where in it the token is. The closing bracket of a container counts as the container. */
static place put_container(sink *out, const jt_tape *tape, size_t index) {
    uint32_t depth = tape->depth;
    place at = place_in(tape, depth);
    if (tape->state == STATE_ARRAY_NEXT)
        at.index++;
    size_t child = 0;
    while (child < index) { /* beside each other, and out of brackets that were open before */
        size_t last = last_token(tape, child);
        if (closes_earlier(tape, child)) {
            at = place_in(tape, --depth);
            at.index++;
        } else if (last == child || last < index) {
            pass(&at, tape, child);
        } else {
            break;
        }
        child = last + 1;
    }
    const uint8_t *entry_at = tape->path;
    for (uint32_t i = 1; i < depth; i++) {
        jt_path_entry entry;
        entry_at = jt_path_read(entry_at, &entry);
        put_child(out, (place){(jt_type)entry.type, entry.index, entry.key, (size_t)entry.key_length});
    }
    if (child == index && index < tape->length && closes_earlier(tape, index))
        at.container = (jt_type)0;
    while (child < index) { /* into brackets, each around the token */
        size_t last = last_token(tape, child);
        if (last == child || last < index) {
            pass(&at, tape, child);
            child = last + 1;
        } else {
            put_child(out, at);
            at = (place){last == index ? (jt_type)0 : jt_token_type(tape->tokens[child]), 0, NULL, 0};
            if (last == index)
                break;
            child++;
        }
    }
    return at;
}

size_t jt_tape_pointer(const jt_tape *tape, size_t index, char *buffer, size_t capacity) {
    sink out = {.buffer = buffer, .capacity = capacity};
    place at = put_container(&out, tape, index);
    jt_type type = jt_token_type(tape->tokens[index]);
    if (type == JT_KEY)
        set_key(&at, tape, index);
    if (type != JT_COMMENT)
        put_child(&out, at);
    return jt_end_text(&out);
}

void jt_put_error_pointer(sink *out, const jt_tokenizer *t) {
    jt_tape tape = jt_tokenizer_tape(t);
    place at = put_container(out, &tape, tape.length);
    if (t->state == STATE_ARRAY_NEXT)
        at.index--; /* the element that was just read */
    if (t->state != STATE_OBJECT_FIRST && t->state != STATE_OBJECT_KEY)
        put_child(out, at);
}

size_t jt_error_pointer(const jt_tokenizer *t, char *buffer, size_t capacity) {
    sink out = {.buffer = buffer, .capacity = capacity};
    jt_put_error_pointer(&out, t);
    return jt_end_text(&out);
}
