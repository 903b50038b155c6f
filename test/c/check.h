/* Assertions and helpers for the C tests. Each test is one program of one main file that includes this header first
 * (before any system header), checks things, and ends with `return check_report("name");`. */
#ifndef JSONTAPE_TEST_CHECK_H
#define JSONTAPE_TEST_CHECK_H

#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1 /* MAP_ANONYMOUS under -std=c11 */
#endif

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef __wasi__
#include <sys/mman.h>
#include <unistd.h>
#endif

/* ---- Assertions ---------------------------------------------------------------------------------------------- */

/* Failures past this many are counted and not printed. */
#define CHECK_SHOWN 20

static uint64_t check_count, check_failures;

/* Counts an assertion; true where it failed and its details should be printed. */
static inline bool check_note(bool good, const char *file, int line, const char *what) {
    check_count++;
    if (good) {
        return false;
    }
    check_failures++;
    if (check_failures > CHECK_SHOWN) {
        return false;
    }
    fflush(stdout);
    fprintf(stderr, "%s:%d: failed: %s\n", file, line, what);
    if (check_failures == CHECK_SHOWN) {
        fprintf(stderr, "further failures are only counted\n");
    }
    return true;
}

/* Bytes as a C string literal would spell them, at most 200. */
static inline void check_print_bytes(const char *label, const void *bytes, size_t length) {
    const uint8_t *p = bytes;
    fprintf(stderr, "    %s (%zu bytes): \"", label, length);
    for (size_t i = 0; i < length && i < 200; i++) {
        if (p[i] == '"' || p[i] == '\\') {
            fprintf(stderr, "\\%c", p[i]);
        } else if (p[i] >= 0x20 && p[i] < 0x7f) {
            fputc(p[i], stderr);
        } else {
            fprintf(stderr, "\\x%02x", p[i]);
        }
    }
    fprintf(stderr, length > 200 ? "\"...\n" : "\"\n");
}

static inline bool check_true(bool good, const char *file, int line, const char *what) {
    check_note(good, file, line, what);
    return good;
}

static inline bool check_eq_u64(uint64_t a, uint64_t b, const char *file, int line, const char *what) {
    if (check_note(a == b, file, line, what)) {
        fprintf(stderr, "    left %" PRIu64 " (0x%" PRIx64 "), right %" PRIu64 " (0x%" PRIx64 ")\n", a, a, b, b);
    }
    return a == b;
}

static inline bool check_eq_mem(const void *p, size_t n, const void *q, size_t m, const char *file, int line,
                                const char *what) {
    bool good = n == m && (n == 0 || memcmp(p, q, n) == 0);
    if (check_note(good, file, line, what)) {
        check_print_bytes("left ", p, n);
        check_print_bytes("right", q, m);
    }
    return good;
}

static inline bool check_eq_str(const char *a, const char *b, const char *file, int line, const char *what) {
    bool good = a && b ? strcmp(a, b) == 0 : a == b;
    if (check_note(good, file, line, what)) {
        fprintf(stderr, "    left  %s%s%s\n", a ? "\"" : "", a ? a : "NULL", a ? "\"" : "");
        fprintf(stderr, "    right %s%s%s\n", b ? "\"" : "", b ? b : "NULL", b ? "\"" : "");
    }
    return good;
}

/* Each evaluates its arguments once and is true where the check held, so that a test can print more. */
#define CHECK(cond) check_true((cond) ? true : false, __FILE__, __LINE__, #cond)
#define CHECK_EQ_U64(a, b) check_eq_u64((uint64_t)(a), (uint64_t)(b), __FILE__, __LINE__, #a " == " #b)
#define CHECK_EQ_MEM(p, n, q, m) check_eq_mem((p), (n), (q), (m), __FILE__, __LINE__, #p "[" #n "] == " #q "[" #m "]")
#define CHECK_EQ_STR(a, b) check_eq_str((a), (b), __FILE__, __LINE__, #a " == " #b)

/* The last line of a test: its counts, and the exit status. A test that asserted nothing has failed. */
static inline int check_report(const char *name) {
    printf("%s: %" PRIu64 " assertions, %" PRIu64 " failed\n", name, check_count, check_failures);
    return check_failures > 0 || check_count == 0;
}

/* ---- Arguments and files ------------------------------------------------------------------------------------- */

/* The word after an option, or NULL where the option is absent. */
static inline const char *check_argument(int argc, char **argv, const char *option) {
    for (int i = 1; i + 1 < argc; i++) {
        if (strcmp(argv[i], option) == 0) {
            return argv[i + 1];
        }
    }
    return NULL;
}

/* The value of `--corpus DIR`, or NULL. */
static inline const char *check_corpus(int argc, char **argv) {
    return check_argument(argc, argv, "--corpus");
}

static inline void check_fatal(const char *what, const char *which) {
    fflush(stdout);
    fprintf(stderr, "test cannot run: %s: %s\n", what, which);
    exit(2);
}

static inline void *check_alloc(size_t size) {
    void *p = malloc(size ? size : 1);
    if (!p) {
        check_fatal("out of memory", "malloc");
    }
    return p;
}

/* A whole file, to be freed. */
static inline uint8_t *check_read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        check_fatal("cannot read", path);
    }
    size_t used = 0, size = 65536;
    uint8_t *data = check_alloc(size);
    for (;;) {
        used += fread(data + used, 1, size - used, file);
        if (used < size) {
            break;
        }
        uint8_t *larger = realloc(data, size *= 2);
        if (!larger) {
            check_fatal("out of memory", path);
        }
        data = larger;
    }
    if (ferror(file)) {
        check_fatal("cannot read", path);
    }
    fclose(file);
    *length = used;
    return data;
}

/* ---- Guard pages --------------------------------------------------------------------------------------------- */

/* Memory between two pages that may be neither read nor written. */
typedef struct check_guard {
    uint8_t *start; /* the first usable byte, right after a guard page */
    size_t size;    /* usable bytes: whole pages; a guard page follows */
} check_guard;

#ifdef __wasi__

/* WebAssembly knows no pages that may not be read: here the memory is only of that size. */
static inline check_guard check_guard_new(size_t size) {
    check_guard guard = {NULL, (size + 4095) / 4096 * 4096};
    if (guard.size == 0) {
        guard.size = 4096;
    }
    guard.start = check_alloc(guard.size);
    return guard;
}

static inline void check_guard_free(check_guard *guard) {
    free(guard->start);
    guard->start = NULL;
    guard->size = 0;
}

#else

/* At least `size` usable bytes. */
static inline check_guard check_guard_new(size_t size) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    check_guard guard = {NULL, (size + page - 1) / page * page};
    if (guard.size == 0) {
        guard.size = page;
    }
    uint8_t *map = mmap(NULL, guard.size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED || mprotect(map + page, guard.size, PROT_READ | PROT_WRITE) != 0) {
        check_fatal("no memory between guard pages", "mmap");
    }
    guard.start = map + page;
    return guard;
}

static inline void check_guard_free(check_guard *guard) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    munmap(guard->start - page, guard->size + 2 * page);
    guard->start = NULL;
    guard->size = 0;
}

#endif

/* Where `length` bytes begin that end at the guard page behind the memory. */
static inline uint8_t *check_guard_end(const check_guard *guard, size_t length) {
    return guard->start + (guard->size - length);
}

/* ---- Texts cut to a capacity --------------------------------------------------------------------------------- */

/* How much of a text of UTF-8 a buffer of this capacity takes: one byte less for the NUL, and whole characters only. */
static inline size_t check_cut(const char *text, size_t length, size_t capacity) {
    size_t kept = capacity == 0 ? 0 : capacity - 1 < length ? capacity - 1 : length;
    while (kept > 0 && kept < length && ((uint8_t)text[kept] & 0xc0) == 0x80) {
        kept--;
    }
    return kept;
}

/* ---- Random numbers ------------------------------------------------------------------------------------------ */

/* The next of a repeatable sequence (splitmix64); the state may start as any number. */
static inline uint64_t check_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* 0 to limit - 1. */
static inline uint32_t check_random_below(uint64_t *state, uint32_t limit) {
    return (uint32_t)((check_random(state) >> 32) * limit >> 32);
}

#endif
