/* The instances of the templates for sse2. */
#include "isa.h"

#if JT_HAVE_SSE2

#include "../read/grammar.h"
#include "../read/keys.h"
#include "../read/numbers.h"
#include "../write/state.h"

#include "ops_sse2.h"

#include "../read/utf8_template.h"
#include "../read/tokenize_template.h"
#include "../read/lines_template.h"
#include "../read/skip_template.h"
#include "../write/escape_template.h"
#include "../write/text_template.h"

const jt_kernels jt_kernels_sse2 = {
    .isa = JT_ISA_SSE2,
    .tokenize = tokenize,
    .is_utf8 = is_utf8,
    .find_partner = find_partner,
    .count_lines = count_lines,
    .escape = escape,
    .write_string = write_string,
    .write_key = write_key,
    .write_integer = jt_write_integer,
    .write_f64 = jt_write_double,
};

#else
typedef int jt_no_sse2; /* a translation unit may not be empty */
#endif
