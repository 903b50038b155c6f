/* The instances of the templates for AVX2. */
#include "isa.h"

#if JT_HAVE_AVX2

#include "../read/grammar.h"
#include "../read/keys.h"

#include <immintrin.h> /* before the target region: its functions name their own targets */

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#endif
#include "ops_avx2.h"

#include "../read/utf8_template.h"
#include "../read/tokenize_template.h"
#include "../read/lines_template.h"
#include "../read/skip_template.h"
#include "../write/escape_template.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

const jt_kernels jt_kernels_avx2 = {JT_ISA_AVX2, tokenize, validate_utf8, find_partner, count_lines, escape};

#else
typedef int jt_no_avx2; /* a translation unit may not be empty */
#endif
