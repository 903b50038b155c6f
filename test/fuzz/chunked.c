/* Input in chunks: the oracle's tokens, errors, positions and pointers on every instruction set. The first byte says
 * how many bytes follow (its low four bits) that are sizes of chunks, used in turn, and whether the end is told with an
 * empty chunk (0x10) and whether the tape is small at first (0x20); the rest is the text. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const jt_isa *isas;
    size_t count = fuzz_isas(&isas);
    uint8_t head = fuzz_byte(&data, &size);
    size_t cuts = head & 15;
    cuts = cuts < size ? cuts : size;
    const uint8_t *sizes = data;
    data += cuts;
    size -= cuts;
    bool moves = false;
    for (size_t i = 0; i < cuts; i++) {
        moves = moves || sizes[i];
    }
    oracle *o = oracle_new();
    duel_probe probe = {SIZE_MAX, {0, 0, 0, 0}, oracle_new()};
    oracle_read(o, data, size, 0);
    if (o->length) {
        duel_aim(&probe, o, (size + head) * 7 % o->length);
    }
    for (size_t isa = 0; isa < count; isa++) {
        jt_set_isa(isas[isa]);
        reading *r = fuzz_reading(NULL, head & 0x20 ? 1 + size % 5 : 0);
        duel s;
        duel_begin(&s, r, o, &probe);
        uint8_t *chunk = NULL;
        size_t at = 0;
        bool more = true;
        for (size_t i = 0; more; i++) {
            size_t length = moves ? sizes[i % cuts] : size;
            length = length < size - at ? length : size - at;
            uint8_t *next = fuzz_copy(data + at, length);
            free(chunk);
            chunk = next;
            bool last = at + length == size && (!(head & 0x10) || length == 0);
            more = duel_feed(&s, chunk, length, last);
            at += length;
        }
        fuzz_no_difference(&s);
        REQUIRE(jt_feed(&r->t, "1", 1, true) == JT_REFUSED);
        free(chunk);
        reading_free(r);
    }
    oracle_free(probe.place);
    oracle_free(o);
    return 0;
}
