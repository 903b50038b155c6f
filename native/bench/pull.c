#include "pull.h"

enum { WINDOW = 256 }; /* tokens */

void pull_start(pull *p, const uint8_t *data, size_t size) {
    if (!p->blocks[JT_BLOCK_TAPE]) {
        jt_reader_init(&p->reader, NULL);
        p->blocks[JT_BLOCK_TAPE] = bench_allocate(WINDOW, sizeof(jt_token));
        p->blocks[JT_BLOCK_KEYS] = bench_allocate(1, JT_KEYS_BYTES_MIN);
        jt_reader_set_block(&p->reader, JT_BLOCK_TAPE, p->blocks[JT_BLOCK_TAPE], WINDOW * sizeof(jt_token));
        jt_reader_set_block(&p->reader, JT_BLOCK_KEYS, p->blocks[JT_BLOCK_KEYS], JT_KEYS_BYTES_MIN);
    } else {
        jt_reader_reset(&p->reader, NULL);
    }
    p->data = data;
    p->size = size;
    p->at = 0;
}

bool pull_serve(pull *p, jt_status status) {
    if (status == JT_NEED_DATA) {
        size_t rest = p->size - p->at, length = p->segment && p->segment < rest ? p->segment : rest;
        p->at += length;
        return jt_reader_feed(&p->reader, p->data + p->at - length, length, length == rest) == JT_OK;
    }
    if (status != JT_NEED_MEMORY)
        return false;
    jt_block need = p->reader.t.need;
    p->blocks[need] = bench_reallocate(p->blocks[need], p->reader.t.wanted);
    jt_reader_set_block(&p->reader, need, p->blocks[need], p->reader.t.wanted);
    return true;
}
