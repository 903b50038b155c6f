/* The tokenizing loop that makes doubles, for AVX2. A file of its own, and with a name of its own instead of a function
 * around it: gcc would inline less into two instances in one file, and makes an instance a third slower when it inlines
 * it into another function. */
#include "isa.h"

#if JT_HAVE_AVX2

#include "../number/powers.h"
#include "../read/grammar.h"
#include "../read/keys.h"
#include "../read/numbers.h"
#include "digit_vectors.h"

#include "avx2_on.h"
#include "ops_avx2.h"
#include "digits_avx.h"

#define JT_NUMBERS 1
#define JT_TOKENIZE int jt_tokenize_numbers_avx2
#include "../read/utf8_template.h"
#include "../read/tokenize_template.h"

#include "region_off.h"

#else
typedef int jt_no_avx2_numbers; /* a translation unit may not be empty */
#endif
