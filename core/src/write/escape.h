/* Escaping text for a JSON string: what the kernels (escape_template.h, one for each instruction set), the writer and
 * the record writer share.
 *
 * What is escaped is what JSON.stringify escapes: the quote, the backslash and the 32 control characters, with a short
 * form where JSON has one and \u00xx in lower-case digits otherwise. Everything else is copied: the kernels don't ask
 * whether the text is UTF-8, but say whether it is anything else than ASCII. */
#ifndef JT_WRITE_ESCAPE_H
#define JT_WRITE_ESCAPE_H

#include "../base.h"

/* What a kernel reports beside the number of bytes that it read. */
typedef struct jt_escaped {
    size_t written;     /* bytes */
    uint32_t non_ascii; /* not 0 where a byte of 0x80 or above was read */
} jt_escaped;

/* Escapes text[0 .. length) to out and returns how much of it: everything, or what comes before the first character
 * whose escape does not fit in `room`. Writes within out[0 .. room), also past what it reports as written.
 * `readable`, at least length, counts the bytes from text on that may be read: JT_ESCAPE_READABLE more than length
 * make the last bytes faster. */
typedef size_t jt_escape_kernel(const uint8_t *text, size_t length, size_t readable, uint8_t *out, size_t room,
                                jt_escaped *escaped);

#define JT_ESCAPE_READABLE 64u

/* The kernel without vectors: byte by byte, to the last byte that fits. */
jt_escape_kernel jt_escape_bytes;

/* For each byte what stands for it, in memory order: at most 6 bytes, and the count in the last. */
extern const uint8_t jt_escape_table[256][8];

/* For each set of bytes among 8 that take a backslash: the 16 bytes that come out, as places among the 8 bytes, and
 * 8 for a backslash. Used where an instruction set can look up 16 bytes at once. */
extern const uint8_t jt_escape_spread[256][16];

/* Vectors to compare with, in memory: a compiler that knows what is in them makes them anew for each short text. */
extern const uint8_t jt_escape_blanks[64] JT_HIDDEN, jt_escape_quotes[64] JT_HIDDEN, jt_escape_slashes[64] JT_HIDDEN,
    jt_escape_flips[64] JT_HIDDEN; /* '"' ^ ' ' */

/* Of 8 bytes, in the top bits: whether one takes an escape. Right for ASCII up to the first that does, no further. */
JT_INLINE uint64_t escape_marks(uint64_t word) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t control_or_quote = (word ^ ones * ('"' ^ 0x20)) - ones * 0x21;
    uint64_t backslash = (word ^ ones * '\\') - ones;
    return control_or_quote | backslash;
}

#define ESCAPE_TOP_BITS UINT64_C(0x8080808080808080)

/* Not 0 where one of 8 bytes takes an escape; only the lowest one is sure to be marked. */
JT_INLINE uint64_t escape_special_word(uint64_t word) {
    return escape_marks(word) & ~word & ESCAPE_TOP_BITS;
}

/* Not 0 where one of 8 bytes takes an escape or is not ASCII. */
JT_INLINE uint64_t escape_not_plain_word(uint64_t word) {
    return (escape_marks(word) | word) & ESCAPE_TOP_BITS;
}

#endif
