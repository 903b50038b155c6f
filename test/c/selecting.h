/* What the tests of selecting share: a walk over the whole tape that finds what a path names and knows nothing of
 * readers, and the comparison with it of every way of selecting. */
#ifndef JSONTAPE_TEST_SELECTING_H
#define JSONTAPE_TEST_SELECTING_H

#include "pulling.h"

/* ---- The oracle ---- */

#define PARTS_MAX 64
#define MATCHES_MAX 8192

typedef struct match {
    uint64_t start; /* in the stream */
    size_t index;   /* on its tape */
} match;

typedef struct expected {
    struct {
        char text[256]; /* unescaped */
        size_t length;
    } part[PARTS_MAX];
    size_t parts;
    match found[MATCHES_MAX];
    size_t count;
} expected;

/* Takes the path apart. */
static inline void set_path(expected *e, const char *path) {
    e->parts = e->count = 0;
    while (*path == '/' && e->parts < PARTS_MAX) {
        char *to = e->part[e->parts].text;
        for (path++; *path && *path != '/'; path++) {
            *to++ = *path != '~' ? *path : *++path == '0' ? '~' : '/';
        }
        *to = 0;
        e->part[e->parts].length = (size_t)(to - e->part[e->parts].text);
        e->parts++;
    }
}

static inline size_t pass_comments(const jt_tape *tape, size_t index) {
    while (index < tape->length && jt_token_type(tape->tokens[index]) == JT_COMMENT) {
        index++;
    }
    return index;
}

static inline size_t pass_value(const jt_tape *tape, size_t index) {
    size_t depth = 0;
    do {
        jt_type type = jt_token_type(tape->tokens[index]);
        depth += type == JT_OBJECT_START || type == JT_ARRAY_START;
        depth -= type == JT_OBJECT_END || type == JT_ARRAY_END;
        index++;
    } while (depth > 0 && index < tape->length);
    return index;
}

static inline bool is_any(const expected *e, size_t part) {
    return strcmp(e->part[part].text, "*") == 0;
}

static inline bool says_key(const expected *e, size_t part, const jt_tape *tape, size_t index) {
    jt_token key = tape->tokens[index];
    uint8_t *text = check_alloc(3 * (size_t)key.length); /* an ill-formed byte becomes three */
    size_t length = jt_copy_utf8(jt_token_text(tape, key), key.length, text);
    bool same = length == e->part[part].length && memcmp(text, e->part[part].text, length) == 0;
    free(text);
    return same || is_any(e, part);
}

static inline bool says_index(const expected *e, size_t part, uint64_t index) {
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, index);
    return is_any(e, part) || strcmp(text, e->part[part].text) == 0;
}

/* Finds what is in the value at index below the parts from `part` on; the index behind the value. */
static inline size_t find(expected *e, const jt_tape *tape, size_t index, size_t part) {
    jt_type type = jt_token_type(tape->tokens[index]);
    if (part == e->parts) {
        if (e->count == MATCHES_MAX) {
            check_fatal("too many matches", "find");
        }
        e->found[e->count++] = (match){tape->base + tape->tokens[index].start, index};
        return pass_value(tape, index);
    }
    if (type != JT_OBJECT_START && type != JT_ARRAY_START) {
        return index + 1;
    }
    index = pass_comments(tape, index + 1);
    for (uint64_t at = 0; index < tape->length; at++) {
        jt_type child = jt_token_type(tape->tokens[index]);
        if (child == JT_OBJECT_END || child == JT_ARRAY_END) {
            return index + 1;
        }
        bool inside = type == JT_OBJECT_START ? says_key(e, part, tape, index) : says_index(e, part, at);
        index = pass_comments(tape, index + (type == JT_OBJECT_START));
        if (index < tape->length) {
            index = pass_comments(tape, inside ? find(e, tape, index, part + 1) : pass_value(tape, index));
        }
    }
    return index;
}

static inline void find_all(expected *e, const jt_tape *tape) {
    for (size_t index = pass_comments(tape, 0); index < tape->length;) {
        index = pass_comments(tape, find(e, tape, index, 0));
    }
}

/* ---- The selection ---- */

typedef struct selection {
    puller p;
    jt_select s;
    jt_step steps[PARTS_MAX];
    const char *path;
    bool trusted;
    jt_writer w;
    jt_writer_options layout;
    uint8_t *out; /* what has been written of the match, the writer's buffer behind it */
    size_t length, size;
} selection;

static inline void selection_init(selection *x, size_t window, const jt_options *options) {
    memset(x, 0, sizeof *x);
    puller_init(&x->p, window, options);
}

static inline void selection_clear(selection *x) {
    puller_clear(&x->p);
    free(x->out);
}

/* Begins with a text and a path, which must be one. */
static inline void select_in(selection *x, const void *text, size_t length, size_t chunk_size, const char *path,
                             bool trusted) {
    begin(&x->p, text, length, chunk_size);
    x->path = path;
    x->trusted = trusted;
    CHECK(jt_select_init(&x->s, path, strlen(path), x->steps, PARTS_MAX, trusted) == JT_OK);
}

/* `run` takes a function of the reader alone. */
static selection *current_selection;
static size_t write_room;

static inline jt_status select_step(jt_reader *r) {
    return jt_select_next(&current_selection->s, r);
}

/* Writes into buffers of write_room bytes. */
static inline jt_status write_step(jt_reader *r) {
    selection *x = current_selection;
    for (;;) {
        if (x->size - x->length < write_room) {
            x->size = 2 * x->size + write_room;
            x->out = realloc(x->out, x->size);
        }
        jt_writer_drain(&x->w, x->out + x->length, write_room);
        jt_status status = jt_write_reader(&x->w, r);
        x->length += x->w.length;
        CHECK(x->w.length <= write_room);
        if (status != JT_FULL) {
            return status;
        }
        CHECK(x->w.length == write_room);
    }
}

static inline jt_status next_match(selection *x) {
    current_selection = x;
    return run(&x->p, select_step);
}

static inline jt_status write_match(selection *x, size_t room) {
    current_selection = x;
    write_room = room;
    x->length = 0;
    jt_writer_init(&x->w, NULL, 0, &x->layout);
    return run(&x->p, write_step);
}

/* ---- Comparison ---- */

/* What jt_write_tape makes of the value at index; its length. */
static inline size_t write_whole(const jt_tape *tape, size_t index, uint8_t *out, size_t size,
                                 const jt_writer_options *layout) {
    jt_writer w;
    jt_tape part = *tape;
    part.tokens += index;
    part.length = pass_value(tape, index) - index;
    index = 0;
    jt_writer_init(&w, out, size, layout);
    CHECK(jt_write_tape(&w, &part, &index) == JT_OK);
    return w.length;
}

/* Goes on from a match in one of several ways. JT_OK, or the status that ended it. */
static inline jt_status move_inside(selection *x, uint64_t *random, const jt_tape *tape, size_t index, uint8_t *whole,
                                    size_t size) {
    static const size_t rooms[] = {1, 2, 7, 100, 4096};
    jt_status status = JT_OK;
    uint32_t depth = jt_reader_depth(&x->p.r), how = check_random_below(random, 6);
    jt_type type = jt_reader_type(&x->p.r);
    bool start = type == JT_OBJECT_START || type == JT_ARRAY_START;
    size_t tokens = pass_value(tape, index) - index;
    switch (how) {
    case 0: /* part of the way */
        for (uint32_t i = check_random_below(random, (uint32_t)tokens); i > 0 && status == JT_OK; i--) {
            status = next(&x->p);
        }
        break;
    case 1: status = run(&x->p, jt_reader_skip); break;
    case 2: status = run(&x->p, x->trusted ? jt_reader_skip_unvalidated : jt_reader_skip); break;
    case 3:
    case 4: {
        x->layout.indent = how == 3 ? "" : " ";
        size_t length = write_whole(tape, index, whole, size, &x->layout);
        bool complete = !start || tape->tokens[index].length;
        status = write_match(x, rooms[check_random_below(random, 5)]);
        CHECK_EQ_MEM(x->out, x->length, whole, length);
        CHECK(status == (complete ? JT_OK : JT_INVALID));
        if (status == JT_OK) {
            CHECK_EQ_U64(jt_reader_depth(&x->p.r), depth);
            CHECK(jt_writer_done(&x->w));
        }
        break;
    }
    default: break;
    }
    return status;
}

static inline void complain(const selection *x, size_t window, const jt_options *o) {
    fprintf(stderr, "    path %s, window %zu, chunks %zu, trusted %d, multiple %d, pieces %d\n", x->path, window,
            x->p.chunk_size, x->trusted, (int)o->multiple, o->pieces);
    check_print_bytes("in", x->p.text, x->p.length);
}

/* Selects the path in every window, and compares with what the tape says. */
static inline void compare(reading *whole, const jt_options *options, const uint8_t *text, size_t length,
                           const char *path, uint64_t *random) {
    static expected e;
    static uint8_t written[1 << 22];
    jt_options o = *options;
    jt_tokenizer_reset(&whole->t, &o);
    set_path(&e, path);
    jt_status ended = reading_run(whole, text, length, 0);
    o.pieces = o.pieces && ended == JT_OK; /* a piece may come before the error that the rest of its token is */
    jt_tape tape = jt_tokenizer_tape(&whole->t);
    find_all(&e, &tape);
    for (size_t i = 0; i < WINDOWS; i++) {
        selection x;
        bool trusted = check_random_below(random, 2);
        selection_init(&x, windows[i], &o);
        x.p.random = *random;
        select_in(&x, text, length, chunk_sizes[check_random_below(random, CHUNK_SIZES)], path, trusted);
        uint64_t before = check_failures;
        jt_status status = JT_OK;
        size_t n = 0;
        while ((status = next_match(&x)) == JT_OK) {
            uint64_t start = jt_reader_start(&x.p.r);
            if (ended == JT_INVALID && trusted && start >= whole->t.error.position.offset) {
                break; /* what comes behind an error that was skipped is anyone's guess */
            }
            if (!CHECK(n < e.count) || !CHECK_EQ_U64(start, e.found[n].start)) {
                break;
            }
            CHECK_EQ_U64(jt_reader_depth(&x.p.r), e.parts);
            status = move_inside(&x, random, &tape, e.found[n].index, written, sizeof written);
            n++;
            if (status != JT_OK) {
                break;
            }
        }
        if (ended == JT_OK) {
            CHECK_EQ_U64(n, e.count);
            CHECK(status == JT_END);
            CHECK(next_match(&x) == JT_END);
        } else if (!trusted) {
            CHECK_EQ_U64(n, e.count);
            CHECK(status == JT_INVALID);
            CHECK(reading_same_error(&x.p.r.t.error, &whole->t.error));
            CHECK(next_match(&x) == JT_INVALID);
        }
        if (check_failures > before) {
            complain(&x, windows[i], &o);
        }
        selection_clear(&x);
    }
}

/* ---- Bad lines ---- */

/* What is told of lines: matches and errors by their offsets, in order. */
typedef struct told {
    uint64_t offset[MATCHES_MAX];
    bool error[MATCHES_MAX];
    size_t count;
} told;

static inline void tell(told *all, uint64_t offset, bool error) {
    if (all->count == MATCHES_MAX) {
        check_fatal("too many matches", "tell");
    }
    all->offset[all->count] = offset;
    all->error[all->count++] = error;
}

/* Where bad lines are passed over: the same matches, with the errors between them. */
static inline void compare_lines(reading *whole, const uint8_t *text, size_t length, const char *path,
                                 uint64_t *random) {
    static expected e;
    static told wanted, found;
    jt_options o = {.multiple = JT_NDJSON, .skip_bad_lines = true};
    jt_status status;
    jt_tokenizer_reset(&whole->t, &o);
    set_path(&e, path);
    wanted.count = 0;
    do {
        status = jt_tokenize(&whole->t, text, length);
        if (status == JT_NEED_MEMORY) {
            reading_set_block(whole, whole->t.need, whole->t.wanted);
            continue;
        }
        jt_tape tape = jt_tokenizer_tape(&whole->t);
        e.count = 0;
        find_all(&e, &tape);
        for (size_t i = 0; i < e.count; i++) {
            tell(&wanted, e.found[i].start, false);
        }
        if (status == JT_INVALID) {
            tell(&wanted, whole->t.error.position.offset, true);
        }
    } while (status != JT_OK);
    for (size_t i = 0; i < WINDOWS; i++) {
        selection x;
        selection_init(&x, windows[i], &o);
        x.p.random = *random;
        select_in(&x, text, length, chunk_sizes[check_random_below(random, CHUNK_SIZES)], path, i % 2);
        found.count = 0;
        do {
            status = next_match(&x);
            if (status == JT_OK) {
                tell(&found, jt_reader_start(&x.p.r), false);
                if (check_random_below(random, 2)) {
                    status = run(&x.p, jt_reader_skip);
                }
            }
            if (status == JT_INVALID) {
                tell(&found, x.p.r.t.error.position.offset, true);
            }
        } while (status != JT_END);
        bool same = CHECK_EQ_U64(found.count, wanted.count);
        for (size_t k = 0; same && k < found.count; k++) {
            same = CHECK_EQ_U64(found.offset[k], wanted.offset[k]) && CHECK(found.error[k] == wanted.error[k]);
        }
        if (!same) {
            complain(&x, windows[i], &o);
        }
        selection_clear(&x);
    }
}

#endif
