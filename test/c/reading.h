/* What the tests of the reader share: a tokenizer whose blocks grow exactly as asked and move each time, every
 * instruction set in turn, and the comparison of a result with the oracle's. */
#ifndef JSONTAPE_TEST_READING_H
#define JSONTAPE_TEST_READING_H

#include "check.h"
#include "oracle.h"

#include "../../core/include/jsontape.h"

/* ---- Instruction sets ---- */

static const jt_isa reading_isas[] = {JT_ISA_SCALAR, JT_ISA_SSE2,    JT_ISA_AVX2,
                                      JT_ISA_NEON,   JT_ISA_WASM128, JT_ISA_AVX512};
#define READING_ISAS (sizeof reading_isas / sizeof reading_isas[0])

/* Those that this build and this processor have; says once which are not there. */
static inline size_t reading_find_isas(jt_isa found[READING_ISAS]) {
    size_t count = 0;
    printf("instruction sets:");
    for (size_t i = 0; i < READING_ISAS; i++) {
        bool here = jt_set_isa(reading_isas[i]) == JT_OK;
        if (here) {
            CHECK_EQ_U64(jt_get_isa(), reading_isas[i]);
            found[count++] = reading_isas[i];
        }
        printf(" %s%s", jt_isa_name(reading_isas[i]), here ? "" : " (not here)");
    }
    printf("\n");
    jt_set_isa(JT_ISA_AUTO);
    CHECK(count > 0);
    return count;
}

/* ---- A tokenizer with memory ---- */

typedef struct reading {
    jt_tokenizer t;
    void *block[JT_BLOCKS];
    size_t size[JT_BLOCKS];
    uint64_t asked; /* JT_NEED_MEMORY, how often */
} reading;

/* Gives a block of exactly this size, moved away from the old one, whose memory is freed. */
static inline void reading_set_block(reading *r, jt_block block, size_t size) {
    void *moved = check_alloc(size);
    size_t kept = r->size[block] < size ? r->size[block] : size;
    memset(moved, 0xa5, size);
    if (kept) {
        memcpy(moved, r->block[block], kept);
    }
    free(r->block[block]);
    r->block[block] = moved;
    r->size[block] = size;
    jt_tokenizer_set_block(&r->t, block, moved, size);
}

static inline reading *reading_new(uint32_t max_depth) {
    reading *r = check_alloc(sizeof *r);
    memset(r, 0, sizeof *r);
    jt_options options = {.max_depth = max_depth, .seed = 0x123456789abcdefu};
    jt_tokenizer_init(&r->t, &options);
    return r;
}

static inline void reading_free(reading *r) {
    for (int i = 0; i < JT_BLOCKS; i++) {
        free(r->block[i]);
    }
    free(r);
}

/* Tokenizes a whole text from the start. At JT_NEED_MEMORY a block grows to what is wanted, and `extra` bytes more. */
static inline jt_status reading_run(reading *r, const uint8_t *text, size_t length, size_t extra) {
    jt_status status;
    jt_tokenizer_reset(&r->t, NULL);
    r->asked = 0;
    while ((status = jt_tokenize(&r->t, text, length)) == JT_NEED_MEMORY) {
        jt_block need = r->t.need;
        if (!CHECK(need < JT_BLOCKS && need != JT_BLOCK_CARRY) || !CHECK(r->t.wanted > r->size[need])) {
            check_fatal("asked for memory that it has", "jt_tokenize");
        }
        CHECK(need != JT_BLOCK_KEYS || (r->t.wanted >= JT_KEYS_BYTES_MIN && r->t.wanted <= JT_KEYS_BYTES_MAX));
        r->asked++;
        reading_set_block(r, need, r->t.wanted + extra);
    }
    return status;
}

/* ---- Comparison ---- */

static inline void reading_print_error(const char *who, const jt_error *error, const char *pointer, size_t length) {
    const char *name = jt_error_name(error->code);
    fprintf(stderr,
            "    %s: %s found %d offset %" PRIu64 " line %" PRIu64 " column %" PRIu64 " byteColumn %" PRIu64
            " tokenStart %" PRIu64 "\n",
            who, name ? name : "(no such code)", error->found, error->position.offset, error->position.line,
            error->position.column, error->position.byte_column, error->token_start);
    check_print_bytes("pointer", pointer, length);
}

static inline bool reading_same_error(const jt_error *a, const jt_error *b) {
    return a->code == b->code && a->found == b->found && a->position.offset == b->position.offset &&
           a->position.line == b->position.line && a->position.column == b->position.column &&
           a->position.byte_column == b->position.byte_column && a->token_start == b->token_start;
}

/* One assertion: the outcome, the tape, the error with its position and pointer, and the bytes copied are as they
 * should be. */
static inline bool reading_compare(const reading *r, jt_status status, const oracle *o, const char *file, int line) {
    static char pointer[4096];
    const jt_tokenizer *t = &r->t;
    const char *wrong = NULL;
    size_t at = 0, pointer_length = 0;
    jt_tape tape = jt_tokenizer_tape(t);
    if (status != (o->valid ? JT_OK : JT_INVALID)) {
        wrong = "accepted or refused wrongly";
    } else if (tape.base != 0 || tape.head_length != 0 || tape.text_start != 0 || tape.text != o->text ||
               tape.text_length != o->text_length) {
        wrong = "the tape does not describe the text";
    } else if (t->copied > 128) {
        wrong = "more than 128 bytes copied";
    } else if (t->depth != o->depth) {
        wrong = "depth";
    }
    while (at < o->length && at < tape.length && memcmp(&tape.tokens[at], &o->tokens[at], sizeof(jt_token)) == 0) {
        at++;
    }
    bool same_tape = tape.length == o->length && at == o->length;
    if (!wrong && !same_tape) {
        wrong = "tape";
    }
    if (status == JT_INVALID) {
        pointer_length = jt_error_pointer(t, pointer, sizeof pointer);
        if (!wrong && !o->valid) {
            size_t kept = pointer_length < sizeof pointer ? pointer_length : sizeof pointer - 1;
            if (!reading_same_error(&t->error, &o->error)) {
                wrong = "error";
            } else if (pointer_length != o->pointer_length || (kept && memcmp(pointer, o->pointer, kept) != 0)) {
                wrong = "pointer";
            }
        }
    }
    if (check_note(!wrong, file, line, wrong ? wrong : "")) {
        fprintf(stderr, "    %s, input of %zu bytes at %p, tape block of %zu\n", jt_isa_name(jt_get_isa()),
                o->text_length, (const void *)o->text, r->size[JT_BLOCK_TAPE]);
        size_t from = o->text_length > 200 && o->error.position.offset > 150 ? o->error.position.offset - 150 : 0;
        if (from) {
            fprintf(stderr, "    from offset %zu:\n", from);
        }
        check_print_bytes("input", o->text + from, o->text_length - from);
        if (status == JT_INVALID) {
            reading_print_error("jsontape", &t->error, pointer,
                                pointer_length < sizeof pointer ? pointer_length : sizeof pointer - 1);
        } else {
            fprintf(stderr, "    jsontape: status %d, depth %u, copied %" PRIu64 "\n", (int)status, t->depth,
                    t->copied);
        }
        if (o->valid) {
            fprintf(stderr, "    oracle  : good\n");
        } else {
            reading_print_error("oracle  ", &o->error, o->pointer, o->pointer_length);
        }
        if (!same_tape) {
            fprintf(stderr, "    tape of %zu tokens, oracle %zu; first difference at %zu\n", tape.length, o->length,
                    at);
            if (at < tape.length) {
                jt_token x = tape.tokens[at];
                fprintf(stderr, "    jsontape: %u %u 0x%x\n", x.start, x.length, x.info);
            }
            if (at < o->length) {
                jt_token x = o->tokens[at];
                fprintf(stderr, "    oracle  : %u %u 0x%x\n", x.start, x.length, x.info);
            }
        }
    }
    return !wrong;
}

#define COMPARE(r, status, o) reading_compare((r), (status), (o), __FILE__, __LINE__)

/* ---- Each case on each instruction set ---- */

/* Cases are gathered, each with memory and an oracle of its own, and then run on one instruction set after the other:
 * changing it for every case would cost more than the case. */
#define BENCH_SLOTS 32

typedef struct bench {
    struct {
        check_guard guard;
        oracle *o;
    } slots[BENCH_SLOTS];
    size_t used;
    reading *r;
    jt_isa isas[READING_ISAS];
    size_t isa_count;
    uint64_t random;
    uint64_t texts, valid, cases; /* a case is a text on an instruction set */
} bench;

/* Texts may have up to `most` bytes. */
static inline void bench_init(bench *b, size_t most) {
    memset(b, 0, sizeof *b);
    b->isa_count = reading_find_isas(b->isas);
    for (size_t i = 0; i < BENCH_SLOTS; i++) {
        b->slots[i].guard = check_guard_new(most);
        b->slots[i].o = oracle_new();
    }
    b->r = reading_new(0);
    reading_set_block(b->r, JT_BLOCK_TAPE, 1 << 16);
    reading_set_block(b->r, JT_BLOCK_STACK, 4096);
    reading_set_block(b->r, JT_BLOCK_KEYS, JT_KEYS_BYTES_MIN);
}

/* Runs what has been gathered. */
static inline void bench_flush(bench *b) {
    for (size_t i = 0; i < b->isa_count; i++) {
        jt_set_isa(b->isas[i]);
        for (size_t slot = 0; slot < b->used; slot++) {
            const oracle *o = b->slots[slot].o;
            jt_status status = reading_run(b->r, o->text, o->text_length, 0);
            b->cases++;
            COMPARE(b->r, status, o);
        }
    }
    b->used = 0;
}

static inline void bench_free(bench *b) {
    bench_flush(b);
    jt_set_isa(JT_ISA_AUTO);
    for (size_t i = 0; i < BENCH_SLOTS; i++) {
        check_guard_free(&b->slots[i].guard);
        oracle_free(b->slots[i].o);
    }
    reading_free(b->r);
}

/* Takes a text as it lies, which must stay until the next flush. What the oracle says of it. */
static inline const oracle *bench_take(bench *b, const uint8_t *text, size_t length) {
    if (b->used == BENCH_SLOTS) {
        bench_flush(b);
    }
    oracle *o = b->slots[b->used++].o;
    oracle_read(o, text, length, 0);
    b->texts++;
    b->valid += o->valid;
    return o;
}

/* Takes a copy of a text that lies so many bytes behind the guard page; SIZE_MAX: against the one that follows. */
static inline void bench_put(bench *b, const void *text, size_t length, size_t offset) {
    if (b->used == BENCH_SLOTS) {
        bench_flush(b);
    }
    const check_guard *guard = &b->slots[b->used].guard;
    size_t last = guard->size - length;
    uint8_t *to = guard->start + (offset < last ? offset : last);
    if (length) {
        memcpy(to, text, length);
    }
    bench_take(b, to, length);
}

/* The same at a place by chance: one in two against the guard page behind, one in eight against the one before, else
 * with any alignment. */
static inline void bench_run(bench *b, const void *text, size_t length) {
    uint64_t chance = check_random(&b->random);
    bench_put(b, text, length, chance & 1 ? SIZE_MAX : chance & 6 ? (size_t)(chance >> 8 & 63) : 0);
}

/* A text under construction. */
typedef struct scratch {
    uint8_t bytes[1 << 16];
    size_t length;
} scratch;

static inline void text_add(scratch *x, const void *bytes, size_t length) {
    if (length > sizeof x->bytes - x->length) {
        check_fatal("text too long", "text_add");
    }
    memcpy(x->bytes + x->length, bytes, length);
    x->length += length;
}

static inline void text_puts(scratch *x, const char *string) {
    text_add(x, string, strlen(string));
}

static inline void text_fill(scratch *x, uint8_t byte, size_t count) {
    if (count > sizeof x->bytes - x->length) {
        check_fatal("text too long", "text_fill");
    }
    memset(x->bytes + x->length, byte, count);
    x->length += count;
}

#endif
