/* What the fuzz targets share. A target is a program with LLVMFuzzerTestOneInput, which says with REQUIRE what must
 * hold and leaves the rest to the sanitizers. What it does depends on its input alone, so blocks are fresh in every
 * run. */
#ifndef JSONTAPE_FUZZ_H
#define JSONTAPE_FUZZ_H

#include "../c/duel.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE(condition) ((condition) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #condition))

static inline void fuzz_fail(const char *file, int line, const char *what) {
    fflush(stdout);
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
    abort();
}

/* The instruction sets of this build and processor. */
static inline size_t fuzz_isas(const jt_isa **isas) {
    static jt_isa found[READING_ISAS];
    static size_t count;
    for (size_t i = 0; count == 0 || (i > 0 && i < READING_ISAS); i++) {
        if (jt_set_isa(reading_isas[i]) == JT_OK) {
            found[count++] = reading_isas[i];
        }
    }
    *isas = found;
    return count;
}

/* The next byte of an input, 0 at its end. */
static inline uint8_t fuzz_byte(const uint8_t **data, size_t *size) {
    if (*size == 0) {
        return 0;
    }
    --*size;
    return *(*data)++;
}

/* A copy in memory of exactly that size. */
static inline uint8_t *fuzz_copy(const uint8_t *bytes, size_t length) {
    uint8_t *copy = check_alloc(length);
    if (length) {
        memcpy(copy, bytes, length);
    }
    return copy;
}

/* The next *length bytes of an input, or the fewer that are left: a copy in memory of exactly that size. */
static inline uint8_t *fuzz_bytes(const uint8_t **data, size_t *size, size_t *length) {
    *length = *length < *size ? *length : *size;
    uint8_t *copy = fuzz_copy(*data, *length);
    *data += *length;
    *size -= *length;
    return copy;
}

/* A tokenizer with a key table and no other block, but for a tape of a few tokens where that is not 0. */
static inline reading *fuzz_reading(const jt_options *options, size_t tokens) {
    reading *r = reading_new(0);
    if (options) {
        jt_tokenizer_init(&r->t, options);
    }
    reading_set_block(r, JT_BLOCK_KEYS, JT_KEYS_BYTES_MIN);
    if (tokens) {
        reading_set_block(r, JT_BLOCK_TAPE, tokens * sizeof(jt_token));
    }
    return r;
}

/* The index of the first key that its object has already, as it reads without escapes; or SIZE_MAX. */
static inline size_t fuzz_find_duplicate(const oracle *o) {
    uint16_t *one = check_alloc(2 * o->text_length), *two = check_alloc(2 * o->text_length);
    size_t found = SIZE_MAX;
    for (size_t i = 0; i < o->length && found == SIZE_MAX; i++) {
        if (jt_token_type(o->tokens[i]) != JT_KEY) {
            continue;
        }
        size_t length = jt_copy_utf16(o->text + o->tokens[i].start, o->tokens[i].length, one);
        for (size_t k = i; k > 0 && found == SIZE_MAX; k--) { /* back to the bracket */
            jt_token token = o->tokens[k - 1];
            jt_type type = jt_token_type(token);
            if (type == JT_OBJECT_START) {
                break;
            } else if (type == JT_OBJECT_END || type == JT_ARRAY_END) {
                k -= token.length;
            } else if (type == JT_KEY && jt_copy_utf16(o->text + token.start, token.length, two) == length &&
                       memcmp(one, two, 2 * length) == 0) {
                found = i;
            }
        }
    }
    free(one);
    free(two);
    return found;
}

/* Bytes that grow. */
typedef struct fuzz_text {
    uint8_t *bytes;
    size_t length, size;
} fuzz_text;

static inline void fuzz_add(fuzz_text *text, const void *bytes, size_t length) {
    if (text->size - text->length < length) {
        text->size = text->size * 2 + length;
        text->bytes = realloc(text->bytes, text->size);
        if (!text->bytes) {
            check_fatal("out of memory", "realloc");
        }
    }
    if (length) {
        memcpy(text->bytes + text->length, bytes, length);
    }
    text->length += length;
}

/* What the comparison found. */
static inline void fuzz_no_difference(const duel *s) {
    if (s->wrong) {
        duel_print(s);
        fuzz_fail(__FILE__, __LINE__, s->wrong);
    }
}

#endif
