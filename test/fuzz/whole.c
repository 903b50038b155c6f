/* Whole input: the oracle's tokens, error, position and pointer on every instruction set, from a tape that is too small
 * at first; and the sentence of an error in any buffer. The input is the text. */
#include "fuzz.h"

static void check_message(const jt_tokenizer *t, size_t capacity) {
    char whole[2048], *part = check_alloc(capacity);
    size_t length = jt_error_message(t, whole, sizeof whole);
    REQUIRE(length > 0 && whole[check_cut(whole, length, sizeof whole)] == 0);
    REQUIRE(jt_error_message(t, part, capacity) == length);
    if (capacity && length < sizeof whole) {
        size_t kept = check_cut(whole, length, capacity);
        REQUIRE(memcmp(part, whole, kept) == 0 && part[kept] == 0);
    }
    free(part);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const jt_isa *isas;
    size_t count = fuzz_isas(&isas);
    oracle *o = oracle_new();
    duel_probe probe = {SIZE_MAX, {0, 0, 0, 0}, oracle_new()};
    oracle_read(o, data, size, 0);
    if (o->length) {
        duel_aim(&probe, o, size * 7 % o->length);
    }
    for (size_t i = 0; i < count; i++) {
        jt_set_isa(isas[i]);
        reading *r = fuzz_reading(NULL, size % 9);
        duel s;
        duel_begin(&s, r, o, &probe);
        duel_whole(&s);
        fuzz_no_difference(&s);
        if (!o->valid) {
            jt_position at = jt_locate(data, NULL, r->t.error.position.offset);
            REQUIRE(duel_same_position(&at, &o->error.position));
            check_message(&r->t, size % 120);
        }
        reading_free(r);
    }
    oracle_free(probe.place);
    oracle_free(o);
    return 0;
}
