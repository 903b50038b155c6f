/* What the tests of numbers share: random values, and how often. */
#ifndef JSONTAPE_TEST_NUMBERS_H
#define JSONTAPE_TEST_NUMBERS_H

#include "check.h"

#include <errno.h>
#include <math.h>

/* The value of `--count N`, or 3,000,000. */
static inline uint64_t numbers_count(int argc, char **argv) {
    const char *argument = check_argument(argc, argv, "--count");
    uint64_t count = 3000000;
    if (argument) {
        char *end;
        errno = 0;
        count = strtoull(argument, &end, 10);
        if (errno != 0 || *end != 0 || end == argument || count == 0) {
            check_fatal("--count takes a number", argument);
        }
    }
    return count;
}

static inline void show(const char *text, size_t length, double got, double wanted) {
    if (check_failures < CHECK_SHOWN) {
        fprintf(stderr, "    %.*s: got %.17g, wanted %.17g\n", length < 100 ? (int)length : 100, text, got, wanted);
    }
}

static inline double random_double(uint64_t *state) {
    for (;;) {
        uint64_t bits = check_random(state);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value)) {
            return value;
        }
    }
}

/* A random integer of any size. */
static inline uint64_t random_integer(uint64_t *state) {
    return check_random(state) >> check_random_below(state, 64);
}

#endif
