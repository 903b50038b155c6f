/* The instances of the templates for AVX2, and what is told of AVX-512. */
#include "isa.h"

#if JT_HAVE_AVX2

#include "../read/grammar.h"
#include "../read/keys.h"
#include "../read/numbers.h"
#include "../write/state.h"
#include "digit_vectors.h"

#include "avx2_on.h"
#include "ops_avx2.h"
#include "digits_avx.h"

#include "../read/utf8_template.h"
#include "../read/tokenize_template.h"
#include "../read/lines_template.h"
#include "../read/skip_template.h"
#include "../write/escape_template.h"
#include "../write/text_template.h"

#include "region_off.h"

const jt_kernels jt_kernels_avx2 = {
    .isa = JT_ISA_AVX2,
    .tokenize = tokenize,
    .tokenize_numbers = jt_tokenize_numbers_avx2,
    .is_utf8 = is_utf8,
    .find_partner = find_partner,
    .count_lines = count_lines,
    .escape = escape,
    .write_string = write_string,
    .write_key = write_key,
    .write_integer = jt_write_integer,
    .write_f64 = jt_write_double,
};

#if JT_HAVE_AVX512
const jt_kernels jt_kernels_avx512 = {
    .isa = JT_ISA_AVX512,
    .tokenize = jt_tokenize_avx512,
    .tokenize_numbers = jt_tokenize_numbers_avx512,
    .is_utf8 = jt_is_utf8_avx512,
    .find_partner = find_partner,
    .count_lines = count_lines,
    .escape = jt_escape_avx512,
    .write_string = jt_write_string_avx512,
    .write_key = jt_write_key_avx512,
    .write_integer = jt_write_integer_avx512,
    .write_f64 = jt_write_f64_avx512,
};
#endif

#else
typedef int jt_no_avx2; /* a translation unit may not be empty */
#endif
