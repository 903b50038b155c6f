/* Texts that benchmarks make: they grow as they are appended to, and are the same in every run. */
#ifndef BENCH_TEXT_H
#define BENCH_TEXT_H

#include <stdint.h>
#include <stddef.h>

typedef struct bench_text {
    uint8_t *data; /* with BENCH_PADDING zeros behind the length */
    size_t length, capacity;
} bench_text;

/* As printf; a piece has at most 1,023 bytes. */
__attribute__((format(printf, 2, 3))) void bench_append(bench_text *text, const char *format, ...);

/* count times the same byte. */
void bench_append_run(bench_text *text, char byte, size_t count);

/* A record such as services keep, some 150 bytes; the index says what is in it. */
void bench_append_record(bench_text *text, uint32_t index);

/* The next number of a generator, and below a bound. */
uint32_t bench_random(uint32_t *state);
uint32_t bench_below(uint32_t *state, uint32_t bound);

#endif
