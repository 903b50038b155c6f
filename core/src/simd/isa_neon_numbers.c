/* The tokenizing loop that makes doubles, for NEON (isa_avx2_numbers.c says why it stands alone). */
#include "isa.h"

#if JT_HAVE_NEON

#include "../number/decimal.h"
#include "../number/powers.h"
#include "../read/grammar.h"
#include "../read/keys.h"
#include "../read/numbers.h"

#include "ops_neon.h"

#define JT_NUMBERS 1
#define JT_TOKENIZE int jt_tokenize_numbers_neon
#include "../read/utf8_template.h"
#include "../read/tokenize_template.h"

#else
typedef int jt_no_neon_numbers; /* a translation unit may not be empty */
#endif
