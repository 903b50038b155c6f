/* Edits of a text by its tape: which bytes go and which come for a value to be replaced, removed or inserted, so that
 * all others stay as they are. Whitespace and the manner of a colon are copied from the neighbours. */
#include "../base.h"
#include "../read/parts.h"
#include "../read/walk.h"
#include "../simd/isa.h"
#include "escape.h"

/* ---- Places -------------------------------------------------------------------------------------------------------
 */

static jt_type type_at(const jt_tape *tape, size_t index) {
    return jt_token_type(tape->tokens[index]);
}

/* The last token of the value at index. */
static size_t last_of(const jt_tape *tape, size_t index) {
    return index + (jt_is_start(type_at(tape, index)) ? tape->tokens[index].length : 0);
}

static size_t start_of(const jt_tape *tape, size_t index) {
    return tape->tokens[index].start;
}

/* Behind the last byte of a token. */
static size_t end_of(const jt_tape *tape, size_t index) {
    return start_of(tape, index) + (type_at(tape, index) <= JT_ARRAY_END ? 1 : tape->tokens[index].length);
}

/* What lies between two tokens: a comma (the end of it all where there is none), and the place behind the line feed of
 * the last comment that needs one (the start where there is none). */
typedef struct gap {
    size_t comma, line;
} gap;

static gap look_between(const jt_tape *tape, size_t from, size_t to) {
    const uint8_t *text = tape->text;
    gap g = {to, from};
    while (from < to) {
        uint8_t c = text[from++];
        if (c == ',') {
            g.comma = from - 1;
        } else if (c == '/' && from < to) {
            bool line = text[from] == '/';
            from += line ? 1 : 2; /* the star that opens a comment does not end it */
            while (from < to && (line ? text[from - 1] != '\n' : text[from] != '/' || text[from - 1] != '*'))
                from++;
            if (line)
                g.line = from;
            else
                from++;
        }
    }
    return g;
}

/* Where the whitespace before a place begins, and where that behind it ends. */
static size_t before_whitespace(const jt_tape *tape, size_t at) {
    while (at > 0 && is_whitespace(tape->text[at - 1]))
        at--;
    return at;
}
static size_t behind_whitespace(const jt_tape *tape, size_t at) {
    while (at < tape->text_length && is_whitespace(tape->text[at]))
        at++;
    return at;
}

/* A container, and the children of it that matter. */
typedef struct family {
    size_t start, end;        /* its brackets */
    size_t child, child_last; /* the child that is meant: of a member its key, else the value; and its last token */
    size_t last, last_value;  /* the last child, likewise; SIZE_MAX where there is none */
} family;

/* Looks for the child whose value is at index `value`, or which is the nth (SIZE_MAX: none); f->child is SIZE_MAX where
 * there is no such. */
static void look_at(family *f, const jt_tape *tape, size_t container, size_t value, size_t nth) {
    *f = (family){container, last_of(tape, container), SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX};
    size_t count = 0;
    for (size_t i = jt_pass_comments(tape, container + 1); i < f->end; count++) {
        f->last = i;
        f->last_value = type_at(tape, i) == JT_KEY ? jt_pass_comments(tape, i + 1) : i;
        if (f->last_value == value || count == nth) {
            f->child = i;
            f->child_last = last_of(tape, f->last_value);
        }
        i = jt_pass_comments(tape, last_of(tape, f->last_value) + 1);
    }
}

/* ---- Pointers -----------------------------------------------------------------------------------------------------
 */

/* Where the last step of a pointer begins, behind its '/'; 0 where it has none. */
static size_t last_step(const char *pointer, size_t length) {
    while (length > 0 && pointer[length - 1] != '/')
        length--;
    return length;
}

/* Writes a step as a key of JSON; 0 where it is none, or the room is too little. */
static size_t put_key(const char *step, size_t length, uint8_t *out, size_t room) {
    size_t used = 0;
    if (room < 2 || room - 2 < length || !jt_is_utf8((const uint8_t *)step, (const uint8_t *)step + length))
        return 0;
    out[used++] = '"';
    for (size_t i = 0; i < length; i++) {
        uint8_t c = (uint8_t)step[i];
        if (c == '~') {
            if (++i == length || (step[i] != '0' && step[i] != '1'))
                return 0;
            c = step[i] == '0' ? '~' : '/';
        }
        jt_escaped escaped;
        if (!jt_escape_bytes(&c, 1, 1, out + used, room - 1 - used, &escaped))
            return 0;
        used += escaped.written;
    }
    out[used++] = '"';
    return used;
}

/* ---- Edits --------------------------------------------------------------------------------------------------------
 */

/* Whole input on one tape: what edits need. */
static bool is_whole(const jt_tape *tape) {
    return tape->head_length == 0 && tape->text_start == 0 && tape->base == 0 && tape->depth == 0;
}

static void add(jt_edit *e, size_t offset, size_t length, const void *text, size_t text_length) {
    jt_splice splice = {offset, length, text, text_length};
    if (length > 0 || text_length > 0)
        e->splices[e->count++] = splice;
}

jt_status jt_edit_replace(jt_edit *e, const jt_tape *tape, const char *pointer, size_t length, const void *json,
                          size_t json_length) {
    e->count = 0;
    size_t value = is_whole(tape) && json_length > 0 ? jt_tape_find(tape, pointer, length) : SIZE_MAX;
    if (value == SIZE_MAX)
        return JT_REFUSED;
    size_t start = start_of(tape, value);
    add(e, start, end_of(tape, last_of(tape, value)) - start, json, json_length);
    return JT_OK;
}

jt_status jt_edit_remove(jt_edit *e, const jt_tape *tape, const char *pointer, size_t length) {
    size_t step = last_step(pointer, length);
    e->count = 0;
    size_t value = is_whole(tape) && step > 0 ? jt_tape_find(tape, pointer, length) : SIZE_MAX;
    if (value == SIZE_MAX)
        return JT_REFUSED;
    family f;
    look_at(&f, tape, jt_tape_find(tape, pointer, step - 1), value, SIZE_MAX);
    size_t start = start_of(tape, f.child), end = end_of(tape, f.child_last);
    size_t behind = start_of(tape, jt_pass_comments(tape, f.child_last + 1)),
           comma = look_between(tape, end, behind).comma;
    if (comma < behind) { /* it goes, with the whitespace behind it */
        size_t stop = behind_whitespace(tape, comma + 1);
        if (before_whitespace(tape, comma) <= end) {
            add(e, start, stop - start, NULL, 0);
        } else { /* a comment lies between */
            add(e, start, end - start, NULL, 0);
            add(e, comma, stop - comma, NULL, 0);
        }
        return JT_OK;
    }
    size_t before = f.child - 1; /* the token before it that is no comment */
    while (type_at(tape, before) == JT_COMMENT)
        before--;
    gap g = look_between(tape, end_of(tape, before), start);
    size_t from = before_whitespace(tape, start);
    from = from < g.line ? g.line : from;
    comma = g.comma;
    if (comma == start) {
        add(e, from, end - from, NULL, 0); /* it is the only child */
    } else if (comma + 1 == from) {
        add(e, comma, end - comma, NULL, 0);
    } else {
        add(e, comma, 1, NULL, 0);
        add(e, from, end - from, NULL, 0);
    }
    return JT_OK;
}

jt_status jt_edit_insert(jt_edit *e, const jt_tape *tape, const char *pointer, size_t length, const void *json,
                         size_t json_length, void *key, size_t room) {
    size_t step = last_step(pointer, length), nth = SIZE_MAX, key_length = 0;
    e->count = 0;
    if (!is_whole(tape) || json_length == 0)
        return JT_REFUSED;
    if (step == 0)
        return jt_edit_replace(e, tape, pointer, length, json, json_length);
    size_t container = jt_tape_find(tape, pointer, step - 1);
    if (container == SIZE_MAX || !jt_is_start(type_at(tape, container)))
        return JT_REFUSED;
    const bool object = type_at(tape, container) == JT_OBJECT_START;
    const bool append = !object && length - step == 1 && pointer[step] == '-';
    if (object) {
        if (jt_tape_find(tape, pointer, length) != SIZE_MAX)
            return jt_edit_replace(e, tape, pointer, length, json, json_length);
        key_length = put_key(pointer + step, length - step, key, room);
        if (key_length == 0)
            return JT_REFUSED;
    } else if (!append) {
        uint64_t index = jt_part_index((const uint8_t *)pointer + step, (const uint8_t *)pointer + length);
        if (index > tape->length)
            return JT_REFUSED;
        nth = (size_t)index;
    }
    family f;
    look_at(&f, tape, container, SIZE_MAX, nth);
    if (f.child != SIZE_MAX) { /* before an element */
        size_t at = start_of(tape, f.child), space = before_whitespace(tape, at);
        add(e, at, 0, json, json_length);
        add(e, at, 0, ",", 1);
        add(e, at, 0, tape->text + space, at - space);
        return JT_OK;
    }
    if (!object && !append) { /* behind the last one, or nowhere */
        look_at(&f, tape, container, SIZE_MAX, nth == 0 ? SIZE_MAX : nth - 1);
        if (nth > 0 && f.child == SIZE_MAX)
            return JT_REFUSED;
    }
    size_t at = start_of(tape, container) + 1;
    const uint8_t *colon = (const uint8_t *)":";
    size_t colon_length = 1;
    if (f.last != SIZE_MAX) {
        size_t start = start_of(tape, f.last), space = before_whitespace(tape, start);
        at = end_of(tape, last_of(tape, f.last_value));
        add(e, at, 0, ",", 1);
        add(e, at, 0, tape->text + space, start - space);
        if (object && f.last_value == f.last + 1) { /* no comment between key and value */
            colon = tape->text + end_of(tape, f.last);
            colon_length = start_of(tape, f.last_value) - end_of(tape, f.last);
        }
    }
    if (object) {
        add(e, at, 0, key, key_length);
        add(e, at, 0, colon, colon_length);
    }
    add(e, at, 0, json, json_length);
    return JT_OK;
}

size_t jt_edit_length(const jt_edit *e, size_t length) {
    for (size_t i = 0; i < e->count; i++)
        length += e->splices[i].text_length - (size_t)e->splices[i].length;
    return length;
}

void jt_edit_apply(const jt_edit *e, const void *text, size_t length, void *target) {
    uint8_t *out = target;
    size_t at = 0;
    for (size_t i = 0; i < e->count; i++) {
        const jt_splice *splice = &e->splices[i];
        size_t kept = (size_t)splice->offset - at;
        memcpy(out, (const uint8_t *)text + at, kept);
        out += kept;
        at += kept + (size_t)splice->length;
        if (splice->text_length > 0)
            memcpy(out, splice->text, splice->text_length);
        out += splice->text_length;
    }
    memcpy(out, (const uint8_t *)text + at, length - at);
}
