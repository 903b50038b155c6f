/* Copying a token's text by whole blocks, for what writes tapes. */
#ifndef JT_COPY_BLOCKS_H
#define JT_COPY_BLOCKS_H

#include "../base.h"
#include "../policy.h"

#define BLOCK 32

/* Copies length bytes and returns the end of the copy. Up to BLOCK bytes more may be read behind the text and written
 * behind the copy. */
JT_INLINE uint8_t *copy_blocks(uint8_t *out, const uint8_t *text, size_t length) {
    memcpy(out, text, BLOCK);
    if (JT_UNLIKELY(length > BLOCK)) {
        if (!JT_COMPACT && length > 512) { /* in WASM a call */
            memcpy(out, text, length);
        } else {
            for (size_t i = BLOCK; i < length; i += BLOCK)
                memcpy(out + i, text + i, BLOCK);
        }
    }
    return out + length;
}

#endif
