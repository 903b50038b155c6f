/* The instances of the templates for scalar. */
#include "isa.h"

#if JT_HAVE_SCALAR

#include "../read/grammar.h"
#include "../read/keys.h"
#include "../read/numbers.h"

#include "ops_scalar.h"

#include "../read/utf8_template.h"
#include "../read/tokenize_template.h"
#include "../read/lines_template.h"
#include "../read/skip_template.h"
#include "../write/escape_template.h"

#if JT_ISA_FIXED
const uint8_t *jt_validate_utf8(const uint8_t *text, const uint8_t *end) {
    return validate_utf8(text, end);
}
const uint8_t *jt_find_partner(jt_bracket_count *count, const uint8_t *p, const uint8_t *end) {
    return find_partner(count, p, end);
}
const jt_kernels jt_kernels_scalar = {
    .isa = JT_ISA_SCALAR,
    .tokenize = tokenize,
    .count_lines = count_lines,
    .escape = escape,
};
#else
const jt_kernels jt_kernels_scalar = {
    .isa = JT_ISA_SCALAR,
    .tokenize = tokenize,
    .validate_utf8 = validate_utf8,
    .find_partner = find_partner,
    .count_lines = count_lines,
    .escape = escape,
};
#endif

#else
typedef int jt_no_scalar; /* a translation unit may not be empty */
#endif
