/* The tables of escape.h as constants, and escaping byte by byte: the last bytes of a buffer, where no vector fits. */
#include "../policy.h"
#include "escape.h"

#include <string.h>

#if !JT_COMPACT

#define PLAIN(c) {c, 0, 0, 0, 0, 0, 0, 1}
#define SHORT(c) {'\\', c, 0, 0, 0, 0, 0, 2}
#define LONG(high, low) {'\\', 'u', '0', '0', high, low, 0, 6}
#define PLAIN_4(c) PLAIN(c), PLAIN(c + 1), PLAIN(c + 2), PLAIN(c + 3)
#define PLAIN_16(c) PLAIN_4(c), PLAIN_4(c + 4), PLAIN_4(c + 8), PLAIN_4(c + 12)

/* clang-format off */
const uint8_t jt_escape_table[256][8] = {
    LONG('0', '0'), LONG('0', '1'), LONG('0', '2'), LONG('0', '3'),
    LONG('0', '4'), LONG('0', '5'), LONG('0', '6'), LONG('0', '7'),
    SHORT('b'),     SHORT('t'),     SHORT('n'),     LONG('0', 'b'),
    SHORT('f'),     SHORT('r'),     LONG('0', 'e'), LONG('0', 'f'),
    LONG('1', '0'), LONG('1', '1'), LONG('1', '2'), LONG('1', '3'),
    LONG('1', '4'), LONG('1', '5'), LONG('1', '6'), LONG('1', '7'),
    LONG('1', '8'), LONG('1', '9'), LONG('1', 'a'), LONG('1', 'b'),
    LONG('1', 'c'), LONG('1', 'd'), LONG('1', 'e'), LONG('1', 'f'),
    PLAIN(' '), PLAIN('!'), SHORT('"'), PLAIN('#'), PLAIN_4(0x24), PLAIN_4(0x28), PLAIN_4(0x2c),
    PLAIN_16(0x30), PLAIN_16(0x40),
    PLAIN_4(0x50), PLAIN_4(0x54), PLAIN_4(0x58), SHORT('\\'), PLAIN(']'), PLAIN('^'), PLAIN('_'),
    PLAIN_16(0x60), PLAIN_16(0x70), PLAIN_16(0x80), PLAIN_16(0x90), PLAIN_16(0xa0),
    PLAIN_16(0xb0), PLAIN_16(0xc0), PLAIN_16(0xd0), PLAIN_16(0xe0), PLAIN_16(0xf0),
};
/* clang-format on */

/* The rows of a set grow from its last place to its first: each place alone, then with a backslash before it. */
#define ROW(...) {__VA_ARGS__},
#define PLACE_0(...) ROW(0, __VA_ARGS__) ROW(8, 0, __VA_ARGS__)
#define PLACE_1(...) PLACE_0(1, __VA_ARGS__) PLACE_0(8, 1, __VA_ARGS__)
#define PLACE_2(...) PLACE_1(2, __VA_ARGS__) PLACE_1(8, 2, __VA_ARGS__)
#define PLACE_3(...) PLACE_2(3, __VA_ARGS__) PLACE_2(8, 3, __VA_ARGS__)
#define PLACE_4(...) PLACE_3(4, __VA_ARGS__) PLACE_3(8, 4, __VA_ARGS__)
#define PLACE_5(...) PLACE_4(5, __VA_ARGS__) PLACE_4(8, 5, __VA_ARGS__)
#define PLACE_6(...) PLACE_5(6, __VA_ARGS__) PLACE_5(8, 6, __VA_ARGS__)

const uint8_t jt_escape_spread[256][16] = {PLACE_6(7) PLACE_6(8, 7)};

#endif

#if JT_HAVE_AVX2

#define TIMES_8(c) c, c, c, c, c, c, c, c
#define TIMES_64(c) TIMES_8(c), TIMES_8(c), TIMES_8(c), TIMES_8(c), TIMES_8(c), TIMES_8(c), TIMES_8(c), TIMES_8(c)

const uint8_t jt_escape_blanks[64] = {TIMES_64(' ')};
const uint8_t jt_escape_flips[64] = {TIMES_64('"' ^ ' ')};
const uint8_t jt_escape_quotes[64] = {TIMES_64('"')};
const uint8_t jt_escape_slashes[64] = {TIMES_64('\\')};

#endif

size_t jt_escape_bytes(const uint8_t *text, size_t length, size_t readable, uint8_t *out, size_t room,
                       jt_escaped *escaped) {
    size_t read = 0, written = 0;
    uint32_t high = 0;
    (void)readable;
    for (; read < length; read++) {
        const uint8_t *entry = jt_escape_table[text[read]];
        if (entry[7] > room - written) {
            break;
        }
        for (unsigned i = 0; i < entry[7]; i++) {
            out[written + i] = entry[i];
        }
        written += entry[7];
        high |= text[read];
    }
    escaped->written = written;
    escaped->non_ascii = high & 0x80u;
    return read;
}
