/* The instances of the templates for neon. */
#include "isa.h"

#if JT_HAVE_NEON

#include "../read/grammar.h"
#include "../read/keys.h"
#include "../read/numbers.h"
#include "../write/state.h"

#include "ops_neon.h"

#include "../read/utf8_template.h"
#include "../read/tokenize_template.h"
#include "../read/lines_template.h"
#include "../read/skip_template.h"
#include "../write/escape_template.h"
#include "../write/text_template.h"

const jt_kernels jt_kernels_neon = {
    .isa = JT_ISA_NEON,
    .tokenize = tokenize,
    .tokenize_numbers = jt_tokenize_numbers_neon,
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
typedef int jt_no_neon; /* a translation unit may not be empty */
#endif
