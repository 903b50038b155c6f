/* From here to region_off.h functions are compiled for AVX-512 as Ice Lake and Zen 4 have it, whatever the flags say.
 * Included by the instances for it; the intrinsics' functions name their own targets and come before. */
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(                                                                                      \
    __attribute__((target(                                                                                         \
        "avx2,bmi,bmi2,lzcnt,popcnt,sse4.2,pclmul,avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512ifma"))), \
    apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target( \
    "avx2,bmi,bmi2,lzcnt,popcnt,sse4.2,pclmul,avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512ifma")
#endif
