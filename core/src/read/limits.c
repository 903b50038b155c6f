/* See limits.h. */
#include "limits.h"
#include "duplicates.h"
#include "error.h"
#include "grammar.h"
#include "numbers.h"
#include "view.h"

bool jt_token_within_limit(jt_tokenizer *t, uint64_t end) {
    uint64_t limit = t->options.max_token_length;
    if (!limit || !jt_in_token(t) || end - t->token.first <= limit)
        return true;
    jt_fail(t, JT_ERROR_TOKEN_TOO_LONG, t->token.first + limit, t->token.first);
    return false;
}

/* Ends the tape before the token at an index, as if the error there had been found when it was read. */
static jt_status fail_token(jt_tokenizer *t, size_t index, jt_error_code code, uint64_t more) {
    jt_token *const tape = t->block[JT_BLOCK_TAPE].data;
    bool key = jt_token_type(tape[index]) == JT_KEY;
    size_t before = index; /* one behind the last token before it that is no comment */
    while (before > 0 && jt_token_type(tape[before - 1]) == JT_COMMENT)
        before--;
    bool in_object = before > 0 && jt_token_type(tape[before - 1]) == JT_KEY;
    uint64_t start = t->base + tape[index].start;
    t->state = key ? STATE_OBJECT_KEY : in_object ? STATE_OBJECT_VALUE : STATE_ARRAY_VALUE;
    t->tokens = index;
    if (JT_TAPE_NUMBERS)
        jt_drop_numbers(t, index);
    t->depth = t->tape_depth;
    for (size_t i = 0; i < index; i++) { /* brackets that are closed behind it are open again */
        jt_type type = jt_token_type(tape[i]);
        if (type == JT_OBJECT_END || type == JT_ARRAY_END) {
            t->depth--;
        } else if (type == JT_OBJECT_START || type == JT_ARRAY_START) {
            t->depth++;
            tape[i].length = i + tape[i].length < index ? tape[i].length : 0;
        }
    }
    t->token.kind = 0;
    jt_fail(t, code, start + more, start);
    return JT_INVALID;
}

jt_status jt_check_tokens(jt_tokenizer *t) {
    jt_token *const tape = t->block[JT_BLOCK_TAPE].data;
    uint64_t limit = t->options.max_token_length;
    for (; t->checked < t->tokens; t->checked++) {
        jt_token token = tape[t->checked];
        jt_type type = jt_token_type(token);
        if (limit && token.length > limit && type > JT_ARRAY_END && type != JT_COMMENT && token.start >= t->head)
            return fail_token(t, t->checked, JT_ERROR_TOKEN_TOO_LONG, limit);
        if (t->options.duplicates == JT_DUPLICATES_ERROR) {
            jt_status status = jt_sets_take(t, token, jt_text_of(t, token));
            if (status == JT_INVALID)
                return fail_token(t, t->checked, JT_ERROR_DUPLICATE_KEY, 0);
            if (status != JT_OK)
                return status;
        }
    }
    return JT_OK;
}

jt_status jt_tokenizer_reject(jt_tokenizer *t, size_t index, jt_error_code code) {
    if (index >= t->tokens)
        return JT_REFUSED;
    t->ended = true;
    return fail_token(t, index, code, 0);
}
