/* Documents by chance, for the tests of the reader: valid JSON with every kind of token, nested, with whitespace of
 * several habits, and ways to spoil them. */
#ifndef JSONTAPE_TEST_GENERATE_H
#define JSONTAPE_TEST_GENERATE_H

#include "reading.h"

static inline void generate_space(uint64_t *random, scratch *x, uint32_t habit, uint32_t depth, bool line) {
    static const char mixed[] = " \n\t\r";
    switch (habit) {
    case 0: /* minified */ break;
    case 1: /* indented */
        if (line) {
            text_puts(x, "\n");
            text_fill(x, ' ', depth * 2);
        }
        break;
    case 2: /* anything */
        for (uint32_t i = check_random_below(random, 6); i > 0; i--) {
            text_add(x, &mixed[check_random_below(random, 4)], 1);
        }
        break;
    default: /* long runs */
        text_fill(x, (uint8_t)mixed[check_random_below(random, 2)], check_random_below(random, 60));
        break;
    }
}

static inline void generate_string(uint64_t *random, scratch *x, bool key) {
    static const char *const pieces[] = {"a",
                                         "id",
                                         "name",
                                         " ",
                                         "text",
                                         "\\n",
                                         "\\\"",
                                         "\\\\",
                                         "\\u00e9",
                                         "\\ud83d\\ude00",
                                         "\\ud800",
                                         "\xc3\xa9",
                                         "\xe2\x82\xac",
                                         "\xf0\x9f\x98\x80",
                                         "/",
                                         "~",
                                         "{",
                                         "]",
                                         ",",
                                         "0123456789"};
    uint32_t kinds = check_random_below(random, 3) ? 5 : 20; /* most are plain */
    uint32_t count = check_random_below(random, key ? 4 : check_random_below(random, 10) ? 6 : 60);
    text_puts(x, "\"");
    while (count--) {
        text_puts(x, pieces[check_random_below(random, kinds)]);
    }
    text_puts(x, "\"");
}

static inline void generate_number(uint64_t *random, scratch *x) {
    char number[64];
    uint64_t digits = check_random(random) >> check_random_below(random, 64);
    const char *minus = check_random_below(random, 4) ? "" : "-";
    switch (check_random_below(random, 6)) {
    case 0: snprintf(number, sizeof number, "%s%u", minus, (unsigned)(digits % 10)); break;
    case 1: snprintf(number, sizeof number, "%s%" PRIu64 ".%u", minus, digits % 1000, (unsigned)(digits % 9973)); break;
    case 2: snprintf(number, sizeof number, "%s%" PRIu64 "e%d", minus, digits, (int)(digits % 700) - 350); break;
    case 3: snprintf(number, sizeof number, "%s0.%" PRIu64 "E+%02u", minus, digits, (unsigned)(digits % 30)); break;
    default: snprintf(number, sizeof number, "%s%" PRIu64, minus, digits); break;
    }
    text_puts(x, number);
}

/* A document of about `size` bytes; iterative, with its own stack of brackets. */
static inline void generate_document(uint64_t *random, scratch *x, size_t size) {
    static char closers[64];
    uint32_t habit = check_random_below(random, 4), depth = 0;
    x->length = 0;
    generate_space(random, x, habit, depth, false);
    bool first = true;
    for (;;) {
        bool full = x->length >= size;
        bool inside = depth > 0;
        if (inside && (full || check_random_below(random, 8) == 0)) {
            depth--;
            generate_space(random, x, habit, depth, !first);
            text_add(x, &closers[depth], 1);
            first = false;
            if (depth == 0) {
                break;
            }
            continue;
        }
        if (inside && !first) {
            generate_space(random, x, habit > 1 ? habit : 0, depth, false);
            text_puts(x, ",");
        }
        if (inside) {
            generate_space(random, x, habit, depth, true);
        }
        if (inside && closers[depth - 1] == '}') {
            generate_string(random, x, true);
            generate_space(random, x, habit > 1 ? habit : 0, depth, false);
            text_puts(x, habit == 1 ? ": " : ":");
            generate_space(random, x, habit > 1 ? habit : 0, depth, false);
        }
        first = false;
        uint32_t kind = check_random_below(random, 10);
        if ((kind < 4 || !inside) && depth < sizeof closers && !(full && inside)) {
            bool object = check_random_below(random, 2);
            text_puts(x, object ? "{" : "[");
            closers[depth++] = object ? '}' : ']';
            first = true;
            continue;
        }
        if (kind < 6) {
            generate_string(random, x, false);
        } else if (kind < 9) {
            generate_number(random, x);
        } else {
            static const char *const words[] = {"true", "false", "null"};
            text_puts(x, words[check_random_below(random, 3)]);
        }
    }
    generate_space(random, x, habit, depth, true);
}

/* Spoils a text in one place: a byte changed, put in, left out or said twice, a part left out, the end cut off. */
static inline void generate_fault(uint64_t *random, scratch *x) {
    static const char likely[] = "\"\\{}[],: \n\t0123456789-+.eEtfnu\x00\x1f\x7f\x80\xbf\xc2\xe2\xed\xf0\xff";
    if (x->length == 0 || x->length + 8 > sizeof x->bytes) {
        return;
    }
    size_t at = check_random_below(random, (uint32_t)x->length);
    uint8_t byte = check_random_below(random, 4) ? (uint8_t)likely[check_random_below(random, sizeof likely - 1)]
                                                 : (uint8_t)check_random(random);
    size_t count = 1;
    switch (check_random_below(random, 6)) {
    case 0: x->bytes[at] = byte; break;
    case 1:
        memmove(x->bytes + at + 1, x->bytes + at, x->length - at);
        x->bytes[at] = byte;
        x->length++;
        break;
    case 2:
        memmove(x->bytes + at + 1, x->bytes + at, x->length - at);
        x->length++;
        break;
    case 3:
        count += check_random_below(random, 40);
        if (count > x->length - at) {
            count = x->length - at;
        }
        memmove(x->bytes + at, x->bytes + at + count, x->length - at - count);
        x->length -= count;
        break;
    case 4: x->length = at; break;
    default: x->bytes[at] ^= (uint8_t)(1u << check_random_below(random, 8)); break;
    }
}

#endif
