/* The instance of the grammar for AVX-512: over an index of the text. All else is done by the kernels for AVX2, whose
 * vectors are long enough. */
#include "isa.h"

#if JT_HAVE_AVX512

#include "../read/grammar.h"
#include "../read/keys.h"
#include "../read/numbers.h"
#include "digit_vectors.h"

#include "avx512_on.h"
#include "ops_avx2.h"
#include "ops_avx512.h"
#include "digits_avx.h"

#define JT_TOKENIZE int jt_tokenize_avx512
#include "../read/utf8_template.h"
#include "../read/tokenize_template.h"

#include "region_off.h"

#else
typedef int jt_no_avx512; /* a translation unit may not be empty */
#endif
