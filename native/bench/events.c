/* Events of a document, and the check of what is written from them. */
#include "events.h"

#include "holder.h"

#include <stdlib.h>
#include <string.h>

/* One token; text is where its string goes. Returns the end of that. */
static char *read_event(event *e, const jt_tape *tape, jt_token token, char *text) {
    static const event_type types[] = {[JT_OBJECT_START] = EVENT_OBJECT_START,
                                       [JT_OBJECT_END] = EVENT_OBJECT_END,
                                       [JT_ARRAY_START] = EVENT_ARRAY_START,
                                       [JT_ARRAY_END] = EVENT_ARRAY_END,
                                       [JT_KEY] = EVENT_KEY,
                                       [JT_STRING] = EVENT_STRING,
                                       [JT_NUMBER] = EVENT_F64,
                                       [JT_TRUE] = EVENT_TRUE,
                                       [JT_FALSE] = EVENT_FALSE,
                                       [JT_NULL] = EVENT_NULL};
    const uint8_t *span = jt_token_text(tape, token);
    memset(e, 0, sizeof *e);
    e->type = types[jt_token_type(token)];
    if (e->type == EVENT_KEY || e->type == EVENT_STRING) {
        e->value.text = text;
        e->length = (uint32_t)jt_copy_utf8(span, token.length, text);
        return text + e->length;
    }
    if (e->type == EVENT_F64) {
        bool whole = !(jt_token_flags(token) & (JT_FRACTION | JT_EXPONENT));
        if (whole && jt_read_i64(span, token.length, &e->value.i64)) {
            e->type = EVENT_I64;
        } else if (whole && jt_read_u64(span, token.length, &e->value.u64)) {
            e->type = EVENT_U64;
        } else {
            e->value.f64 = jt_read_f64(span, token.length);
        }
    }
    return text;
}

events *events_of(const uint8_t *json, size_t length, const char **problem) {
    static holder h;
    holder_reset(&h, NULL);
    if (holder_tokenize(&h, json, length) != JT_OK) {
        *problem = jt_error_name(h.t.error.code);
        return NULL;
    }
    jt_tape tape = jt_tokenizer_tape(&h.t);
    events *all = bench_allocate(1, sizeof *all);
    all->list = bench_allocate(tape.length, sizeof *all->list);
    char *text = all->text = bench_allocate(length + BENCH_PADDING, 1);
    all->count = tape.length;
    for (size_t i = 0; i < tape.length; i++)
        text = read_event(&all->list[i], &tape, tape.tokens[i], text);
    return all;
}

/* The number of an event; what a writer may have written in another way. */
static double number_of(const event *e) {
    return e->type == EVENT_I64 ? (double)e->value.i64 : e->type == EVENT_U64 ? (double)e->value.u64 : e->value.f64;
}

const char *events_check(const events *expected, const char *json, size_t length) {
    const char *problem = NULL;
    events *got = events_of((const uint8_t *)json, length, &problem);
    if (!got)
        return problem;
    if (got->count != expected->count)
        problem = "another number of tokens";
    for (size_t i = 0; i < got->count && !problem; i++) {
        const event *a = &got->list[i], *b = &expected->list[i];
        bool numbers = a->type >= EVENT_I64 && a->type <= EVENT_F64 && b->type >= EVENT_I64 && b->type <= EVENT_F64;
        if (numbers ? number_of(a) != number_of(b)
                    : a->type != b->type || a->length != b->length ||
                          (a->length && memcmp(a->value.text, b->value.text, a->length) != 0))
            problem = "another value";
    }
    free(got->list);
    free(got->text);
    free(got);
    return problem;
}
