/* How large the text of a tape can become. */
#include "write.h"

#include "../base.h"

/* More than the fast loop of tape.c wants beyond what it writes. */
#define SLACK 256

size_t jt_tape_bound(const jt_tape *tape, uint32_t indent) {
    if (tape->text_length > UINT64_MAX / 4 || tape->head_length > UINT64_MAX / 4)
        return SIZE_MAX;
    /* The source holds every token and every comma and colon, a comma of the chunk before perhaps excepted. */
    uint64_t bound = (uint64_t)tape->text_length + tape->head_length + SLACK;
    if (indent > 0) {
        uint64_t levels = 0, depth = 0;
        for (size_t i = 0; i < tape->length; i++) {
            jt_type type = jt_token_type(tape->tokens[i]);
            depth -= (type == JT_OBJECT_END || type == JT_ARRAY_END) && depth > 0;
            levels += depth;
            depth += type == JT_OBJECT_START || type == JT_ARRAY_START;
        }
        /* A token has at most one of these: a line before it, a line and an indentation, a space behind it. */
        if (levels > (UINT64_MAX / 2 - bound) / indent - tape->length * UINT64_C(2))
            return SIZE_MAX;
        bound += levels * indent + tape->length * UINT64_C(2);
    }
    return bound > SIZE_MAX ? SIZE_MAX : (size_t)bound;
}
