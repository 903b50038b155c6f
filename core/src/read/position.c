/* Lines and columns of a place. */
#include "../simd/isa.h"
#include "view.h"

void jt_count_lines(jt_position *at, const uint8_t *text, const uint8_t *end) {
    jt_kernels_now()->count_lines(at, text, end);
}

jt_position jt_locate(const void *text, const jt_position *from, uint64_t offset) {
    jt_position at = from ? *from : (jt_position){0, 1, 1, 1};
    const uint8_t *start = text;
    jt_count_lines(&at, start, start + (size_t)(offset - at.offset));
    return at;
}

jt_position jt_tokenizer_locate(const jt_tokenizer *t, uint64_t offset) {
    jt_position at = t->place;
    const uint8_t *text = t->chunk;
    if (offset < t->chunk_start) {
        at = t->head_place;
        text = t->block[JT_BLOCK_CARRY].data;
    }
    jt_count_lines(&at, text, text + (size_t)(offset - at.offset));
    return at;
}
