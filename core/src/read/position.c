/* Lines and columns of a place. */
#include "../simd/isa.h"
#include "stream.h"

void jt_count_lines(jt_position *at, const uint8_t *text, const uint8_t *end) {
    jt_kernels_now()->count_lines(at, text, end);
}

jt_position jt_locate(const void *text, const jt_position *from, uint64_t offset) {
    jt_position at = from ? *from : (jt_position){0, 1, 1, 1};
    const uint8_t *start = text;
    jt_count_lines(&at, start, start + (size_t)(offset - at.offset));
    return at;
}
