/* The larger constant tables of a module, expanded before anything else runs: by _initialize or _start. Only this file
 * knows of it: to all others, and to the compiler, the tables are constants. */
#include "policy.h"
#include "tables.h"

#if JT_COMPACT

static uint64_t powers[JT_POWER_MAX - JT_POWER_MIN + 1][2];
static double exact_powers[JT_EXACT_POWER_MAX + 1];
static uint8_t escapes[256][8];
static uint8_t spread[256][16];

extern const uint64_t jt_powers[JT_POWER_MAX - JT_POWER_MIN + 1][2] __attribute__((alias("powers")));
extern const double jt_exact_powers[JT_EXACT_POWER_MAX + 1] __attribute__((alias("exact_powers")));
extern const uint8_t jt_escape_table[256][8] __attribute__((alias("escapes")));
extern const uint8_t jt_escape_spread[256][16] __attribute__((alias("spread")));

__attribute__((constructor)) static void expand_tables(void) {
    jt_expand_powers(powers);
    jt_expand_exact_powers(exact_powers);
    jt_expand_escapes(escapes);
    jt_expand_spread(spread);
}

#endif
