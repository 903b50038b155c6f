/* Small steps over a tape, for what walks it. */
#ifndef JT_WALK_H
#define JT_WALK_H

#include "../../include/jsontape.h"

static inline bool jt_is_start(jt_type type) {
    return type == JT_OBJECT_START || type == JT_ARRAY_START;
}

/* The first token from index on that is no comment; the tape's length where there is none. */
static inline size_t jt_pass_comments(const jt_tape *tape, size_t index) {
    while (index < tape->length && jt_token_type(tape->tokens[index]) == JT_COMMENT)
        index++;
    return index;
}

#endif
