/* JSON Pointers (RFC 6901) of tokens and of errors, found by walking the tape: siblings are passed over by their
 * brackets' distance. */
#include "error.h"
#include "grammar.h"
#include "sink.h"
#include "text.h"

static void put_index(sink *out, uint64_t index) {
    jt_put_byte(out, '/');
    jt_put_decimal(out, index);
}

static void put_key(sink *out, const jt_tape *tape, jt_token key) {
    const uint8_t *p = jt_token_text(tape, key) + 1, *end = p + key.length - 2;
    jt_put_byte(out, '/');
    while (p < end) {
        uint32_t code = jt_next_character(&p, end);
        if (code == '~' || code == '/') {
            jt_put_text(out, code == '~' ? "~0" : "~1");
        } else {
            uint8_t bytes[4];
            size_t n = jt_put_utf8(code, bytes);
            for (size_t i = 0; i < n; i++)
                jt_put_byte(out, (char)bytes[i]);
        }
    }
}

/* The last token of what begins at index: of a bracket, its partner; SIZE_MAX where it is still open. */
static size_t last_token(const jt_tape *tape, size_t index) {
    jt_token token = tape->tokens[index];
    jt_type type = jt_token_type(token);
    if (type != JT_OBJECT_START && type != JT_ARRAY_START)
        return index;
    return token.length ? index + token.length : SIZE_MAX;
}

/* A place among the children of a container. */
typedef struct place {
    jt_type container; /* JT_OBJECT_START or JT_ARRAY_START; 0: at the root, or the container's own end */
    uint64_t index;    /* children before it */
    size_t key;        /* the last key before it */
} place;

static void put_child(sink *out, const jt_tape *tape, place at) {
    if (at.container == JT_OBJECT_START)
        put_key(out, tape, tape->tokens[at.key]);
    else if (at.container == JT_ARRAY_START)
        put_index(out, at.index);
}

/* Puts the path of the innermost container that holds the token at index (which may be the end of the tape), and says
 * where in it the token is. The closing bracket of a container counts as the container. */
static place put_container(sink *out, const jt_tape *tape, size_t index) {
    place at = {0};
    size_t child = 0;
    while (child < index) {
        size_t last = last_token(tape, child);
        if (last == child || last < index) { /* before it */
            jt_type type = jt_token_type(tape->tokens[child]);
            if (type == JT_KEY)
                at.key = child;
            else if (type != JT_COMMENT)
                at.index++;
            child = last + 1;
        } else { /* around it */
            put_child(out, tape, at);
            at = (place){last == index ? (jt_type)0 : jt_token_type(tape->tokens[child]), 0, 0};
            if (last == index)
                break;
            child++;
        }
    }
    return at;
}

size_t jt_tape_pointer(const jt_tape *tape, size_t index, char *buffer, size_t capacity) {
    sink out = {buffer, capacity, 0};
    place at = put_container(&out, tape, index);
    jt_type type = jt_token_type(tape->tokens[index]);
    if (type == JT_KEY)
        at.key = index;
    if (type != JT_COMMENT)
        put_child(&out, tape, at);
    return jt_end_text(&out);
}

void jt_put_error_pointer(sink *out, const jt_tokenizer *t) {
    jt_tape tape = jt_tokenizer_tape(t);
    place at = put_container(out, &tape, tape.length);
    if (t->state == STATE_ARRAY_NEXT)
        at.index--; /* the element that was just read */
    if (t->state != STATE_OBJECT_FIRST && t->state != STATE_OBJECT_KEY)
        put_child(out, &tape, at);
}

size_t jt_error_pointer(const jt_tokenizer *t, char *buffer, size_t capacity) {
    sink out = {buffer, capacity, 0};
    jt_put_error_pointer(&out, t);
    return jt_end_text(&out);
}
