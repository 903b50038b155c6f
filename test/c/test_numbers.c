/* Numbers: text to doubles and integers against strtod.
 *
 * usage: test_numbers [--count N] [--corpus DIR]
 *   --count N     random doubles to try (3,000,000); the other random parts grow with it
 *   --corpus DIR  a folder whose numbers/ holds .txt files with lines of the same numbers as binary16, binary32 and
 *                 binary64 bits and as text */
#include "folder.h"
#include "numbers.h"

#include "../../core/include/jsontape.h"
#include "../../core/src/number/decimal.h"
#include "../../core/src/number/number.h"
#include "../../core/src/number/powers.h"

#include <float.h>

static check_guard guard;

/* The double of a text that lies between guard pages: at the end of the memory, or at its start. */
static double read_f64(const char *text, size_t length, bool at_end) {
    uint8_t *place = at_end ? check_guard_end(&guard, length) : guard.start;
    memcpy(place, text, length);
    return jt_read_f64(place, length);
}

static bool same(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static void check_read(const char *text, double wanted) {
    size_t length = strlen(text);
    double got = read_f64(text, length, true);
    if (!CHECK(same(got, wanted))) {
        show(text, length, got, wanted);
    }
    got = read_f64(text, length, false);
    if (!CHECK(same(got, wanted))) {
        show(text, length, got, wanted);
    }
}

/* ---- Reading doubles ----------------------------------------------------------------------------------------- */

static void test_read_cases(void) {
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"0", 0.0},
        {"-0", -0.0},
        {"-0.0e-5", -0.0},
        {"144250504882249760", 144250504882249760.0},
        {"123456789012345678901234567890", 123456789012345678901234567890.0},
        {"1.1102230246251565e-16", 0x1p-53},
        {"1234567834982342349e100", 1234567834982342349e100},
        {"18446744073709551616", 0x1p64},
        {"19686109595169230000", 19686109595169230000.0},
        {"2.2250738585072011e-308", 0x0.fffffffffffffp-1022},
        {"2.2250738585072014e-308", 0x1p-1022},
        {"0.95000000000000000000", 0.95},
        {"5e-324", 0x1p-1074},
        {"2.4703282292062327208e-324", 0.0},
        {"2.4703282292062327209e-324", 0x1p-1074},
        {"98.88339545701953", 98.88339545701953},
        {"0.9999999999999999", 0x1.fffffffffffffp-1},
        {"1.5777777777770001", 1.5777777777770001},
        {"0.1e-308", 1e-309},
        {"1000000000000000000e0", 1e18},
        {"1E400", INFINITY},
        {"-1E+400", -INFINITY},
        {"-1e-999", -0.0},
        {"-0e-999", -0.0},
        {"-0e999", -0.0},
        {"1e-00011111111111", 0.0},
        {"1e99999999999999999999", INFINITY},
        {"-1e99999999999999999999", -INFINITY},
        {"1e-99999999999999999999", 0.0},
        {"0e99999999999999999999", 0.0},
        {"-0.000e+99999999999999999999", -0.0},
        {"1e18446744073709551617", INFINITY},
        {"1e-18446744073709551617", 0.0},
        {"1e9223372036854775808", INFINITY},
        {"1e0000000000000000000000000000000000000000000000001", 10.0},
        {"1.7976931348623157e308", DBL_MAX},
        {"1.7976931348623158e308", DBL_MAX},
        {"1.7976931348623159e308", INFINITY},
        {"179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286"
         "416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571"
         "366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497791",
         DBL_MAX},
        {"179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286"
         "416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571"
         "366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792",
         INFINITY},
        {"9007199254740993", 9007199254740992.0},
        {"9007199254740993.00000000000000000000000000000000000000001", 9007199254740994.0},
        {"1e22", 1e22},
        {"1e23", 1e23},
        {"8.5e22", 8.5e22},
        {"0.000000000000000000000000000000000000000000000000000000000000000000000001234567", 1.234567e-72},
        {"123456789012345678900000000000000000000000000000000000000000000000000000000000", 1.234567890123456789e77},
        {"0.30000000000000004", 0x1.3333333333334p-2},
        {"6.631236846766476e-316", 6.631236846766476e-316},
        {"7.2057594037927933e16", 0x1p56},
        {"1", 1.0},
        {"12345678", 12345678.0},
        {"1234567.8", 1234567.8},
        {"12345678.9", 12345678.9},
        {"1.2345678", 1.2345678},
        {"1.23456789", 1.23456789},
        {"1.23456789e-5", 1.23456789e-5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_read(cases[i].text, cases[i].value);
        check_read(cases[i].text, strtod(cases[i].text, NULL));
    }
}

/* A file's text made JSON where it leaves out the digits before or after the point; the value stays the same. */
static void make_json(char *target, const char *text) {
    if (*text == '-') {
        *target++ = *text++;
    }
    if (*text == '.') {
        *target++ = '0';
    }
    for (; *text; text++) {
        if (*text != '.' || (text[1] >= '0' && text[1] <= '9')) {
            *target++ = *text;
        }
    }
    *target = 0;
}

static void test_number_file(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) {
        check_fatal("no number file", path);
    }
    static char line[8192], text[8192], json[8192];
    uint64_t lines = 0;
    while (fgets(line, sizeof line, file)) {
        unsigned half, single;
        uint64_t bits;
        if (sscanf(line, "%x %x %" SCNx64 " %8191s", &half, &single, &bits, text) != 4) {
            check_fatal("not a line of numbers", line);
        }
        make_json(json, text);
        double wanted;
        memcpy(&wanted, &bits, sizeof wanted);
        check_read(json, wanted);
        lines++;
    }
    fclose(file);
    CHECK(lines > 0);
}

static void test_number_files(const char *corpus) {
    if (!corpus) {
        printf("numbers: no --corpus given: generated numbers only\n");
        return;
    }
    char *names[FOLDER_MAX], path[4096];
    size_t files = folder_names(corpus, "numbers", ".txt", names);
    for (size_t i = 0; i < files; i++) {
        snprintf(path, sizeof path, "%s/numbers/%s", corpus, names[i]);
        test_number_file(path);
        free(names[i]);
    }
    printf("numbers: %zu files of numbers in %s/numbers\n", files, corpus);
}

/* Random texts: 1 to 40 digits, rarely some hundred, with or without point and exponent, with zeros on either side. */
static void test_read_random_texts(uint64_t count) {
    uint64_t state = 1;
    static char text[2048];
    for (uint64_t i = 0; i < count; i++) {
        size_t length = 0;
        if (check_random_below(&state, 2)) {
            text[length++] = '-';
        }
        uint32_t most = i % 64 == 0 ? 900 : i % 2 ? 20 : 40;
        uint32_t digits = 1 + check_random_below(&state, most);
        uint32_t point = check_random_below(&state, 3) ? check_random_below(&state, digits) : 0;
        uint32_t zeros = check_random_below(&state, 8) ? 0 : check_random_below(&state, digits);
        bool before = check_random_below(&state, 2);
        for (uint32_t d = 0; d < digits; d++) {
            bool zero = before ? d < zeros : d >= digits - zeros;
            if (point && d == point) {
                text[length++] = '.';
            }
            text[length++] = zero ? '0' : (char)('0' + check_random_below(&state, 10));
        }
        /* No zeros before other digits of the integer part. */
        size_t sign = text[0] == '-';
        while (text[sign] == '0' && text[sign + 1] >= '0' && text[sign + 1] <= '9' && sign + 1 < length) {
            memmove(text + sign, text + sign + 1, --length - sign);
        }
        text[length] = 0;
        if (check_random_below(&state, 3)) {
            int exponent = (int)check_random_below(&state, 700) - 360 - (int)(digits > 100 ? digits : 0);
            length += (size_t)snprintf(text + length, 16, check_random_below(&state, 2) ? "e%d" : "E%+04d", exponent);
        }
        double wanted = strtod(text, NULL), got = read_f64(text, length, i % 2);
        if (!CHECK(same(got, wanted))) {
            show(text, length, got, wanted);
        }
        /* The way of a scanner that knows the runs already. */
        jt_number_spans spans;
        uint64_t value = jt_take_apart(text, length, &spans);
        uint64_t known = jt_append_digits(0, spans.integer, spans.integer_length);
        known = jt_append_digits(known, spans.fraction, spans.fraction_length);
        CHECK_EQ_U64(known, value);
        CHECK(same(jt_number_f64_from_spans(&spans, known), got));
    }
}

/* The exact decimal text of the point half way between a double and the next, and texts just beside it. */
static void test_read_half_ways(uint64_t count) {
#if LDBL_MANT_DIG >= 64 && LDBL_MIN_EXP < -1100
    uint64_t state = 2;
    static char text[4096], other[4096];
    for (uint64_t i = 0; i < count; i++) {
        double low = i == 0 ? 0.0 : fabs(random_double(&state));
        if (i % 4 == 1) {
            low = ldexp(low, -1000) * 0x1p-60; /* many subnormals */
        }
        if (i % 4 == 2) {
            low = ldexp((double)(check_random(&state) >> 11), (int)check_random_below(&state, 60) - 30);
        }
        if (low == DBL_MAX) {
            continue;
        }
        double high = nextafter(low, INFINITY);
        uint64_t bits;
        memcpy(&bits, &low, sizeof bits);
        double even = bits & 1 ? high : low;
        long double half = ((long double)low + (long double)high) / 2;
        size_t length = (size_t)snprintf(text, sizeof text, "%.1090Le", half);
        char *exponent = strchr(text, 'e');
        size_t digits = (size_t)(exponent - text);
        check_read(text, even);
        CHECK(strtod(text, NULL) == even);

        text[digits - 1] = '1'; /* far past the last digit that isn't 0 */
        check_read(text, high);
        while (text[digits - 2] == '0') {
            digits--;
        }
        memmove(text + digits, exponent, length + 1 - (size_t)(exponent - text));
        text[digits - 1] = '0';
        check_read(text, even);
        if (text[digits - 2] != '.') { /* one less in the last digit that isn't 0 */
            text[digits - 2]--;
            check_read(text, strtod(text, NULL));
            text[digits - 1] = '9';
            check_read(text, strtod(text, NULL));
        }
        /* The same digits, cut off anywhere. */
        size_t cut = 3 + check_random_below(&state, (uint32_t)digits);
        memcpy(other, text, cut);
        strcpy(other + cut, strchr(text, 'e'));
        if (cut < digits) {
            check_read(other, strtod(other, NULL));
        }
    }
#else
    (void)count;
    printf("numbers: no long double here that holds points half way between doubles: those are not generated\n");
#endif
}

/* Long texts: many digits that matter only by not being 0, and zeros made up for by the exponent. */
static void test_read_long_texts(void) {
    enum { MANY = 100000 };
    char *text = check_alloc(2 * MANY + 64);
    memset(text, '0', MANY);
    memcpy(text, "9007199254740993.", 17);
    CHECK(same(jt_read_f64(text, MANY), 9007199254740992.0));
    text[MANY - 1] = '1';
    CHECK(same(jt_read_f64(text, MANY), 9007199254740994.0));

    memset(text, '0', MANY);
    text[0] = '1';
    strcpy(text + MANY, "e-99999");
    CHECK(same(jt_read_f64(text, strlen(text)), 1.0));
    strcpy(text + MANY, "e-100300");
    CHECK(same(jt_read_f64(text, strlen(text)), 1e-301));
    int64_t integer = 7;
    strcpy(text + MANY, "e-99990");
    CHECK(jt_read_i64(text, strlen(text), &integer));
    CHECK(integer == 1000000000);
    CHECK(!jt_read_i64(text, MANY, &integer));
    CHECK(integer == 1000000000);

    memset(text, '0', MANY);
    text[1] = '.';
    text[MANY - 1] = '7';
    strcpy(text + MANY, "e99998");
    CHECK(same(jt_read_f64(text, strlen(text)), 7.0));
    CHECK(jt_read_i64(text, strlen(text), &integer));
    CHECK(integer == 7);
    strcpy(text + MANY, "e99997");
    CHECK(!jt_read_i64(text, strlen(text), &integer));
    CHECK(same(jt_read_f64(text, strlen(text)), 0.7));

    memset(text, '9', MANY);
    CHECK(same(jt_read_f64(text, MANY), INFINITY));
    strcpy(text + MANY, "e-100000");
    CHECK(same(jt_read_f64(text, strlen(text)), 1.0));
    free(text);
}

/* ---- Reading integers ---------------------------------------------------------------------------------------- */

static void test_read_integer_cases(void) {
    static const struct {
        const char *text;
        bool is_i64, is_u64;
        int64_t i64;
        uint64_t u64;
    } cases[] = {
        {"0", true, true, 0, 0},
        {"-0", true, true, 0, 0},
        {"-0.00e5", true, true, 0, 0},
        {"1.0", true, true, 1, 1},
        {"1e3", true, true, 1000, 1000},
        {"12300e-2", true, true, 123, 123},
        {"12300e-3", false, false, 0, 0},
        {"1.5", false, false, 0, 0},
        {"1.5e1", true, true, 15, 15},
        {"0.001e3", true, true, 1, 1},
        {"0.001e2", false, false, 0, 0},
        {"-1", true, false, -1, 0},
        {"-1e0", true, false, -1, 0},
        {"9223372036854775807", true, true, INT64_MAX, INT64_MAX},
        {"9223372036854775808", false, true, 0, (uint64_t)INT64_MAX + 1},
        {"-9223372036854775808", true, false, INT64_MIN, 0},
        {"-9223372036854775809", false, false, 0, 0},
        {"18446744073709551615", false, true, 0, UINT64_MAX},
        {"18446744073709551616", false, false, 0, 0},
        {"18446744073709551620", false, false, 0, 0},
        {"27670116110564327423", false, false, 0, 0},
        {"-18446744073709551615", false, false, 0, 0},
        {"1844674407370955161.5e1", false, true, 0, UINT64_MAX},
        {"1844674407370955161.6e1", false, false, 0, 0},
        {"184467440737095516150000e-4", false, true, 0, UINT64_MAX},
        {"-922337203685477580.80e1", true, false, INT64_MIN, 0},
        {"1e18", true, true, 1000000000000000000, 1000000000000000000},
        {"1e19", false, true, 0, 10000000000000000000u},
        {"1e20", false, false, 0, 0},
        {"100000000000000000000", false, false, 0, 0},
        {"1e99999999999", false, false, 0, 0},
        {"1e-99999999999", false, false, 0, 0},
        {"0e99999999999999999999", true, true, 0, 0},
        {"0.0e-99999999999999999999", true, true, 0, 0},
        {"-0e99999999999999999999", true, true, 0, 0},
        {"1e18446744073709551617", false, false, 0, 0},
        {"10e-18446744073709551615", false, false, 0, 0},
        {"1e00000000000000000000000000000000002", true, true, 100, 100},
        {"1000E-00000000000000000000000000000000003", true, true, 1, 1},
        {"12345678901234567890", false, true, 0, 12345678901234567890u},
        {"0.12345678901234567890e20", false, true, 0, 12345678901234567890u},
        {"0.00000000000000000000000000000000000000001e41", true, true, 1, 1},
        {"123456789012345678901234567890", false, false, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t length = strlen(cases[i].text);
        uint8_t *text = check_guard_end(&guard, length);
        memcpy(text, cases[i].text, length);
        int64_t i64 = 0;
        uint64_t u64 = 0;
        bool good = CHECK(jt_read_i64(text, length, &i64) == cases[i].is_i64);
        good = CHECK(i64 == cases[i].i64) && good;
        good = CHECK(jt_read_u64(text, length, &u64) == cases[i].is_u64) && good;
        good = CHECK_EQ_U64(u64, cases[i].u64) && good;
        if (!good) {
            fprintf(stderr, "    %s\n", cases[i].text);
        }
    }
}

/* The digits of an integer with the point moved and the exponent to match. */
static void test_read_integers_moved(uint64_t count) {
    uint64_t state = 3;
    char digits[32], text[128];
    for (uint64_t i = 0; i < count; i++) {
        uint64_t value = random_integer(&state);
        int length = snprintf(digits, sizeof digits, "%" PRIu64, value);
        int zeros = (int)check_random_below(&state, 12), end;
        if (check_random_below(&state, 2)) { /* point inside, zeros behind */
            int point = 1 + (int)check_random_below(&state, (uint32_t)length);
            end = snprintf(text, sizeof text, "%.*s.%s%0*de%d", point, digits, digits + point, zeros + 1, 0,
                           length - point);
        } else { /* zeros behind, taken back by the exponent */
            end = snprintf(text, sizeof text, "%s%0*dE-%d", digits, zeros + 1, 0, zeros + 1);
            if (value == 0) {
                end = snprintf(text, sizeof text, "0E-%d", zeros + 1);
            }
        }
        uint64_t u64 = value + 1;
        if (!CHECK(jt_read_u64(text, (size_t)end, &u64)) || !CHECK_EQ_U64(u64, value)) {
            fprintf(stderr, "    %s\n", text);
        }
        int64_t i64 = -1;
        CHECK(jt_read_i64(text, (size_t)end, &i64) == (value <= INT64_MAX));
        CHECK(i64 == (value <= INT64_MAX ? (int64_t)value : -1));
        double f64 = jt_read_f64(text, (size_t)end);
        CHECK(same(f64, (double)value));
        if (value % 10 != 0) { /* one place further: no integer */
            end = snprintf(text, sizeof text, "%se-1", digits);
            CHECK(!jt_read_u64(text, (size_t)end, &u64));
        }
    }
}

static void test_read_random_doubles(uint64_t count) {
    uint64_t state = 6;
    char text[64];
    for (uint64_t i = 0; i < count; i++) {
        double value = random_double(&state);
        int length = snprintf(text, sizeof text, i % 2 ? "%.17g" : "%.16e", value);
        double got = jt_read_f64(text, (size_t)length);
        if (!CHECK(same(got, value))) {
            show(text, (size_t)length, got, value);
        }
    }
}

/* ---- The table of powers ------------------------------------------------------------------------------------- */

/* A natural number of 32-bit limbs, the lowest first; plain and slow. */
enum { LIMBS = 48 };

static void times(uint32_t *a, uint32_t factor) {
    uint64_t carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        carry += (uint64_t)a[i] * factor;
        a[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static int top_bit(const uint32_t *a) {
    int i = LIMBS * 32 - 1;
    while (i >= 0 && (a[i / 32] >> (i % 32) & 1) == 0) {
        i--;
    }
    return i;
}

/* a - b < 0, = 0, > 0 */
static int order(const uint32_t *a, const uint32_t *b) {
    for (int i = LIMBS - 1; i >= 0; i--) {
        if (a[i] != b[i]) {
            return a[i] < b[i] ? -1 : 1;
        }
    }
    return 0;
}

/* (high:low - minus) * 10^n */
static void product(uint32_t *a, jt_u128 g, uint64_t minus, int n) {
    memset(a, 0, LIMBS * sizeof a[0]);
    g.high -= g.low < minus;
    g.low -= minus;
    a[0] = (uint32_t)g.low;
    a[1] = (uint32_t)(g.low >> 32);
    a[2] = (uint32_t)g.high;
    a[3] = (uint32_t)(g.high >> 32);
    while (n-- > 0) {
        times(a, 10);
    }
}

static void test_powers(void) {
    for (int n = JT_POWER_MIN; n <= JT_POWER_MAX; n++) {
        jt_u128 g = jt_power(n);
        CHECK(g.high >> 63 == 1);
        uint32_t upper[LIMBS], lower[LIMBS], power[LIMBS] = {0};
        if (n < 0) { /* (g - 1) * 10^-n < 2^x <= g * 10^-n */
            product(upper, g, 0, -n);
            product(lower, g, 1, -n);
            int bit = 127 - jt_log2_of_power(n);
            power[bit / 32] = (uint32_t)1 << (bit % 32);
            CHECK(order(lower, power) < 0 && order(power, upper) <= 0);
        } else { /* (g - 1) * 2^x < 10^n <= g * 2^x, both sides times 2^127 */
            product(power, (jt_u128){(uint64_t)1 << 63, 0}, 0, n);
            CHECK(top_bit(power) - 127 == jt_log2_of_power(n));
            product(upper, g, 0, 0);
            product(lower, g, 1, 0);
            for (int i = 0; i < jt_log2_of_power(n); i++) {
                times(upper, 2);
                times(lower, 2);
            }
            CHECK(order(lower, power) < 0 && order(power, upper) <= 0);
            CHECK(n > 55 || order(power, upper) == 0);
        }
    }
}

int main(int argc, char **argv) {
    uint64_t count = numbers_count(argc, argv);
    guard = check_guard_new(8192);
    test_powers();
    test_read_cases();
    test_read_long_texts();
    test_number_files(check_corpus(argc, argv));
    test_read_random_texts(count / 2 + 1);
    test_read_random_doubles(count / 2 + 1);
    test_read_half_ways(count / 500 + 1);
    test_read_integer_cases();
    test_read_integers_moved(count / 5 + 1);
    check_guard_free(&guard);
    return check_report("numbers");
}
