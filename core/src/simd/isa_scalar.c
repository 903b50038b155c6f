/* The instances of the templates for scalar. */
#include "isa.h"

#if JT_HAVE_SCALAR

#include "../read/grammar.h"
#include "../read/keys.h"
#include "../read/numbers.h"
#include "../write/state.h"

#include "ops_scalar.h"

#include "../read/utf8_template.h"
#include "../read/tokenize_template.h"
#include "../read/lines_template.h"
#include "../read/skip_template.h"
#include "../write/escape_template.h"
#include "../write/text_template.h"

#if JT_ISA_FIXED
bool jt_is_utf8(const uint8_t *text, const uint8_t *end) {
    return is_utf8(text, end);
}
const uint8_t *jt_find_partner(jt_bracket_count *count, const uint8_t *p, const uint8_t *end) {
    return find_partner(count, p, end);
}
jt_status jt_write_string(jt_writer *w, const void *utf8, size_t length) {
    return write_string(w, utf8, length);
}
jt_status jt_write_key(jt_writer *w, const void *utf8, size_t length) {
    return write_key(w, utf8, length);
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
    .is_utf8 = is_utf8,
    .find_partner = find_partner,
    .count_lines = count_lines,
    .escape = escape,
    .write_string = write_string,
    .write_key = write_key,
    .write_integer = jt_write_integer,
    .write_f64 = jt_write_double,
};
#endif

#else
typedef int jt_no_scalar; /* a translation unit may not be empty */
#endif
