/* Masks of blocks of 64 bytes, for those who find strings by them: a bit for each byte. */
#ifndef JT_BLOCKS_TEMPLATE_H
#define JT_BLOCKS_TEMPLATE_H

/* The bits of bytes that lie behind an odd number of backslashes in a row. carry: whether the first one does, by what
 * was before; then, whether the one behind the block does. */
JT_INLINE uint64_t escaped_bytes(uint64_t backslashes, uint64_t *carry) {
    const uint64_t odd = UINT64_C(0xaaaaaaaaaaaaaaaa);
    uint64_t escaped = *carry;
    if (JT_LIKELY(!(backslashes | escaped)))
        return 0;
    backslashes &= ~escaped;
    /* Added to the starts of runs at odd places, a run becomes a single bit behind its end; the others stay. */
    uint64_t behind = backslashes << 1 | escaped, starts = backslashes & odd & ~behind, sum = starts + backslashes;
    *carry = sum < starts;
    return (~odd ^ sum << 1) & behind;
}

#endif
