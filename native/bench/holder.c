#include "holder.h"

#include <stdlib.h>

void holder_reset(holder *h, const jt_options *options) {
    if (h->blocks[JT_BLOCK_KEYS]) {
        jt_tokenizer_reset(&h->t, options);
        return;
    }
    jt_tokenizer_init(&h->t, options);
    h->blocks[JT_BLOCK_KEYS] = bench_allocate(1, JT_KEYS_BYTES_MIN);
    jt_tokenizer_set_block(&h->t, JT_BLOCK_KEYS, h->blocks[JT_BLOCK_KEYS], JT_KEYS_BYTES_MIN);
}

static void grow(holder *h) {
    jt_block need = h->t.need;
    h->blocks[need] = bench_reallocate(h->blocks[need], h->t.wanted);
    jt_tokenizer_set_block(&h->t, need, h->blocks[need], h->t.wanted);
}

jt_status holder_tokenize(holder *h, const uint8_t *data, size_t length) {
    jt_status status;
    while ((status = jt_tokenize(&h->t, data, length)) == JT_NEED_MEMORY)
        grow(h);
    return status;
}

jt_status holder_feed(holder *h, const uint8_t *chunk, size_t length, bool last) {
    jt_status status;
    while ((status = jt_feed(&h->t, chunk, length, last)) == JT_NEED_MEMORY)
        grow(h);
    return status;
}

void holder_free(holder *h) {
    for (size_t i = 0; i < JT_BLOCKS; i++)
        free(h->blocks[i]);
}
