/* Constants for operations on digits, in memory: of those whose values it sees, gcc makes two instructions each time
 * for AVX-512, where an operand in memory would do. */
#ifndef JT_DIGIT_VECTORS_H
#define JT_DIGIT_VECTORS_H

#include "../base.h"

typedef struct jt_digit_constants {
    uint8_t zeros[32], nines[32];   /* '0'; 9 */
    uint8_t tens[32], hundreds[32]; /* 10 and 1; of 16 bits each, 100 and 1 */
    uint8_t ten_thousands[16];      /* of 16 bits each, 10,000 and 1 */
    uint8_t last_20[32];            /* -20 to -17, what is less, -16 to -1 */
} jt_digit_constants;

extern const jt_digit_constants jt_digit_vectors JT_HIDDEN;

/* The same for eight_digits_avx512.h. */
typedef struct jt_integer_constants {
    uint64_t powers[8]; /* 2^52 / 10^8 to 2^52 / 10, rounded up but for the first */
    uint64_t halves[8]; /* what makes up for that */
    uint64_t tens[8], zeros[8];
    uint64_t lengths[64]; /* by leading zeros: with a number below 10^8, its length in the upper half */
    uint8_t places[24];   /* of the digits in two vectors: the lowest bytes of their words */
} jt_integer_constants;

extern const jt_integer_constants jt_integer_vectors JT_HIDDEN;

#endif
