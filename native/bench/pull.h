/* The pull reader over text that comes in segments, with its blocks. */
#ifndef BENCH_PULL_H
#define BENCH_PULL_H

#include "method.h"

#include "../../core/include/jsontape.h"

typedef struct pull {
    jt_reader reader;
    void *blocks[JT_BLOCKS];
    const uint8_t *data;
    size_t size, at;
    size_t segment; /* in bytes, the owner's to set; 0: all at once */
} pull;

/* Prepares for a text, in segments as they are set; the blocks of the run before are used again. */
void pull_start(pull *p, const uint8_t *data, size_t size);

/* What a call wanted that returned this status: a segment or memory, which it gets. false: neither. */
bool pull_serve(pull *p, jt_status status);

/* jt_reader_next, with what it wants. */
static inline jt_status pull_next(pull *p) {
    jt_status status;
    do
        status = jt_reader_next(&p->reader);
    while (status != JT_OK && pull_serve(p, status));
    return status;
}

#endif
