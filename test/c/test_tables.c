/* The constant tables against their expansion, which is what WASM modules have: every entry, in every bit. */
#include "check.h"

#include "../../core/src/tables.h"

static uint64_t powers[JT_POWER_MAX - JT_POWER_MIN + 1][2];
static double exact_powers[JT_EXACT_POWER_MAX + 1];
static uint8_t escapes[256][8];
static uint8_t spread[256][16];

int main(void) {
    jt_expand_powers(powers);
    for (int n = JT_POWER_MIN; n <= JT_POWER_MAX; n++) {
        const uint64_t *expanded = powers[n - JT_POWER_MIN];
        jt_u128 power = jt_power(n);
        CHECK_EQ_U64(expanded[0], power.high);
        CHECK_EQ_U64(expanded[1], power.low);
    }
    jt_expand_exact_powers(exact_powers);
    CHECK_EQ_MEM(exact_powers, sizeof exact_powers, jt_exact_powers, sizeof jt_exact_powers);
    jt_expand_escapes(escapes);
    jt_expand_spread(spread);
    for (unsigned i = 0; i < 256; i++) {
        CHECK_EQ_MEM(escapes[i], sizeof escapes[i], jt_escape_table[i], sizeof jt_escape_table[i]);
        CHECK_EQ_MEM(spread[i], sizeof spread[i], jt_escape_spread[i], sizeof jt_escape_spread[i]);
    }
    return check_report("tables");
}
