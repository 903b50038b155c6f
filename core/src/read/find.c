/* A JSON Pointer looked up on a tape: children are passed over by their brackets' distance. */
#include "../../include/jsontape.h"
#include "parts.h"
#include "walk.h"

/* The index behind the value that begins at index: the tape's length where that is not whole. */
static size_t behind(const jt_tape *tape, size_t index) {
    jt_token token = tape->tokens[index];
    if (!jt_is_start(jt_token_type(token)))
        return index + 1;
    return token.length ? index + token.length + 1 : tape->length;
}

/* Is the token at index the part of a pointer from p to end? */
static bool is_key(const jt_tape *tape, size_t index, const uint8_t *p, const uint8_t *end) {
    const uint8_t *key = jt_token_text(tape, tape->tokens[index]);
    return jt_inside_is_part(key + 1, key + tape->tokens[index].length - 1, p, end);
}

static size_t find_member(const jt_tape *tape, size_t index, const uint8_t *p, const uint8_t *end) {
    size_t found = SIZE_MAX;
    while ((index = jt_pass_comments(tape, index)) < tape->length && jt_token_type(tape->tokens[index]) == JT_KEY) {
        size_t value = jt_pass_comments(tape, index + 1);
        if (value == tape->length)
            break;
        if (is_key(tape, index, p, end))
            found = value;
        index = behind(tape, value);
    }
    return found;
}

static size_t find_element(const jt_tape *tape, size_t index, const uint8_t *p, const uint8_t *end) {
    uint64_t left = jt_part_index(p, end);
    if (left == UINT64_MAX)
        return SIZE_MAX;
    while ((index = jt_pass_comments(tape, index)) < tape->length &&
           jt_token_type(tape->tokens[index]) != JT_ARRAY_END) {
        if (left-- == 0)
            return index;
        index = behind(tape, index);
    }
    return SIZE_MAX;
}

size_t jt_tape_find(const jt_tape *tape, const char *pointer, size_t length) {
    const uint8_t *p = (const uint8_t *)(pointer ? pointer : ""), *const end = p + length;
    size_t index = jt_pass_comments(tape, 0);
    if (tape->depth > 0 || index == tape->length || !jt_is_pointer(p, end))
        return SIZE_MAX;
    while (p < end && index != SIZE_MAX) {
        const uint8_t *part = ++p;
        while (p < end && *p != '/')
            p++;
        jt_type type = jt_token_type(tape->tokens[index]);
        index = type == JT_OBJECT_START  ? find_member(tape, index + 1, part, p)
                : type == JT_ARRAY_START ? find_element(tape, index + 1, part, p)
                                         : SIZE_MAX;
    }
    return index;
}
