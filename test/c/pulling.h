/* What the tests of the pull reader share: a reader whose blocks grow as it asks, and that is fed a text in chunks of
 * one size. */
#ifndef JSONTAPE_TEST_PULLING_H
#define JSONTAPE_TEST_PULLING_H

#include "reading.h"

/* Every test runs for these windows, in tokens, and these chunks. */
static const size_t windows[] = {1, 4, 64, 4096};
static const size_t chunk_sizes[] = {1, 3, 64, 0, SIZE_MAX};
#define WINDOWS (sizeof windows / sizeof windows[0])
#define CHUNK_SIZES (sizeof chunk_sizes / sizeof chunk_sizes[0])

typedef struct puller {
    jt_reader r;
    void *block[JT_BLOCKS];
    size_t size[JT_BLOCKS];
    const uint8_t *text;
    size_t length, at, chunk_size; /* chunk_size 0: by chance */
    bool ended;
    uint64_t random;
    uint8_t *chunk;
} puller;

static inline void set_block(puller *p, jt_block block, size_t size) {
    void *moved = check_alloc(size);
    memset(moved, 0xa5, size);
    if (p->size[block]) {
        memcpy(moved, p->block[block], p->size[block] < size ? p->size[block] : size);
    }
    free(p->block[block]);
    p->block[block] = moved;
    p->size[block] = size;
    jt_reader_set_block(&p->r, block, moved, size);
}

/* A window of so many tokens. */
static inline void puller_init(puller *p, size_t window, const jt_options *options) {
    memset(p, 0, sizeof *p);
    jt_reader_init(&p->r, options);
    set_block(p, JT_BLOCK_TAPE, window * sizeof(jt_token));
    set_block(p, JT_BLOCK_KEYS, JT_KEYS_BYTES_MIN);
}

static inline void puller_clear(puller *p) {
    for (int i = 0; i < JT_BLOCKS; i++) {
        free(p->block[i]);
    }
    free(p->chunk);
}

static inline puller *puller_new(size_t window, const jt_options *options) {
    puller *p = check_alloc(sizeof *p);
    puller_init(p, window, options);
    return p;
}

static inline void puller_free(puller *p) {
    puller_clear(p);
    free(p);
}

/* Begins with a text, which is cut into chunks of this size. */
static inline void begin(puller *p, const void *text, size_t length, size_t chunk_size) {
    jt_reader_reset(&p->r, NULL);
    p->text = text;
    p->length = length;
    p->at = 0;
    p->chunk_size = chunk_size;
    p->ended = false;
}

static inline void begin_text(puller *p, const char *text) {
    begin(p, text, strlen(text), SIZE_MAX);
}

/* The next chunk, in memory of its own; the last one is empty now and then. */
static inline void feed(puller *p) {
    size_t left = p->length - p->at;
    size_t n = p->chunk_size ? p->chunk_size : check_random_below(&p->random, 40);
    bool last = n > left || (n == left && (check_random(&p->random) & 1));
    n = n < left ? n : left;
    CHECK(!p->ended);
    free(p->chunk);
    p->chunk = check_alloc(n);
    if (n) {
        memcpy(p->chunk, p->text + p->at, n);
    }
    p->at += n;
    p->ended = last;
    if (!CHECK(jt_reader_feed(&p->r, p->chunk, n, last) == JT_OK)) {
        check_fatal("a chunk was refused", "jt_reader_feed");
    }
}

typedef jt_status (*step)(jt_reader *);

/* Calls until it is done, with the chunks and the memory that it wants. */
static inline jt_status run(puller *p, step call) {
    for (;;) {
        jt_status status = call(&p->r);
        if (status == JT_NEED_DATA) {
            CHECK(jt_reader_type(&p->r) == 0);
            feed(p);
        } else if (status == JT_NEED_MEMORY) {
            if (!CHECK(p->r.t.need != JT_BLOCK_TAPE && p->r.t.wanted > p->size[p->r.t.need])) {
                check_fatal("asked for memory that it has", "jt_reader_next");
            }
            set_block(p, p->r.t.need, p->r.t.wanted);
        } else {
            return status;
        }
    }
}

static inline jt_status next(puller *p) {
    return run(p, jt_reader_next);
}

static inline void expect(puller *p, jt_type type, uint64_t start) {
    jt_status status = next(p);
    if (!CHECK(status == JT_OK) || !CHECK_EQ_U64(jt_reader_type(&p->r), type) ||
        !CHECK_EQ_U64(jt_reader_start(&p->r), start)) {
        check_print_bytes("in", p->text, p->length);
    }
}

static inline void expect_error(puller *p, jt_status status, jt_error_code code, uint64_t offset, const char *pointer) {
    char found[64];
    if (CHECK(status == JT_INVALID)) {
        jt_error_pointer(&p->r.t, found, sizeof found);
        CHECK_EQ_STR(jt_error_name(p->r.t.error.code), jt_error_name(code));
        CHECK_EQ_U64(p->r.t.error.position.offset, offset);
        CHECK_EQ_STR(found, pointer);
    }
}

#endif
