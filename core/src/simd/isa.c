/* Which instruction set is in use: found at the first call, or forced by jt_set_isa. The one mutable global of the
 * library; reads and writes of it are atomic, and every value it can hold is right. */
#include "isa.h"

#if JT_HAVE_AVX2
#include <cpuid.h>

/* All of what the target regions name is in the processor, and the operating system saves the wide registers (Intel
 * SDM, 14.3, and 15.2 for AVX-512). */
static bool have_avx(bool avx512) {
    /* Leaf 7: AVX2, BMI1 and BMI2; AVX-512 F, IFMA, BW and VL; VBMI and VBMI2. Leaf 1: PCLMULQDQ and SSE4.2. XCR0. */
    const unsigned features = avx512 ? 0xc0210128u : 0x128u, more = avx512 ? 0x42u : 0;
    const unsigned old = avx512 ? 0x18100002u : 0x18000000u, saved = avx512 ? 0xe6u : 6u;
    unsigned a, b, c, d, low, high;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (b & features) != features || (c & more) != more)
        return false;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & old) != old)
        return false;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (low & saved) == saved;
}
#endif

static const jt_kernels *kernels_of(jt_isa isa) {
#if JT_HAVE_AVX2
    if (isa == JT_ISA_AVX2)
        return have_avx(false) ? &jt_kernels_avx2 : NULL;
#endif
#if JT_HAVE_AVX512
    if (isa == JT_ISA_AVX512)
        return have_avx(true) ? &jt_kernels_avx512 : NULL;
#endif
#if JT_HAVE_SSE2
    if (isa == JT_ISA_SSE2)
        return &jt_kernels_sse2;
#endif
#if JT_HAVE_NEON
    if (isa == JT_ISA_NEON)
        return &jt_kernels_neon;
#endif
#if JT_HAVE_WASM128
    if (isa == JT_ISA_WASM128)
        return &jt_kernels_wasm128;
#endif
#if JT_HAVE_SCALAR
    if (isa == JT_ISA_SCALAR)
        return &jt_kernels_scalar;
#endif
    return NULL;
}

#if JT_ISA_FIXED

jt_status jt_set_isa(jt_isa isa) {
    return isa == JT_ISA_AUTO || kernels_of(isa) ? JT_OK : JT_REFUSED;
}

#else

static const jt_kernels *best(void) {
    static const jt_isa order[] = {JT_ISA_AVX512, JT_ISA_AVX2, JT_ISA_NEON, JT_ISA_SSE2, JT_ISA_SCALAR};
    const jt_kernels *kernels = NULL;
    for (size_t i = 0; !kernels; i++)
        kernels = kernels_of(order[i]);
    return kernels;
}

const jt_kernels *jt_kernels_current;

const jt_kernels *jt_kernels_choose(void) {
    const jt_kernels *kernels = best();
    __atomic_store_n(&jt_kernels_current, kernels, __ATOMIC_RELAXED);
    return kernels;
}

jt_status jt_set_isa(jt_isa isa) {
    const jt_kernels *kernels = isa == JT_ISA_AUTO ? best() : kernels_of(isa);
    if (!kernels)
        return JT_REFUSED;
    __atomic_store_n(&jt_kernels_current, kernels, __ATOMIC_RELAXED);
    return JT_OK;
}

#endif

jt_isa jt_get_isa(void) {
    return jt_kernels_now()->isa;
}

static const char *const isa_names[] = {"auto", "scalar", "sse2", "avx2", "neon", "wasm128", "avx512"};

const char *jt_isa_name(jt_isa isa) {
    return (unsigned)isa < sizeof isa_names / sizeof *isa_names ? isa_names[isa] : NULL;
}

int jt_isa_from_name(const char *name) {
    for (size_t i = 0; i < sizeof isa_names / sizeof *isa_names; i++) {
        const char *a = isa_names[i], *b = name;
        while (*a && *a == *b) {
            a++;
            b++;
        }
        if (*a == *b)
            return (int)i;
    }
    return -1;
}

const char *jt_version(void) {
    return JT_VERSION;
}
