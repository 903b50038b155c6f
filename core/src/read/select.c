/* The values that a path names, found over a reader: the cursor goes into what begins like the path and skips what does
 * not. The path has a fixed length, so a match holds no other, and the steps that are matched say where the cursor is:
 * it goes into nothing else. */
#include "keys.h"
#include "parts.h"
#include "reader.h"

/* What the next call has to do first. */
enum {
    SELECT_TOKEN,    /* to take a token: a root value, a key, an element or the end of what was gone into */
    SELECT_MEMBER,   /* to take the value of a key that matches */
    SELECT_PASS,     /* to skip the value at the cursor, or what is left of it */
    SELECT_MATCH,    /* to leave a match, in which the caller may have moved */
    SELECT_CONTAINER /* to leave the innermost container: nothing in it can match any more */
};

jt_status jt_select_init(jt_select *s, const void *path, size_t length, jt_step *steps, size_t count, bool trusted) {
    const uint8_t *p = path ? path : (const void *)"", *const end = p + length;
    size_t needed = 0;
    for (size_t i = 0; i < length; i++)
        needed += p[i] == '/';
    if (!jt_is_pointer(p, end) || needed > count || length >= UINT32_MAX)
        return JT_REFUSED;
    *s = (jt_select){.path = p, .steps = steps, .count = (uint32_t)needed, .trusted = trusted, .state = SELECT_TOKEN};
    for (jt_step *step = steps; p < end; step++) {
        const uint8_t *start = ++p;
        bool plain = true;
        for (; p < end && *p != '/'; p++)
            plain = plain && *p != '~';
        *step = (jt_step){.start = (uint32_t)(start - s->path),
                          .length = (uint32_t)(p - start),
                          .any = p - start == 1 && *start == '*',
                          .plain = plain,
                          .index = jt_part_index(start, p)};
    }
    return JT_OK;
}

/* Does the key at the cursor match the step? Keys with one id are equal; equal keys may have different ids only where
 * ill-formed bytes are read as U+FFFD. */
static bool is_key(const jt_select *s, jt_step *step, const jt_reader *r) {
    jt_token token = jt_reader_token(r);
    uint32_t id = jt_token_id(token), flags = jt_token_flags(token);
    bool exact = !(flags & JT_ESCAPED) && (!(flags & JT_NON_ASCII) || r->t.options.utf8 == JT_UTF8_STRICT);
    if (step->any)
        return true;
    if (id && step->key && (exact || id == step->key))
        return id == step->key;
    if (exact && step->plain && token.length != step->length + 2)
        return false;
    size_t length;
    const uint8_t *key = jt_reader_span(r, &length), *part = s->path + step->start;
    bool same = exact && step->plain ? jt_is_text(key + 1, part, step->length)
                                     : jt_inside_is_part(key + 1, key + length - 1, part, part + step->length);
    if (same && id)
        step->key = id;
    return same;
}

/* What follows a value that can't match, and a scalar where the path goes on. */
static uint8_t pass_by(const jt_reader *r) {
    jt_type type = jt_reader_type(r);
    bool whole = type != JT_OBJECT_START && type != JT_ARRAY_START && !(jt_reader_flags(r) & JT_PARTIAL);
    return whole ? SELECT_TOKEN : SELECT_PASS;
}

/* Looks at the token at the cursor; true where it begins a match. */
static bool take_token(jt_select *s, const jt_reader *r) {
    jt_type type = jt_reader_type(r);
    jt_step *step =
        s->matched ? s->steps + s->matched - 1 : NULL; /* the one that the innermost container's child takes */
    switch (type) {
    case JT_COMMENT: return false;
    case JT_OBJECT_END:
    case JT_ARRAY_END: s->matched--; return false;
    case JT_KEY: s->state = is_key(s, step, r) ? SELECT_MEMBER : SELECT_PASS; return false;
    default: break;
    }
    if (step && s->state == SELECT_TOKEN && !step->any) { /* an element */
        uint64_t at = step->at++;
        if (at != step->index) {
            s->state = at > step->index || step->index == UINT64_MAX ? SELECT_CONTAINER : pass_by(r);
            return false;
        }
    }
    if (s->matched == s->count) {
        s->state = SELECT_MATCH;
        return true;
    }
    if (type == JT_OBJECT_START || type == JT_ARRAY_START) {
        s->steps[s->matched++].at = 0;
        s->state = SELECT_TOKEN;
    } else {
        s->state = pass_by(r);
    }
    return false;
}

/* Does what the state says, up to a token that is to be looked at or (*at_token is false) to the end of something. */
static jt_status advance(jt_select *s, jt_reader *r, bool *at_token) {
    *at_token = false;
    switch (s->state) {
    case SELECT_PASS: return s->trusted ? jt_reader_skip_unvalidated(r) : jt_reader_skip(r);
    case SELECT_MATCH: return jt_reader_leave(r, s->count, s->trusted);
    case SELECT_CONTAINER: return jt_reader_leave(r, s->matched - 1, s->trusted);
    default: *at_token = true; return jt_reader_next(r);
    }
}

jt_status jt_select_next(jt_select *s, jt_reader *r) {
    for (;;) {
        bool at_token;
        jt_status status = advance(s, r, &at_token);
        if (status == JT_INVALID) { /* perhaps a line of several: what comes next is a root value */
            s->matched = 0;
            s->state = SELECT_TOKEN;
        }
        if (status != JT_OK)
            return status;
        if (at_token) {
            if (take_token(s, r))
                return JT_OK;
        } else {
            if (r->depth < s->matched) /* out of the container, or (told to the caller) out of a bad line */
                s->matched = r->depth;
            s->state = SELECT_TOKEN;
        }
    }
}
