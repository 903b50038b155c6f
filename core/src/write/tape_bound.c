/* How large the text of a tape can become. */
#include "write.h"

#include "../base.h"

/* More than the fast loop of tape.c wants beyond what it writes. */
#define SLACK 256

size_t jt_tape_bound(const jt_tape *tape, uint32_t indent) {
    /* The source holds every token and every comma and colon, a comma of the chunk before perhaps excepted. */
    uint64_t text = tape->text_length, head = tape->head_length;
    if (text > UINT64_MAX / 8 || head > UINT64_MAX / 8)
        return SIZE_MAX;
    uint64_t bound = text + head + SLACK;
    if (indent > 0) {
        uint64_t levels = 0, depth = 0;
        for (size_t i = 0; i < tape->length; i++) {
            jt_type type = jt_token_type(tape->tokens[i]);
            depth -= (type == JT_OBJECT_END || type == JT_ARRAY_END) && depth > 0;
            levels += depth;
            depth += type == JT_OBJECT_START || type == JT_ARRAY_START;
        }
        /* A token has at most one of these: a line before it, a line and an indentation, a space behind it. */
        if (levels > UINT64_MAX / 8 / indent)
            return SIZE_MAX;
        bound += levels * indent + tape->length * UINT64_C(2);
    }
    return bound > SIZE_MAX ? SIZE_MAX : (size_t)bound;
}
