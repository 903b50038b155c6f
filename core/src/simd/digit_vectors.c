/* The constants of digit_vectors.h. */
#include "digit_vectors.h"
#include "../policy.h"

#if JT_HAVE_AVX2

#define FOUR(...) __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__

const jt_digit_constants jt_digit_vectors = {
    .zeros = {FOUR(FOUR('0', '0'))},
    .nines = {FOUR(FOUR(9, 9))},
    .tens = {FOUR(FOUR(10, 1))},
    .hundreds = {FOUR(100, 0, 1, 0, 100, 0, 1, 0)},
    .ten_thousands = {FOUR(10000 & 255, 10000 >> 8, 1, 0)},
    .last_20 = {236, 237, 238, 239, FOUR(224, 224, 224), 240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251,
                252, 253, 254, 255},
};

#define TWO_TO_52 UINT64_C(0x10000000000000)
#define PART_OF(n) (TWO_TO_52 / (n) + 1)
#define LENGTH(n) (UINT64_C(n) << 32)
#define FROM(n, least) (LENGTH(n) - (least)) /* one less below */

_Alignas(64) const jt_integer_constants jt_integer_vectors = {
    .powers = {TWO_TO_52 / 100000000, PART_OF(10000000), PART_OF(1000000), PART_OF(100000), PART_OF(10000),
               PART_OF(1000), PART_OF(100), PART_OF(10)},
    .halves = {TWO_TO_52 % 100000000},
    .tens = {FOUR(10, 10)},
    .zeros = {FOUR('0', '0')},
    .lengths =
        {
            [37] = LENGTH(8),    [38] = LENGTH(8),      [39] = LENGTH(8),       [40] = FROM(8, 10000000),
            [41] = LENGTH(7),    [42] = LENGTH(7),      [43] = LENGTH(7),       [44] = FROM(7, 1000000),
            [45] = LENGTH(6),    [46] = LENGTH(6),      [47] = FROM(6, 100000), [48] = LENGTH(5),
            [49] = LENGTH(5),    [50] = FROM(5, 10000), [51] = LENGTH(4),       [52] = LENGTH(4),
            [53] = LENGTH(4),    [54] = FROM(4, 1000),  [55] = LENGTH(3),       [56] = LENGTH(3),
            [57] = FROM(3, 100), [58] = LENGTH(2),      [59] = LENGTH(2),       [60] = FROM(2, 10),
            [61] = LENGTH(1),    [62] = LENGTH(1),      [63] = LENGTH(1),
        },
    .places = {0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120},
};

#else
typedef int jt_no_digit_vectors; /* a translation unit may not be empty */
#endif
