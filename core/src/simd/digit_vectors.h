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

#endif
