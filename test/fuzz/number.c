/* Numbers against the C library: a text that is a number, read as double and as integers; the first eight bytes as a
 * double, formatted and read back; and the decimal half-way to its neighbour. The input is the text and the bits. */
#include "fuzz.h"

#include <math.h>

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    return bits;
}

/* The number of digits and sign that a text stands for, as digits * 10^exponent without zeros at the ends. */
typedef struct decimal {
    bool negative;
    char digits[8192];
    size_t length;
    int64_t exponent;
} decimal;

static void take_apart(decimal *d, const char *text) {
    bool fraction = false;
    memset(d, 0, sizeof *d);
    for (; *text && (*text | 0x20) != 'e'; text++) {
        if (*text == '-') {
            d->negative = true;
        } else if (*text == '.') {
            fraction = true;
        } else {
            if (*text != '0' || d->length) {
                d->digits[d->length++] = *text;
            }
            d->exponent -= fraction;
        }
    }
    if (*text) {
        bool minus = *++text == '-';
        int64_t exponent = 0;
        for (text += *text == '-' || *text == '+'; *text; text++) {
            exponent = exponent < 1000000000 ? exponent * 10 + (*text - '0') : exponent;
        }
        d->exponent += minus ? -exponent : exponent;
    }
    while (d->length && d->digits[d->length - 1] == '0') {
        d->length--;
        d->exponent++;
    }
    if (d->length == 0) {
        d->exponent = 0;
    }
}

static void check_integers(const char *text, const void *span, size_t length) {
    static decimal d;
    take_apart(&d, text);
    unsigned __int128 value = 0;
    bool integral = d.exponent >= 0 && d.exponent + (int64_t)d.length <= 20;
    if (integral) {
        for (size_t i = 0; i < d.length + (size_t)d.exponent; i++) {
            value = value * 10 + (i < d.length ? (unsigned)(d.digits[i] - '0') : 0);
        }
    }
    uint64_t least = UINT64_C(1) << 63, u = 77;
    int64_t i = 77;
    bool fits_u64 = integral && value <= UINT64_MAX && (!d.negative || value == 0);
    bool fits_i64 = integral && value <= (d.negative ? least : least - 1);
    REQUIRE(jt_read_u64(span, length, &u) == fits_u64);
    REQUIRE(u == (fits_u64 ? (uint64_t)value : 77));
    REQUIRE(jt_read_i64(span, length, &i) == fits_i64);
    REQUIRE((uint64_t)i == (!fits_i64 ? 77 : d.negative ? 0 - (uint64_t)value : (uint64_t)value));
}

/* text: NUL behind it. */
static void check_read(const char *text, size_t length) {
    uint8_t *span = fuzz_copy((const uint8_t *)text, length);
    REQUIRE(bits_of(jt_read_f64(span, length)) == bits_of(strtod(text, NULL)));
    check_integers(text, span, length);
    free(span);
}

/* As ECMAScript's Number::toString lays out the digits of a positive number, digits * 10^exponent. */
static size_t lay_out(char *out, const decimal *d) {
    int k = (int)d->length, n = k + (int)d->exponent;
    int used;
    if (k <= n && n <= 21) {
        used = sprintf(out, "%.*s%.*s", k, d->digits, n - k, "00000000000000000000");
    } else if (0 < n && n <= 21) {
        used = sprintf(out, "%.*s.%.*s", n, d->digits, k - n, d->digits + n);
    } else if (-6 < n && n <= 0) {
        used = sprintf(out, "0.%.*s%.*s", -n, "000000", k, d->digits);
    } else if (k == 1) {
        used = sprintf(out, "%ce%+d", d->digits[0], n - 1);
    } else {
        used = sprintf(out, "%c.%.*se%+d", d->digits[0], k - 1, d->digits + 1, n - 1);
    }
    return (size_t)used;
}

static void check_format(double value) {
    char *buffer = check_alloc(JT_NUMBER_MAX), text[JT_NUMBER_MAX + 1], expected[64];
    size_t length = jt_format_f64(value, buffer);
    REQUIRE(length <= JT_NUMBER_MAX && (length == 0) == !isfinite(value));
    memcpy(text, buffer, length);
    text[length] = 0;
    free(buffer);
    if (length == 0) {
        return;
    }
    if (value == 0) {
        REQUIRE(strcmp(text, "0") == 0);
        return;
    }
    REQUIRE(bits_of(jt_read_f64(text, length)) == bits_of(value));
    check_read(text, length);
    static decimal mine, theirs;
    take_apart(&mine, text);
    expected[0] = '-';
    length = lay_out(expected + mine.negative, &mine);
    REQUIRE(strcmp(text, expected) == 0);
    /* The C library's shortest is the nearest of its length. Beside a power of two one as short may be farther. */
    int digits = 1;
    do {
        snprintf(expected, sizeof expected, "%.*e", digits - 1, value);
    } while (bits_of(strtod(expected, NULL)) != bits_of(value) && ++digits <= 17);
    REQUIRE(digits <= 17);
    take_apart(&theirs, expected);
    REQUIRE(mine.length <= theirs.length);
    if (mine.length == theirs.length) {
        REQUIRE(memcmp(mine.digits, theirs.digits, mine.length) == 0 && mine.exponent == theirs.exponent);
    } else {
        REQUIRE((bits_of(value) & ((UINT64_C(1) << 52) - 1)) == 0);
    }
}

/* The decimal that lies half-way between a double and the next, and one just above. */
static void check_half_way(double value) {
    static char text[1300];
    double next = nextafter(value, INFINITY);
    if (!isfinite(value) || !isfinite(next)) {
        return;
    }
    long double middle = ((long double)value + (long double)next) / 2;
    size_t length = (size_t)snprintf(text, sizeof text - 1, "%.1100Le", middle);
    char *e = strchr(text, 'e');
    check_read(text, length);
    memmove(e + 1, e, strlen(e) + 1);
    *e = '1';
    check_read(text, length + 1);
}

static void check_integer_texts(uint64_t value) {
    char expected[32], *buffer = check_alloc(JT_NUMBER_MAX);
    int length = snprintf(expected, sizeof expected, "%" PRIu64, value);
    REQUIRE(jt_format_u64(value, buffer) == (size_t)length && memcmp(buffer, expected, (size_t)length) == 0);
    length = snprintf(expected, sizeof expected, "%" PRId64, (int64_t)value);
    REQUIRE(jt_format_i64((int64_t)value, buffer) == (size_t)length && memcmp(buffer, expected, (size_t)length) == 0);
    free(buffer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    oracle *o = oracle_new();
    oracle_read(o, data, size, 0);
    if (o->valid && o->length == 1 && jt_token_type(o->tokens[0]) == JT_NUMBER && o->tokens[0].length < 8000) {
        static char text[8192];
        size_t length = o->tokens[0].length;
        memcpy(text, data + o->tokens[0].start, length);
        text[length] = 0;
        check_read(text, length);
        check_format(strtod(text, NULL));
        check_half_way(strtod(text, NULL));
    }
    oracle_free(o);
    if (size >= 8) {
        uint64_t bits;
        double value;
        memcpy(&bits, data, 8);
        memcpy(&value, data, 8);
        check_format(value);
        check_half_way(value);
        check_integer_texts(bits);
        check_format((double)(int64_t)bits);
    }
    return 0;
}
