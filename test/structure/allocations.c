/* Reads documents and writes them again value by value, with every call for memory of the process counted: the linker
 * leads those of the library and of this file to the functions below (--wrap, allocations.test.js). Prints how many
 * there were for each document, and first how many a program that does allocate makes. */
#include <jsontape.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST (1 << 20)

static unsigned long calls;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_posix_memalign(void **memory, size_t alignment, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size);
void __wrap_free(void *memory);

void *__wrap_malloc(size_t size) {
    calls++;
    return __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
    calls++;
    return __real_calloc(count, size);
}
void *__wrap_realloc(void *memory, size_t size) {
    calls++;
    return __real_realloc(memory, size);
}
void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    calls++;
    return __real_aligned_alloc(alignment, size);
}
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size) {
    calls++;
    return __real_posix_memalign(memory, alignment, size);
}
void __wrap_free(void *memory) {
    calls++;
    __real_free(memory);
}

static uint8_t text[MOST], written[MOST], unescaped[MOST], tape[4 * MOST], stack[MOST], keys[4 * MOST];

static size_t flush(void *context, const void *bytes, size_t length) {
    size_t *used = context;
    if (length > MOST - *used)
        return 0;
    memcpy(written + *used, bytes, length);
    *used += length;
    return length;
}

static jt_status write_token(jt_writer *w, const jt_tape *t, jt_token token) {
    const uint8_t *span = jt_token_text(t, token);
    int64_t integer;
    switch (jt_token_type(token)) {
    case JT_OBJECT_START: return jt_write_object_start(w);
    case JT_OBJECT_END: return jt_write_object_end(w);
    case JT_ARRAY_START: return jt_write_array_start(w);
    case JT_ARRAY_END: return jt_write_array_end(w);
    case JT_KEY: return jt_write_key(w, unescaped, jt_copy_utf8(span, token.length, unescaped));
    case JT_STRING: return jt_write_string(w, unescaped, jt_copy_utf8(span, token.length, unescaped));
    case JT_NUMBER:
        return jt_read_i64(span, token.length, &integer) ? jt_write_i64(w, integer)
                                                         : jt_write_f64(w, jt_read_f64(span, token.length));
    case JT_TRUE:
    case JT_FALSE: return jt_write_bool(w, jt_token_type(token) == JT_TRUE);
    default: return jt_write_null(w);
    }
}

/* Whether what is written is what was read. With a buffer of that size and a flush function; 0: with one for all. */
static int write_document(size_t length, size_t buffer) {
    static uint8_t small[4096];
    jt_tokenizer t;
    jt_tokenizer_init(&t, NULL);
    jt_tokenizer_set_block(&t, JT_BLOCK_TAPE, tape, sizeof tape);
    jt_tokenizer_set_block(&t, JT_BLOCK_STACK, stack, sizeof stack);
    jt_tokenizer_set_block(&t, JT_BLOCK_KEYS, keys, sizeof keys);
    if (jt_tokenize(&t, text, length) != JT_OK)
        return 0;
    jt_tape tokens = jt_tokenizer_tape(&t);
    jt_writer w;
    size_t used = 0;
    jt_writer_options options = {.flush = buffer ? flush : NULL, .flush_context = &used};
    jt_writer_init(&w, buffer ? small : written, buffer ? buffer : sizeof written, &options);
    for (size_t i = 0; i < tokens.length; i++) {
        if (write_token(&w, &tokens, tokens.tokens[i]) != JT_OK)
            return 0;
    }
    if (buffer && jt_writer_flush(&w) != JT_OK)
        return 0;
    return jt_writer_done(&w) && (buffer ? used : w.length) == length && memcmp(written, text, length) == 0;
}

int main(int argc, char **argv) {
    void *volatile memory = malloc(1);
    memory = realloc(memory, 2);
    free(memory);
    printf("%lu\n", calls);
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        size_t length = file ? fread(text, 1, sizeof text, file) : 0;
        if (!file || length == 0 || length == sizeof text || fclose(file))
            return 1;
        calls = 0;
        if (!write_document(length, 0) || !write_document(length, 64)) {
            fprintf(stderr, "%s is not written as it was read\n", argv[i]);
            return 1;
        }
        printf("%lu\n", calls);
    }
    return 0;
}
