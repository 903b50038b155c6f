/* A tokenizer with its blocks, which grow as it asks for more and serve one input after the other. */
#ifndef BENCH_HOLDER_H
#define BENCH_HOLDER_H

#include "method.h"

#include "../../core/include/jsontape.h"

typedef struct holder {
    jt_tokenizer t;
    void *blocks[JT_BLOCKS]; /* all NULL: not begun */
} holder;

/* Begins anew, the first time too; options as in jt_tokenizer_reset. */
void holder_reset(holder *h, const jt_options *options);

/* jt_tokenize and jt_feed, with the memory that they want. */
jt_status holder_tokenize(holder *h, const uint8_t *data, size_t length);
jt_status holder_feed(holder *h, const uint8_t *chunk, size_t length, bool last);

void holder_free(holder *h);

#endif
