/* The tokenizing loop that makes doubles, for AVX-512: see isa_avx2_numbers.c. */
#include "isa.h"

#if JT_HAVE_AVX512

#include "../number/powers.h"
#include "../read/grammar.h"
#include "../read/keys.h"
#include "../read/numbers.h"
#include "digit_vectors.h"

#include "avx512_on.h"
#include "ops_avx2.h"
#include "ops_avx512.h"
#include "digits_avx.h"

#define JT_NUMBERS 1
#define JT_TOKENIZE int jt_tokenize_numbers_avx512
#include "../read/utf8_template.h"
#include "../read/tokenize_template.h"

#include "region_off.h"

#else
typedef int jt_no_avx512_numbers; /* a translation unit may not be empty */
#endif
