/* Doubles, floats and integers to text, against printf and strtod.
 *
 * usage: test_numbers_write [--count N] [--all] [--floats]
 *   --count N  random doubles, and floats, to try (3,000,000); the integers grow with it
 *   --all      of each double all that can be checked, not of six in sixteen
 *   --floats   every float there is, in place of all else; of one in 64 all that can be checked */
#include "numbers.h"

#include "../../core/include/jsontape.h"
#include "../../core/src/number/number.h"

#include <float.h>

/* ---- Writing integers ---------------------------------------------------------------------------------------- */

/* The text of a value in an array whose bytes behind the room that the function may touch are watched. */
#define WATCHED 16
typedef struct watched {
    char text[JT_NUMBER_ROOM + WATCHED];
    size_t room;
} watched;

static void watch(watched *w, size_t room) {
    w->room = room;
    memset(w->text, '#', sizeof w->text);
}

static bool untouched(const watched *w) {
    static const char clean[] = "################";
    return memcmp(w->text + w->room, clean, WATCHED) == 0;
}

/* The writer's calls, which an instruction set may have a way of its own for. */
static void check_integer_call(uint64_t value, bool is_signed, const char *wanted, size_t wanted_length) {
    char text[128];
    jt_writer w;
    int64_t negative;
    memcpy(&negative, &value, sizeof negative);
    CHECK_EQ_U64(jt_writer_init(&w, text, sizeof text, NULL), JT_OK);
    jt_write_array_start(&w);
    for (int i = 0; i < 2; i++)
        CHECK_EQ_U64(is_signed ? jt_write_i64(&w, negative) : jt_write_u64(&w, value), JT_OK);
    CHECK_EQ_U64(w.length, 2 + 2 * wanted_length);
    CHECK(text[1 + wanted_length] == ',');
    CHECK_EQ_MEM(text + 1, wanted_length, wanted, wanted_length);
    CHECK_EQ_MEM(text + 2 + wanted_length, wanted_length, wanted, wanted_length);
}

static void check_write_integer(uint64_t value) {
    char wanted[32], back[32];
    watched w;
    size_t wanted_length = (size_t)snprintf(wanted, sizeof wanted, "%" PRIu64, value);
    watch(&w, JT_NUMBER_MAX);
    size_t length = jt_format_u64(value, w.text);
    CHECK_EQ_MEM(w.text, length, wanted, wanted_length);
    CHECK(untouched(&w));
    uint64_t read = ~value;
    CHECK(jt_read_u64(w.text, length, &read) && read == value);
    watch(&w, JT_NUMBER_ROOM);
    length = jt_format_u64_into(value, (uint8_t *)w.text);
    CHECK_EQ_MEM(w.text, length, wanted, wanted_length);
    CHECK(untouched(&w));
    check_integer_call(value, false, wanted, wanted_length);

    int64_t negative;
    memcpy(&negative, &value, sizeof negative);
    wanted_length = (size_t)snprintf(wanted, sizeof wanted, "%" PRId64, negative);
    watch(&w, JT_NUMBER_MAX);
    length = jt_format_i64(negative, w.text);
    CHECK_EQ_MEM(w.text, length, wanted, wanted_length);
    CHECK(untouched(&w));
    int64_t read_negative = 0;
    CHECK(jt_read_i64(w.text, length, &read_negative) && read_negative == negative);
    watch(&w, JT_NUMBER_ROOM);
    length = jt_format_i64_into(negative, (uint8_t *)w.text);
    CHECK_EQ_MEM(w.text, length, wanted, wanted_length);
    CHECK(untouched(&w));
    check_integer_call(value, true, wanted, wanted_length);

    if (value <= (uint64_t)1 << 53) { /* doubles that are integers look the same */
        wanted_length = (size_t)snprintf(wanted, sizeof wanted, "%" PRIu64, value);
        length = jt_format_f64((double)value, back);
        CHECK_EQ_MEM(back, length, wanted, wanted_length);
    }
}

static void test_write_integers(uint64_t count) {
    for (uint64_t power = 1; power != 0; power *= 2) {
        for (uint64_t i = power - 3; i != power + 4; i++) {
            check_write_integer(i);
        }
    }
    uint64_t power = 1;
    for (int n = 0; n < 20; n++, power *= 10) {
        for (uint64_t i = power - 3; i != power + 4; i++) {
            check_write_integer(i);
            check_write_integer(0 - i);
        }
    }
    for (uint64_t i = 0; i < 11000; i++) {
        check_write_integer(i);
    }
    uint64_t state = 4;
    for (uint64_t i = 0; i < count; i++) {
        check_write_integer(random_integer(&state));
    }
}

/* ---- Writing doubles ----------------------------------------------------------------------------------------- */

/* Digits and a position of the point, as ECMAScript's Number::toString lays them out. */
static size_t lay_out(char *target, bool negative, const char *digits, int length, int point) {
    char *end = target;
    if (negative) {
        *end++ = '-';
    }
    if (point > 21 || point < -5) {
        *end++ = *digits++;
        if (length > 1) {
            end += sprintf(end, ".%.*s", length - 1, digits);
        }
        end += sprintf(end, "e%+d", point - 1);
    } else if (point <= 0) {
        end += sprintf(end, "0.%.*s%.*s", -point, "00000", length, digits);
    } else if (point < length) {
        end += sprintf(end, "%.*s.%.*s", point, digits, length - point, digits + point);
    } else {
        end += sprintf(end, "%.*s%.*s", length, digits, point - length, "000000000000000000000");
    }
    return (size_t)(end - target);
}

/* The digits that printf gives with a precision; false where they don't read back. */
static bool digits_of(double value, int length, char *digits, int *point) {
    char text[64];
    snprintf(text, sizeof text, "%.*e", length - 1, value);
    digits[0] = text[0];
    memcpy(digits + 1, text + 2, (size_t)length - 1);
    *point = 1 + atoi(strchr(text, 'e') + 1);
    return strtod(text, NULL) == value;
}

/* How many digits a text has from the first that isn't 0 to the last. */
static int significant_digits(const char *text, size_t length) {
    int count = 0, zeros = 0;
    for (size_t i = 0; i < length && text[i] != 'e'; i++) {
        if (text[i] == '0') {
            zeros += count > 0;
        } else if (text[i] >= '1' && text[i] <= '9') {
            count += 1 + zeros;
            zeros = 0;
        }
    }
    return count;
}

/* The writer's call, which an instruction set may have a way of its own for. */
static void check_double_call(double value, const char *wanted, size_t wanted_length) {
    char text[128];
    jt_writer w;
    CHECK_EQ_U64(jt_writer_init(&w, text, sizeof text, NULL), JT_OK);
    CHECK_EQ_U64(jt_write_f64(&w, value), JT_OK);
    CHECK_EQ_MEM(text, w.length, wanted, wanted_length);
}

/* Round trip only. */
static void check_write_back(double value) {
    watched w;
    watch(&w, JT_NUMBER_ROOM);
    size_t length = jt_format_f64_into(value, (uint8_t *)w.text);
    double back = jt_read_f64(w.text, length);
    check_double_call(value, w.text, length);
    if (!CHECK(back == value && length <= JT_NUMBER_MAX && untouched(&w))) {
        show(w.text, length, back, value);
    }
}

/* Reads back, is as short as can be, of the shortest the nearest, and has the right layout. */
static void check_write(double value) {
    char wanted[64], digits[32];
    watched w;
    watch(&w, JT_NUMBER_MAX);
    size_t length = jt_format_f64(value, w.text);
    CHECK(untouched(&w));
    check_write_back(value);
    w.text[length] = 0;
    if (!CHECK(strtod(w.text, NULL) == value)) {
        show(w.text, length, strtod(w.text, NULL), value);
    }
    if (value == 0) {
        CHECK_EQ_MEM(w.text, length, "0", 1);
        return;
    }
    int count = significant_digits(w.text, length), point, exponent;
    if (CHECK(count >= 1 && count <= 17)) {
        bool power_of_two = fabs(frexp(value, &exponent)) == 0.5;
        bool reads_back = digits_of(fabs(value), count, digits, &point);
        if (reads_back || !power_of_two) {
            size_t wanted_length = lay_out(wanted, value < 0, digits, count, point);
            CHECK_EQ_MEM(w.text, length, wanted, wanted_length);
        }
        if (count > 1) {
            CHECK(!digits_of(fabs(value), count - 1, digits, &point));
        }
    }
}

static void test_write_cases(void) {
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0.0, "0"},
        {-0.0, "0"},
        {1.0, "1"},
        {-1.5, "-1.5"},
        {-36.973846435546875, "-36.973846435546875"},
        {1e-320, "1e-320"},
        {1e21, "1e+21"},
        {1e20, "100000000000000000000"},
        {999999999999999900000.0, "999999999999999900000"},
        {123456789012345680000.0, "123456789012345680000"},
        {1e-6, "0.000001"},
        {1e-7, "1e-7"},
        {1.5e-7, "1.5e-7"},
        {0.0000012345678901234567, "0.0000012345678901234567"},
        {-0.0000012345678901234567, "-0.0000012345678901234567"},
        {5e-324, "5e-324"},
        {-1.7976931348623157e308, "-1.7976931348623157e+308"},
        {2.2250738585072014e-308, "2.2250738585072014e-308"},
        {2.225073858507201e-308, "2.225073858507201e-308"},
        {9007199254740993.0, "9007199254740992"},
        {9007199254740994.0, "9007199254740994"},
        {1e23, "1e+23"},
        {9.5367431640625e-7, "9.5367431640625e-7"},
        {5.684341886080802e-14, "5.684341886080802e-14"},
        {1125899906842624.25, "1125899906842624.2"},
        {1125899906842624.75, "1125899906842624.8"},
        {4503599627370495.5, "4503599627370495.5"},
        {1234567890123456.8, "1234567890123456.8"},
        {0.1 + 0.2, "0.30000000000000004"},
        {9.109e-31, "9.109e-31"},
        {18014398509481990.0, "18014398509481990"},
        {100.25, "100.25"},
        {1e100, "1e+100"},
        {4.35, "4.35"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[JT_NUMBER_MAX];
        size_t length = jt_format_f64(cases[i].value, text);
        CHECK_EQ_MEM(text, length, cases[i].text, strlen(cases[i].text));
        check_write(cases[i].value);
    }
    char text[JT_NUMBER_MAX];
    CHECK_EQ_U64(jt_format_f64(INFINITY, text), 0);
    CHECK_EQ_U64(jt_format_f64(-INFINITY, text), 0);
    CHECK_EQ_U64(jt_format_f64(NAN, text), 0);
    CHECK_EQ_U64(jt_format_f64(-NAN, text), 0);
}

/* Every power of two and of ten with its neighbours, and the smallest subnormals. */
static void test_write_edges(void) {
    for (int n = -1074; n < 1024; n++) {
        double low = ldexp(1, n), high = low;
        check_write(low);
        for (int i = 0; i < 4; i++) {
            low = nextafter(low, 0);
            high = nextafter(high, INFINITY);
            check_write(low);
            check_write(-high);
        }
    }
    char text[16];
    for (int n = -323; n < 309; n++) {
        for (int d = 1; d < 10; d++) {
            snprintf(text, sizeof text, "%de%d", d, n);
            double low = strtod(text, NULL), high = low;
            for (int i = 0; i < 3 && isfinite(high); i++) {
                check_write(low);
                check_write(high);
                low = nextafter(low, 0);
                high = nextafter(high, INFINITY);
            }
        }
    }
    for (uint64_t i = 1; i < 3000; i++) {
        check_write(ldexp((double)i, -1074));
    }
}

static void test_write_random(uint64_t count, bool all) {
    uint64_t state = 5;
    for (uint64_t i = 0; i < count; i++) {
        double value;
        switch (i % 16) {
        case 0: /* a multiple of 10^-4, or beside one */
            value = (double)check_random_below(&state, 101000000) / 1e4;
            for (uint32_t n = check_random_below(&state, 3), up = check_random_below(&state, 2); n > 0; n--)
                value = nextafter(value, up ? DBL_MAX : -DBL_MAX);
            break;
        case 1: /* large integers: many ties */
            value = ldexp((double)(check_random(&state) >> 11), (int)check_random_below(&state, 16) - 4);
            break;
        case 2: /* a few decimal digits */
            value = (double)check_random_below(&state, 1000000) / (check_random_below(&state, 2) ? 1e3 : 1e8);
            break;
        case 3: /* 0 to 1 */ value = (double)(check_random(&state) >> 11) * 0x1p-53; break;
        case 4: /* subnormals */
            value = ldexp((double)(check_random(&state) >> (12 + check_random_below(&state, 52))), -1074);
            break;
        case 5: /* beside a power of two */
            value = ldexp(1, (int)check_random_below(&state, 2097) - 1074);
            for (uint32_t n = check_random_below(&state, 4), up = check_random_below(&state, 2); n > 0; n--)
                value = nextafter(value, up ? DBL_MAX : 0);
            break;
        default: /* any double */ value = random_double(&state);
        }
        if (all || i % 16 < 6) {
            check_write(value);
        } else {
            check_write_back(value);
        }
    }
}

/* ---- Writing floats ------------------------------------------------------------------------------------------ */

/* As digits_of, for floats. */
static bool digits_of_float(float value, int length, char *digits, int *point) {
    char text[64];
    snprintf(text, sizeof text, "%.*e", length - 1, (double)value);
    digits[0] = text[0];
    memcpy(digits + 1, text + 2, (size_t)length - 1);
    *point = 1 + atoi(strchr(text, 'e') + 1);
    return strtof(text, NULL) == value;
}

static float float_of_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Reads back, by the library and by ours; `all`: and as with doubles. */
static void check_write_float(uint32_t bits, bool all) {
    char wanted[64], digits[32];
    float value = float_of_bits(bits);
    watched w;
    watch(&w, JT_NUMBER_MAX);
    size_t length = jt_format_f32(value, w.text);
    bool good = untouched(&w) && length <= JT_NUMBER_MAX;
    if (!isfinite(value)) {
        CHECK_EQ_U64(length, 0);
        return;
    }
    float back = jt_read_f32(w.text, length);
    w.text[length] = 0;
    good = good && back == value && (!all || strtof(w.text, NULL) == value);
    if (!CHECK(good)) {
        show(w.text, length, (double)back, (double)value);
    }
    if (!all || value == 0) {
        return;
    }
    int count = significant_digits(w.text, length), point, exponent;
    if (CHECK(count >= 1 && count <= 9)) {
        bool power_of_two = fabsf(frexpf(value, &exponent)) == 0.5f;
        if (digits_of_float(fabsf(value), count, digits, &point) || !power_of_two) {
            size_t wanted_length = lay_out(wanted, value < 0, digits, count, point);
            CHECK_EQ_MEM(w.text, length, wanted, wanted_length);
        }
        if (count > 1) {
            CHECK(!digits_of_float(fabsf(value), count - 1, digits, &point));
        }
    }
}

static void test_write_floats(uint64_t count) {
    static const struct {
        float value;
        const char *text;
    } cases[] = {
        {0.0f, "0"},
        {-0.0f, "0"},
        {0.1f, "0.1"},
        {-1.5f, "-1.5"},
        {16777216.0f, "16777216"},
        {16777215.0f, "16777215"},
        {3.4028235e38f, "3.4028235e+38"},
        {1.1754944e-38f, "1.1754944e-38"},
        {1e-45f, "1e-45"},
        {1e21f, "1e+21"},
        {1e20f, "100000000000000000000"},
        {0.3f, "0.3"},
        {33554432.0f, "33554432"},
        {8.5899346e9f, "8589935000"},
        {1e-7f, "1e-7"},
        {0.000001f, "0.000001"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[JT_NUMBER_MAX];
        size_t length = jt_format_f32(cases[i].value, text);
        CHECK_EQ_MEM(text, length, cases[i].text, strlen(cases[i].text));
    }
    for (uint32_t exponent = 0; exponent <= 255; exponent++) {
        for (uint32_t i = 0; i < 64; i++) {
            check_write_float((exponent << 23) + i, true);
            check_write_float(((exponent << 23) - i) | 0x80000000u, true);
        }
    }
    uint64_t state = 8;
    for (uint64_t i = 0; i < count; i++) {
        check_write_float((uint32_t)check_random(&state), i % 8 == 0);
    }
}

int main(int argc, char **argv) {
    uint64_t count = numbers_count(argc, argv);
    bool all = false;
    for (int i = 1; i < argc; i++) {
        all = all || strcmp(argv[i], "--all") == 0;
        if (strcmp(argv[i], "--floats") == 0) {
            for (uint64_t bits = 0; bits <= UINT32_MAX; bits++) {
                check_write_float((uint32_t)bits, bits % 64 == 0);
            }
            return check_report("every float");
        }
    }
    test_write_integers(count / 5 + 1);
    test_write_cases();
    test_write_edges();
    test_write_random(count, all);
    test_write_floats(count);
    return check_report("numbers to text");
}
