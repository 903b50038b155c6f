/* Brackets counted outside strings, 64 bytes at a time and without a look at anything else: jt_find_partner
 * (simd/isa.h).
 *
 * Of a block there are four masks with a bit for each byte: quotes, backslashes, opening and closing brackets. A byte
 * is escaped behind an odd run of backslashes; the quotes that are not tell which bytes lie in strings. A block with
 * fewer closing brackets than there are open ones can't hold the partner, and is passed by counting its bits alone. */

#include "blocks_template.h"

#define SKIP_BLOCK 64

/* Bit i of the result is the parity of the bits up to i. */
JT_INLINE uint64_t parities(uint64_t bits) {
    for (unsigned shift = 1; shift < 64; shift *= 2)
        bits ^= bits << shift;
    return bits;
}

/* The index of the closing bracket that brings `open` to none; 64 where none does. */
JT_INLINE unsigned find_last_closer(uint64_t open, uint64_t openers, uint64_t closers) {
    for (; closers; closers &= closers - 1) {
        uint64_t before = openers & ((closers & (0 - closers)) - 1);
        if (open + count_bits(before) == 1)
            return ctz_u64(closers);
        open--;
    }
    return SKIP_BLOCK;
}

JT_SMALL static const uint8_t *find_partner(jt_bracket_count *count, const uint8_t *p, const uint8_t *end) {
    uint64_t open = count->open, in_string = 0 - (uint64_t)count->in_string, escape = count->in_escape;
    while (p < end) {
        uint8_t copy[SKIP_BLOCK];
        const uint8_t *block = p;
        size_t length = (size_t)(end - p);
        if (JT_UNLIKELY(length < SKIP_BLOCK)) {
            memset(copy, 0, SKIP_BLOCK);
            memcpy(copy, p, length);
            block = copy;
        } else {
            length = SKIP_BLOCK;
        }
        uint64_t quotes = 0, backslashes = 0, openers = 0, closers = 0;
        for (unsigned i = 0; i < SKIP_BLOCK; i += JT_W) {
            vec v = vec_load(block + i), folded = vec_or(v, vec_splat(0x20)); /* '[' and '{' are 5b and 7b */
            quotes |= (uint64_t)vec_mask(vec_eq(v, vec_splat('"'))) << i;
            backslashes |= (uint64_t)vec_mask(vec_eq(v, vec_splat('\\'))) << i;
            openers |= (uint64_t)vec_mask(vec_eq(folded, vec_splat('{'))) << i;
            closers |= (uint64_t)vec_mask(vec_eq(folded, vec_splat('}'))) << i;
        }
        uint64_t escaped = escaped_bytes(backslashes, &escape);
        if (JT_UNLIKELY(block == copy))
            escape = escaped >> length & 1;
        uint64_t inside = parities(quotes & ~escaped) ^ in_string;
        in_string = 0 - (inside >> 63);
        openers &= ~inside;
        closers &= ~inside;
        uint64_t closing = count_bits(closers);
        if (JT_UNLIKELY(open <= closing)) {
            unsigned at = find_last_closer(open, openers, closers);
            if (at < SKIP_BLOCK)
                return p + at;
        }
        open += count_bits(openers) - closing;
        p += length;
    }
    *count = (jt_bracket_count){open, in_string != 0, escape != 0};
    return NULL;
}
