/* The values that a path names, found over a reader: the cursor goes into what begins like the path and skips what does
 * not. The path has a fixed length, so a match holds no other, and the steps that are matched say where the cursor is:
 * it goes into nothing else. */
#include "keys.h"
#include "parts.h"
#include "reader.h"
#include "view.h"

/* What the next call has to do first. */
enum {
    SELECT_TOKEN,    /* to look at a token: a root value, a key, an element or the end of what was gone into */
    SELECT_MEMBER,   /* to look at the value of a key that matches */
    SELECT_OTHER,    /* and of one that does not */
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

/* Does a key match the step? Keys with one id are equal; equal keys may have different ids only where ill-formed bytes
 * are read as U+FFFD. */
static bool is_key(const jt_select *s, jt_step *step, const jt_reader *r, jt_token token) {
    uint32_t id = jt_token_id(token), flags = jt_token_flags(token);
    if (step->any || (id && id == step->key))
        return true;
    bool exact = !(flags & JT_ESCAPED) && (!(flags & JT_NON_ASCII) || r->t.options.utf8 == JT_UTF8_STRICT);
    if (exact && ((id && step->key) || (step->plain && token.length != step->length + 2)))
        return false;
    const uint8_t *key = jt_text_of(&r->t, token), *part = s->path + step->start;
    bool same = exact && step->plain ? jt_is_text(key + 1, part, step->length)
                                     : jt_inside_is_part(key + 1, key + token.length - 1, part, part + step->length);
    if (same && id)
        step->key = id;
    return same;
}

/* Can no element from the one that is due on match? */
static bool is_behind(const jt_step *step) {
    return !step->any && (step->at > step->index || step->index == UINT64_MAX);
}

/* Passes over members on the tape whose keys are known not to match, and whose values end on the tape. Returns the
 * index of what comes behind them. */
static size_t pass_members(const jt_select *s, const jt_reader *r, size_t next, uint32_t matched) {
    const jt_token *const tape = r->t.block[JT_BLOCK_TAPE].data;
    const uint32_t id = matched ? s->steps[matched - 1].key : 0;
    const uint32_t unsure = r->t.options.utf8 == JT_UTF8_STRICT ? 0 : JT_NON_ASCII << 4;
    while (id && next + 1 < r->ready) {
        uint32_t key = tape[next].info, value = tape[next + 1].info, type = value & 15;
        if ((key & 15) != JT_KEY || !(key >> 8) || key >> 8 == id || (key & unsure))
            break;
        size_t more = type <= JT_ARRAY_END ? tape[next + 1].length : 0;
        if (type <= JT_ARRAY_END ? !more || more >= r->ready - next - 1
                                 : type == JT_COMMENT || (value & JT_PARTIAL << 4))
            break;
        next += more + 2;
    }
    return next;
}

/* Looks at tokens of the tape, without moving the reader, up to one that something else has to be done at: a match, or
 * what does not end on the tape. This is where the time goes. */
static void look(jt_select *s, jt_reader *r) {
    const jt_token *const tape = r->t.block[JT_BLOCK_TAPE].data;
    const size_t ready = r->ready;
    uint32_t matched = s->matched, inside = 0;
    uint8_t state = s->state;
    size_t next = r->next;
    while (next < ready && state <= SELECT_OTHER) {
        jt_step *step = matched ? s->steps + matched - 1 : NULL; /* that the innermost container's child takes */
        if (state == SELECT_TOKEN && (next = pass_members(s, r, next, matched)) == ready)
            break;
        jt_token token = tape[next++];
        jt_type type = jt_token_type(token);
        bool start = type == JT_OBJECT_START || type == JT_ARRAY_START;
        bool matches = state == SELECT_MEMBER;
        switch (type) {
        case JT_COMMENT: continue;
        case JT_OBJECT_END:
        case JT_ARRAY_END: matched--; continue;
        case JT_KEY: state = is_key(s, step, r, token) ? SELECT_MEMBER : SELECT_OTHER; continue;
        default: break;
        }
        if (state == SELECT_TOKEN) { /* a root value or an element */
            matches = !step || step->any || step->at == step->index;
            if (step && s->trusted && is_behind(step))
                state = SELECT_CONTAINER;
            if (step)
                step->at++;
        } else {
            state = SELECT_TOKEN;
        }
        if (matches && matched == s->count) {
            state = SELECT_MATCH;
        } else if (matches && start) {
            s->steps[matched++].at = 0;
            continue;
        } else if (start && state == SELECT_TOKEN && token.length && token.length <= ready - next) {
            next += token.length;
        } else if (state == SELECT_TOKEN && (start || jt_token_flags(token) & JT_PARTIAL)) {
            state = SELECT_PASS;
        }
        inside = start && state != SELECT_TOKEN;
    }
    if (next > r->next)
        jt_reader_move(r, next, matched + inside);
    s->matched = matched;
    s->state = state;
}

/* Does what has to be done before another token can be looked at. */
static jt_status advance(jt_select *s, jt_reader *r) {
    switch (s->state) {
    case SELECT_PASS: return s->trusted ? jt_reader_skip_unvalidated(r) : jt_reader_skip(r);
    case SELECT_MATCH: return jt_reader_leave(r, s->count, s->trusted);
    case SELECT_CONTAINER: return jt_reader_leave(r, s->matched - 1, s->trusted);
    default: return jt_reader_fill(r);
    }
}

jt_status jt_select_next(jt_select *s, jt_reader *r) {
    for (;;) {
        jt_status status = advance(s, r);
        if (status == JT_INVALID) { /* perhaps a line of several: what comes next is a root value */
            s->matched = 0;
            s->state = SELECT_TOKEN;
        }
        if (status != JT_OK)
            return status;
        if (s->state > SELECT_OTHER) {
            if (r->depth < s->matched) /* out of the container, or (told to the caller) out of a bad line */
                s->matched = r->depth;
            s->state = SELECT_TOKEN;
        }
        look(s, r);
        if (s->state == SELECT_MATCH)
            return JT_OK;
    }
}
