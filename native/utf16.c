/* Text as JavaScript has it, in UTF-16 units, to UTF-8: for the records of a value (addon.c), in place of the engine's
 * encoder, which goes over text that is not ASCII three times. */
#include "utf16.h"

#include <string.h>

/* Units that are narrowed at once, where all of them are ASCII. */
#define BLOCK 16

static uint32_t unit(const uint8_t *source, size_t at) {
    uint16_t value;
    memcpy(&value, source + 2 * at, 2);
    return value;
}

size_t utf16_to_utf8(const uint8_t *source, size_t units, uint8_t *target, bool *lone) {
    uint8_t *p = target;
    *lone = false;
    for (size_t at = 0; at < units;) {
        size_t end = units;
        if (units - at >= BLOCK) {
            uint16_t block[BLOCK];
            uint32_t all = 0;
            memcpy(block, source + 2 * at, sizeof block);
            for (int i = 0; i < BLOCK; i++)
                all |= block[i];
            if (all < 0x80) {
                for (int i = 0; i < BLOCK; i++)
                    p[i] = (uint8_t)block[i];
                p += BLOCK;
                at += BLOCK;
                continue;
            }
            end = at + BLOCK;
        }
        /* Bytes one by one: a word for each length, chosen without a branch, takes twice as long. */
        while (at < end) {
            uint32_t code = unit(source, at++), lead;
            if (code < 0x80) {
                *p++ = (uint8_t)code;
                continue;
            }
            if (code < 0x800) {
                *p++ = (uint8_t)(0xc0 | code >> 6);
                *p++ = (uint8_t)(0x80 | (code & 63));
                continue;
            }
            lead = 0xe0 | code >> 12;
            if (code - 0xd800 < 0x800) {
                uint32_t second = at < units ? unit(source, at) : 0;
                if (code < 0xdc00 && second - 0xdc00 < 0x400) {
                    at++;
                    code = 0x10000 + ((code - 0xd800) << 10 | (second - 0xdc00));
                    *p++ = (uint8_t)(0xf0 | code >> 18);
                    lead = 0x80 | (code >> 12 & 63);
                } else {
                    *lone = true;
                }
            }
            *p++ = (uint8_t)lead;
            *p++ = (uint8_t)(0x80 | (code >> 6 & 63));
            *p++ = (uint8_t)(0x80 | (code & 63));
        }
    }
    return (size_t)(p - target);
}
