/* Edits: what is left of a text's value stays where it was, and what comes is in its place. The first byte chooses the
 * edit, the second the instruction set and whether comments and trailing commas may stand, the third the length of a
 * JSON Pointer that follows, the fourth that of the value; the pointer, the value and the text make up the rest. */
#include "fuzz.h"

/* Reads a text that has to be right. */
static jt_tape read_text(reading *r, const uint8_t *text, size_t length) {
    REQUIRE(reading_run(r, text, length, 0) == JT_OK);
    return jt_tokenizer_tape(&r->t);
}

/* The bytes of the value at a token. */
static const uint8_t *value_at(const jt_tape *tape, size_t index, size_t *length) {
    jt_token token = tape->tokens[index];
    const uint8_t *start = jt_token_text(tape, token);
    *length = token.length;
    if (jt_token_type(token) == JT_OBJECT_START || jt_token_type(token) == JT_ARRAY_START) {
        *length = (size_t)(jt_token_text(tape, tape->tokens[index + token.length]) + 1 - start);
    }
    return start;
}

/* How many children a container has. */
static size_t count_children(const jt_tape *tape, size_t container) {
    size_t count = 0, end = container + tape->tokens[container].length;
    for (size_t i = container + 1; i < end; i++) {
        jt_token token = tape->tokens[i];
        if (jt_token_type(token) == JT_OBJECT_START || jt_token_type(token) == JT_ARRAY_START) {
            i += token.length;
        }
        count += jt_token_type(token) != JT_KEY && jt_token_type(token) != JT_COMMENT;
    }
    return count;
}

static void require_value(const jt_tape *tape, const char *pointer, size_t length, const uint8_t *json,
                          size_t json_length) {
    size_t index = jt_tape_find(tape, pointer, length), got;
    REQUIRE(index != SIZE_MAX);
    const uint8_t *value = value_at(tape, index, &got);
    REQUIRE(got == json_length && memcmp(value, json, got) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { REPLACE, REMOVE, INSERT };
    const jt_isa *isas;
    size_t count = fuzz_isas(&isas);
    uint8_t kind = fuzz_byte(&data, &size) % 3, how = fuzz_byte(&data, &size);
    size_t pointer_length = fuzz_byte(&data, &size), json_length = fuzz_byte(&data, &size);
    jt_set_isa(isas[(how >> 2) % count]);
    jt_options options = {.comments = how & 1 ? JT_COMMENTS_SKIP : JT_COMMENTS_REFUSE, .trailing_commas = how >> 1 & 1};
    char *pointer = (char *)fuzz_bytes(&data, &size, &pointer_length);
    uint8_t *json = fuzz_bytes(&data, &size, &json_length);

    reading *value = fuzz_reading(NULL, 0), *r = fuzz_reading(&options, 0), *again = fuzz_reading(&options, 0);
    size_t room = 6 * pointer_length + 2;
    uint8_t *key = check_alloc(room);
    if (reading_run(r, data, size, 0) == JT_OK && reading_run(value, json, json_length, 0) == JT_OK) {
        jt_tape tape = jt_tokenizer_tape(&r->t), alone = jt_tokenizer_tape(&value->t);
        size_t found = jt_tape_find(&tape, pointer, pointer_length), new_length;
        const uint8_t *new_value = value_at(&alone, 0, &new_length);
        jt_edit e;
        jt_status status = kind == REPLACE ? jt_edit_replace(&e, &tape, pointer, pointer_length, new_value, new_length)
                           : kind == REMOVE
                               ? jt_edit_remove(&e, &tape, pointer, pointer_length)
                               : jt_edit_insert(&e, &tape, pointer, pointer_length, new_value, new_length, key, room);
        REQUIRE(status == JT_OK || status == JT_REFUSED);
        REQUIRE(kind != REPLACE || (status == JT_OK) == (found != SIZE_MAX));
        REQUIRE(kind != REMOVE || (status == JT_OK) == (found != SIZE_MAX && pointer_length > 0));
        if (status == JT_OK) {
            uint64_t at = 0;
            for (size_t i = 0; i < e.count; i++) {
                REQUIRE(e.splices[i].offset >= at && e.splices[i].length <= size - e.splices[i].offset);
                at = e.splices[i].offset + e.splices[i].length;
            }
            size_t length = jt_edit_length(&e, size);
            uint8_t *edited = check_alloc(length);
            jt_edit_apply(&e, data, size, edited);
            jt_tape other = read_text(again, edited, length);
            size_t parent = pointer_length;
            while (parent > 0 && pointer[--parent] != '/') {
            }
            size_t container = pointer_length ? jt_tape_find(&tape, pointer, parent) : SIZE_MAX;
            size_t container_now = pointer_length ? jt_tape_find(&other, pointer, parent) : SIZE_MAX;
            REQUIRE((container == SIZE_MAX) == (container_now == SIZE_MAX));
            size_t before = container == SIZE_MAX ? 0 : count_children(&tape, container);
            size_t now = container == SIZE_MAX ? 0 : count_children(&other, container_now);
            bool array = container != SIZE_MAX && jt_token_type(tape.tokens[container]) == JT_ARRAY_START;
            bool last = array && pointer_length - parent == 2 && pointer[parent + 1] == '-';
            if (kind == REPLACE || (kind == INSERT && found != SIZE_MAX && !array)) {
                REQUIRE(now == before);
            } else {
                REQUIRE(now == (kind == REMOVE ? before - 1 : before + 1));
            }
            if (kind != REMOVE && !last) {
                require_value(&other, pointer, pointer_length, new_value, new_length);
            }
            free(edited);
        }
    }
    free(key);
    free(json);
    free(pointer);
    reading_free(value);
    reading_free(r);
    reading_free(again);
    return 0;
}
