/* The larger constant tables, computed: in a WASM module, which travels, they are not in the file but expanded in its
 * memory (tables.c). Elsewhere the tables are constants in their own files, and only a test includes this, which
 * compares the two. */
#ifndef JT_TABLES_H
#define JT_TABLES_H

#include "number/powers.h"
#include "read/text.h"
#include "write/escape.h"

/* jt_powers. Goes from each power to the next in 192 bits, which drop what is below them: the value is always below the
 * exact one, and so little that nothing lies between the two that has only 128 bits, but the exact one where that is a
 * number of 128 bits. Then the next number of 128 bits is the exact value, rounded up. powers.py checks that for all
 * the powers, and makes the first one. */
static inline void jt_expand_powers(uint64_t (*powers)[2]) {
    uint64_t value[] = {0xdfbc7e99bdd50e9b, 0x113faa2906a13b3f, 0xeef453d6923bd65a,
                        0}; /* 1e-342; and what is carried */
    uint8_t *const low = (uint8_t *)value, *const top = low + 24;
    for (int i = 0; i <= JT_POWER_MAX - JT_POWER_MIN; i++) {
        powers[i][0] = value[2] + (value[1] == UINT64_MAX);
        powers[i][1] = value[1] + 1;
        /* Times 5/4, and by 2 if that is 1 or more, for the top bit to be set. */
        uint64_t sum = 0;
        for (uint8_t *p = low; p < top; p += 4) {
            sum += (uint64_t)load_u32(p) + (uint32_t)(load_u64(p) >> 2);
            memcpy(p, &sum, 4);
            sum >>= 32;
        }
        value[3] = sum;
        for (uint8_t *p = low; p < top; p += 4) {
            const uint64_t half = load_u64(p) >> sum;
            memcpy(p, &half, 4);
        }
        value[3] = 0;
    }
    powers[0 - JT_POWER_MIN][0] = (uint64_t)1 << 63; /* 1, the one power that is rounded up to more bits than it has */
}

/* jt_exact_powers: each is exact, and so is its product with 10. */
static inline void jt_expand_exact_powers(double *powers) {
    double power = 1;
    for (int i = 0; i <= JT_EXACT_POWER_MAX; i++) {
        powers[i] = power;
        power *= 10;
    }
}

/* jt_escape_table, of which all bytes are 0. */
static inline void jt_expand_escapes(uint8_t (*table)[8]) {
    static const char short_forms[] = "\bb\tt\nn\ff\rr\"\"\\\\";
    for (unsigned c = 0; c < 256; c++) {
        table[c][0] = (uint8_t)c;
        table[c][7] = c < 0x20 ? (uint8_t)jt_put_escapes(c, table[c]) : 1;
    }
    for (const char *form = short_forms; *form; form += 2) {
        memcpy(table[(uint8_t)form[0]], (const uint8_t[8]){'\\', (uint8_t)form[1], [7] = 2}, 8);
    }
}

/* jt_escape_spread, of which all bytes are 0. */
static inline void jt_expand_spread(uint8_t (*spread)[16]) {
    for (unsigned set = 0; set < 256; set++) {
        uint8_t *at = spread[set];
        for (unsigned place = 0; place < 8; place++) {
            if (set >> place & 1) {
                *at++ = 8;
            }
            *at++ = (uint8_t)place;
        }
    }
}

#endif
