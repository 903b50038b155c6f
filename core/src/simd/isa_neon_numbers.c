/* The tokenizing loop that makes doubles, for NEON (isa_avx2_numbers.c says why it stands alone). */
#include "isa.h"

#if JT_HAVE_NEON

#include "../number/decimal.h"
#include "../read/grammar.h"
#include "../read/keys.h"
#include "../read/numbers.h"

#include "ops_neon.h"

#define JT_NUMBERS 1
#include "../read/utf8_template.h"
#include "../read/tokenize_template.h"

int (*const jt_tokenize_numbers_neon)(jt_tokenizer *t, const uint8_t *limit) = tokenize;

#else
typedef int jt_no_neon_numbers; /* a translation unit may not be empty */
#endif
