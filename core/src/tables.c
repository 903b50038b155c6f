/* The larger constant tables of a module, expanded before anything else runs: by _initialize or _start. */
#include "tables.h"

#if JT_COMPACT

uint64_t jt_powers[JT_POWER_MAX - JT_POWER_MIN + 1][2];
uint8_t jt_escape_table[256][8];
uint8_t jt_escape_spread[256][16];

__attribute__((constructor)) static void expand_tables(void) {
    jt_expand_powers(jt_powers);
    jt_expand_escapes(jt_escape_table);
    jt_expand_spread(jt_escape_spread);
}

#endif
