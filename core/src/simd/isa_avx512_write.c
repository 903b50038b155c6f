/* What is written with AVX-512: text, which it can load, store and pack by the byte, and numbers, whose digits it makes
 * eight at a time. */
#include "isa.h"

#if JT_HAVE_AVX512

#include "../number/digits.h"
#include "../number/powers.h"
#include "../write/state.h"

#include "avx512_on.h"
#include "ops_avx2.h"
#include "ops_avx512.h"
#include "eight_digits_avx512.h"

#define JT_SIXTEEN_DIGITS sixteen_digits
#define JT_PUT_INTEGER put_integer
#include "../number/shortest.h"

#include "../read/utf8_template.h"
#include "../write/escape_template.h"
#include "../write/text_template.h"

bool jt_is_utf8_avx512(const uint8_t *text, const uint8_t *end) {
    return is_utf8(text, end);
}
size_t jt_escape_avx512(const uint8_t *text, size_t length, size_t readable, uint8_t *out, size_t room,
                        jt_escaped *escaped) {
    return escape(text, length, readable, out, room, escaped);
}
jt_status jt_write_string_avx512(jt_writer *w, const void *utf8, size_t length) {
    return write_string(w, utf8, length);
}
jt_status jt_write_key_avx512(jt_writer *w, const void *utf8, size_t length) {
    return write_key(w, utf8, length);
}

/* All but the first way, and more than sixteen digits, are left to the general calls. */
jt_status jt_write_integer_avx512(jt_writer *w, bool negative, uint64_t magnitude) {
    jt_place place = writer_quick(w, STATE_VALUE, 0);
    if (JT_UNLIKELY(!place.out || magnitude > INTEGER_MAX))
        return jt_write_integer(w, negative, magnitude);
    place = writer_sign(place, negative);
    size_t length = put_integer(magnitude, place.out);
    return writer_commit(w, place, length, w->after_value);
}

jt_status jt_write_f64_avx512(jt_writer *w, double value) {
    jt_place place = writer_quick(w, STATE_VALUE, 0);
    if (JT_UNLIKELY(!place.out))
        return jt_write_double(w, value);
    size_t length = format_f64(value, place.out, NULL);
    if (JT_UNLIKELY(length == 0))
        return jt_write_double(w, value);
    return writer_commit(w, place, length, w->after_value);
}

#include "region_off.h"

#else
typedef int jt_no_avx512_write; /* a translation unit may not be empty */
#endif
