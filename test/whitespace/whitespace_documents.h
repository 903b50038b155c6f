/* Documents whose whitespace is skipped in benchmarks, with the place of every gap: where whitespace may stand, whether
 * there is any or not. Each object has string leaves, a number, a flag, a null and a mixed array. */
#ifndef WHITESPACE_DOCUMENTS_H
#define WHITESPACE_DOCUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WHITESPACE_DOCUMENTS 8u
#define WHITESPACE_TEXT_MAX (4u << 20)
#define WHITESPACE_GAPS_MAX (1u << 18)
#define WHITESPACE_DEPTH_MAX 32u

/* A gap: where it begins, how many bytes lie behind it before the next one, in how many brackets. */
typedef struct whitespace_gap {
    uint32_t start, advance, depth;
} whitespace_gap;

typedef struct whitespace_document {
    char text[WHITESPACE_TEXT_MAX];           /* with zeros behind it */
    whitespace_gap gaps[WHITESPACE_GAPS_MAX]; /* the one behind the last lies at the end of the text */
    size_t length, gap_count, token_count;
    size_t depth;
    size_t indent; /* spaces a bracket; 0: minified */
    size_t run;    /* other than 0: every gap before a value of the list is a line feed and spaces, so many bytes */
} whitespace_document;

/* NULL behind the last one. */
const char *whitespace_label(size_t which);

/* Makes a document where none was, or another. */
void whitespace_make(whitespace_document *document, size_t which);

#endif
