/* From here to region_off.h functions are compiled for AVX2, whatever the flags say. Included by the instances for it;
 * the intrinsics' functions name their own targets and come before. */
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#endif
