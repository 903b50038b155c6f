/* Selecting: what a walk over the whole tape finds, for every window, cut and way of going on from a match; and the
 * same of lines of which some are bad. The first five bytes choose instruction set, chunks, options, and how long the
 * path is that follows; the rest is the text. */
#include "fuzz.h"

#include "../c/selecting.h"

/* Is the path one, by the words of RFC 6901? */
static bool is_path(const char *path, size_t length) {
    for (size_t i = 0; i < length; i++) {
        bool escape = i + 1 < length && (path[i + 1] == '0' || path[i + 1] == '1');
        if ((i == 0 && path[i] != '/') || (path[i] == '~' && !escape)) {
            return false;
        }
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const jt_isa *isas;
    size_t count = fuzz_isas(&isas);
    uint8_t isa = fuzz_byte(&data, &size), how = fuzz_byte(&data, &size);
    uint64_t random = (uint64_t)fuzz_byte(&data, &size) << 8 | fuzz_byte(&data, &size);
    size_t length = fuzz_byte(&data, &size) % 64;
    length = length < size ? length : size;
    char path[65] = "";
    jt_step steps[64];
    jt_select s;
    memcpy(path, data, length);
    data += length;
    size -= length;
    jt_set_isa(isas[isa % count]);
    bool good = is_path(path, length);
    REQUIRE(jt_select_init(&s, path, length, steps, 64, false) == (good ? JT_OK : JT_REFUSED));
    if (!good || strlen(path) != length) {
        return 0;
    }
    uint8_t *copy = fuzz_copy(data, size);
    reading *whole = fuzz_reading(NULL, 0);
    if (how % 4 == 3) {
        compare_lines(whole, copy, size, path, &random);
    } else {
        static const jt_utf8 encodings[] = {JT_UTF8_STRICT, JT_UTF8_REPLACE, JT_UTF8_RAW, JT_UTF8_STRICT};
        jt_options o = {.multiple = (jt_multiple)(how % 4),
                        .pieces = how >> 2 & 1,
                        .duplicates = (jt_duplicates)(how >> 3 & 1),
                        .trailing_commas = how >> 4 & 1,
                        .utf8 = encodings[how >> 5 & 3]};
        compare(whole, &o, copy, size, path, &random);
    }
    REQUIRE(check_failures == 0);
    reading_free(whole);
    free(copy);
    return 0;
}
