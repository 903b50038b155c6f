/* The tokenizer against the oracle: a text read whole or in chunks, and compared tape by tape, so that nothing has to
 * be kept. For texts by chance (test_differential.c) and by a fuzzer (test/fuzz). */
#ifndef JSONTAPE_TEST_DUEL_H
#define JSONTAPE_TEST_DUEL_H

#include "reading.h"

/* One token of the oracle's whose position and pointer are compared too. */
typedef struct duel_probe {
    size_t token; /* its index; SIZE_MAX: none */
    jt_position position;
    oracle *place; /* its pointer */
} duel_probe;

/* The pointer of a token, by walking the tokens up to it: of a key its member's, of a bracket its container's. */
static inline void duel_aim(duel_probe *probe, const oracle *o, size_t token) {
    oracle *place = probe->place;
    place->text = o->text;
    place->depth = 0;
    for (size_t i = 0; i <= token; i++) {
        jt_type type = jt_token_type(o->tokens[i]);
        if (type == JT_OBJECT_END || type == JT_ARRAY_END) {
            place->depth--;
            continue;
        }
        oracle_level *top = place->depth ? &place->levels[place->depth - 1] : NULL;
        if (type == JT_KEY) {
            top->has_key = true;
            top->key_start = o->tokens[i].start;
            top->key_length = o->tokens[i].length;
        } else if (top && type != JT_COMMENT) {
            top->element++;
        }
        if ((type == JT_OBJECT_START || type == JT_ARRAY_START) && i < token) {
            place->levels = oracle_room(place->levels, place->depth, &place->levels_size, sizeof(oracle_level));
            place->levels[place->depth++] = (oracle_level){.object = type == JT_OBJECT_START, .element = UINT64_MAX};
        }
    }
    oracle_make_pointer(place);
    probe->token = token;
    probe->position = oracle_locate(o->text, o->tokens[token].start);
}

/* A text that is being read, and what the oracle says of it. */
typedef struct duel {
    reading *r;
    const oracle *o;
    const duel_probe *probe;
    size_t count;      /* tokens seen */
    uint64_t fed;      /* bytes */
    const char *wrong; /* the first thing that differs */
} duel;

static inline void duel_begin(duel *s, reading *r, const oracle *o, const duel_probe *probe) {
    jt_tokenizer_reset(&r->t, NULL);
    *s = (duel){.r = r, .o = o, .probe = probe};
}

static inline void duel_differs(duel *s, const char *what) {
    if (!s->wrong) {
        s->wrong = what;
    }
}

static inline bool duel_same_position(const jt_position *a, const jt_position *b) {
    return a->offset == b->offset && a->line == b->line && a->column == b->column && a->byte_column == b->byte_column;
}

static inline bool duel_same_pointer(const char *pointer, size_t length, const oracle *o) {
    size_t shown = length < 4096 ? length : 4095;
    return length == o->pointer_length && (shown == 0 || memcmp(pointer, o->pointer, shown) == 0);
}

/* Compares the tokens of the current tape. */
static inline void duel_take(duel *s) {
    const oracle *o = s->o;
    jt_tape tape = jt_tokenizer_tape(&s->r->t);
    size_t first = s->count;
    if (tape.length > o->length - first) {
        duel_differs(s, "more tokens");
        return;
    }
    for (size_t i = 0; i < tape.length; i++) {
        jt_token token = tape.tokens[i], expected = o->tokens[first + i];
        jt_type type = jt_token_type(expected);
        bool opens = type == JT_OBJECT_START || type == JT_ARRAY_START;
        bool closes = type == JT_OBJECT_END || type == JT_ARRAY_END;
        bool apart = (opens && expected.length >= tape.length - i) || (closes && expected.length > i);
        if (tape.base + token.start != expected.start) {
            duel_differs(s, "start of a token");
        } else if (token.info != expected.info) {
            duel_differs(s, "type, flags or id of a token");
        } else if (token.length != (apart ? 0 : expected.length)) {
            duel_differs(s, "length of a token");
        } else if (memcmp(jt_token_text(&tape, token), o->text + expected.start,
                          opens || closes ? 1 : expected.length) != 0) {
            duel_differs(s, "text of a token");
        } else if (s->probe && s->probe->token == first + i) {
            char pointer[4096];
            jt_position at = jt_tokenizer_locate(&s->r->t, expected.start);
            size_t length = jt_tape_pointer(&tape, i, pointer, sizeof pointer);
            if (!duel_same_position(&at, &s->probe->position)) {
                duel_differs(s, "position of a token");
            } else if (!duel_same_pointer(pointer, length, s->probe->place)) {
                duel_differs(s, "pointer of a token");
            }
        }
    }
    s->count += tape.length;
}

/* Behind the last call: the outcome and the error. */
static inline void duel_end(duel *s, jt_status status) {
    const jt_tokenizer *t = &s->r->t;
    if (status != (s->o->valid ? JT_OK : JT_INVALID)) {
        duel_differs(s, "accepted or refused wrongly");
    } else if (s->count != s->o->length) {
        duel_differs(s, "fewer tokens");
    } else if (t->depth != s->o->depth) {
        duel_differs(s, "depth");
    } else if (status == JT_INVALID) {
        char pointer[4096];
        if (!reading_same_error(&t->error, &s->o->error)) {
            duel_differs(s, "error");
        } else if (!duel_same_pointer(pointer, jt_error_pointer(t, pointer, sizeof pointer), s->o)) {
            duel_differs(s, "pointer of the error");
        }
    }
}

/* The oracle's text by jt_tokenize. */
static inline void duel_whole(duel *s) {
    jt_status status = reading_run(s->r, s->o->text, s->o->text_length, 0);
    duel_take(s);
    duel_end(s, status);
    if (s->r->t.copied > 128) {
        duel_differs(s, "more than 128 bytes copied");
    }
}

/* One chunk by jt_feed; false where nothing may follow. */
static inline bool duel_feed(duel *s, const uint8_t *chunk, size_t length, bool last) {
    jt_status status;
    while ((status = jt_feed(&s->r->t, chunk, length, last)) == JT_NEED_MEMORY) {
        if (s->r->t.need >= JT_BLOCKS || s->r->t.wanted <= s->r->size[s->r->t.need]) {
            check_fatal("asked for memory that it has", "jt_feed");
        }
        reading_set_block(s->r, s->r->t.need, s->r->t.wanted);
    }
    s->fed += length;
    duel_take(s);
    if (status == JT_INVALID && s->r->t.error.position.offset > s->fed) {
        duel_differs(s, "an error behind what was fed");
    }
    if (status == JT_OK && !last) {
        if (!s->o->valid && s->o->error.code != JT_ERROR_INVALID_UTF8 && s->o->error.position.offset < s->fed) {
            duel_differs(s, "an error that comes later than the byte that decides");
        }
        return true;
    }
    duel_end(s, status);
    return false;
}

/* What differed, for people. */
static inline void duel_print(const duel *s) {
    char pointer[4096];
    const jt_tokenizer *t = &s->r->t;
    fprintf(stderr, "    %s: %s\n", jt_isa_name(jt_get_isa()), s->wrong);
    check_print_bytes("input", s->o->text, s->o->text_length);
    size_t length = jt_error_pointer(t, pointer, sizeof pointer);
    reading_print_error("jsontape", &t->error, pointer, length < sizeof pointer ? length : sizeof pointer - 1);
    reading_print_error("oracle  ", &s->o->error, s->o->pointer, s->o->pointer_length);
    jt_tape tape = jt_tokenizer_tape(t);
    fprintf(stderr, "    %zu tokens compared, oracle %zu; tape of %zu from %" PRIu64 "\n", s->count, s->o->length,
            tape.length, tape.base);
}

#endif
