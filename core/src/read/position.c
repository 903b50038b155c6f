/* Lines and columns of a place. */
#include "../simd/isa.h"
#include "stream.h"

void jt_count_lines(jt_line_count *count, const uint8_t *text, const uint8_t *end) {
    jt_kernels_now()->count_lines(count, text, end);
}

jt_position jt_locate(const void *text, const jt_position *from, uint64_t offset) {
    jt_line_count count = {{0, 1, 1, 1}, 0, false};
    if (from)
        count.at = *from;
    const uint8_t *start = text;
    jt_count_lines(&count, start, start + (size_t)(offset - count.at.offset));
    return count.at;
}
