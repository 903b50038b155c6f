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

#else
typedef int jt_no_digit_vectors; /* a translation unit may not be empty */
#endif
