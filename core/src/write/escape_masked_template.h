/* The part of escape_template.h that escapes, where vectors may be loaded and stored in part, and packed: AVX-512.
 * Included by it. A block that the end of the text cuts is like any other, for what is behind the end is neither read
 * nor stored. And the escapes of a block are made at once: each byte becomes a backslash and the byte, or the letter
 * for it, and where no backslash is wanted it is packed away. */
#include "../base.h"
#include "escape.h"

/* Writes n bytes, one special one at least among them, from escape to escape. There is room for six of each. */
JT_NOINLINE static size_t escape_runs(const uint8_t *text, size_t n, uint64_t special, uint8_t *out) {
    uint8_t *o = out;
    size_t from = 0;
    for (; special; special &= special - 1) {
        size_t at = ctz_u64(special);
        const uint8_t *entry = jt_escape_table[text[at]];
        block_store(o, block_load_few(text + from, n - from));
        o += at - from;
        memcpy(o, entry, 8);
        o += entry[7];
        from = at + 1;
    }
    block_store(o, block_load_few(text + from, n - from));
    return (size_t)(o - out) + (n - from);
}

/* Writes the n bytes of a block with the special ones escaped. Returns how much that is; 0 where it may not fit. */
JT_INLINE size_t escape_block(const uint8_t *text, block v, size_t n, uint64_t special, uint8_t *out, size_t room) {
    uint64_t control = block_below(v, 0x20) & special, low = (uint32_t)special;
    block escaped = block_escape_letters(v, control);
    if (JT_UNLIKELY(block_eq(escaped, 0) & control)) /* one has no letter */
        return room >= 7 * BLOCK_W ? escape_runs(text, n, special, out) : 0;
    size_t both = n + count_bits(special), first = n < 32 ? both : 32 + count_bits(low);
    if (JT_UNLIKELY(both > room))
        return 0;
    uint64_t counted = low_bits(UINT64_MAX, (uint32_t)n);
    block_store_few(out, block_spread(block_half(escaped, 0), counted & UINT32_MAX, low), first, room);
    if (n > 32)
        block_store_few(out + first, block_spread(block_half(escaped, 1), counted >> 32, special >> 32), both - first,
                        room - first);
    return both;
}

/* Four blocks at once are stored as they are where nothing in them takes an escape. *seen gets the bits of all. */
JT_INLINE bool escape_four(const uint8_t *text, uint8_t *out, block *seen) {
    block a = block_load(text), b = block_load(text + BLOCK_W);
    block c = block_load(text + 2 * BLOCK_W), d = block_load(text + 3 * BLOCK_W);
    block_store(out, a);
    block_store(out + BLOCK_W, b);
    block_store(out + 2 * BLOCK_W, c);
    block_store(out + 3 * BLOCK_W, d);
    if ((block_special(a) | block_special(b)) | (block_special(c) | block_special(d)))
        return false;
    *seen = block_or(*seen, block_or(block_or(a, b), block_or(c, d)));
    return true;
}

/* Escapes text as far as blocks of it fit into the room. */
JT_INLINE size_t escape_blocks(const uint8_t *text, size_t length, uint8_t *out, size_t room, jt_escaped *escaped) {
    size_t read = 0, written = 0, alone = 0; /* the next blocks that are looked at one by one */
    block seen = block_zero();
    while (read < length) {
        for (; alone == 0 && length - read >= 4 * BLOCK_W && room - written >= 4 * BLOCK_W; read += 4 * BLOCK_W) {
            if (!escape_four(text + read, out + written, &seen)) {
                alone = 4;
                break;
            }
            written += 4 * BLOCK_W;
        }
        alone -= alone > 0;
        size_t n = length - read < BLOCK_W ? length - read : BLOCK_W, left = room - written;
        block v = block_load_few(text + read, n);
        uint64_t special = low_bits(block_special(v), (uint32_t)n);
        if (JT_LIKELY(special == 0)) {
            if (n > left)
                break;
            block_store_few(out + written, v, n, left);
            written += n;
        } else {
            size_t more = escape_block(text + read, v, n, special, out + written, left);
            if (JT_UNLIKELY(more == 0))
                break;
            written += more;
            alone = 2;
        }
        seen = block_or(seen, v);
        read += n;
    }
    escaped->written = written;
    escaped->non_ascii = block_tops(seen) != 0;
    return read;
}

/* A jt_escape_kernel. Where that stops, a block goes byte by byte. */
JT_NOINLINE static size_t escape_any(const uint8_t *text, size_t length, size_t readable, uint8_t *out, size_t room,
                                     jt_escaped *escaped) {
    size_t read = 0, written = 0;
    uint32_t high = 0;
    (void)readable;
    for (;;) {
        jt_escaped some;
        read += escape_blocks(text + read, length - read, out + written, room - written, &some);
        written += some.written;
        high |= some.non_ascii;
        if (read == length)
            break;
        size_t n = length - read < BLOCK_W ? length - read : BLOCK_W;
        size_t more = jt_escape_bytes(text + read, n, n, out + written, room - written, &some);
        read += more;
        written += some.written;
        high |= some.non_ascii;
        if (more < n)
            break;
    }
    escaped->written = written;
    escaped->non_ascii = high;
    return read;
}
