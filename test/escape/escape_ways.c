/* The ways to escape (escape_kernels.h), with the vectors of the best instruction set of the target, and the lanes on
 * which they are compared: for the native program and for the WASM module of the benchmark. */
#include "escape_ways.h"

#if defined(__x86_64__)
#include "../../core/src/simd/avx2_on.h"
#include "../../core/src/simd/ops_avx2.h"
#elif defined(__aarch64__)
#include <arm_neon.h>
#include "../../core/src/simd/ops_neon.h"
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#include "../../core/src/simd/ops_wasm128.h"
#else
#include "../../core/src/simd/ops_scalar.h"
#endif
#include "escape_kernels.h"

static jt_escape_kernel *const by_vectors = escape_by_vectors;

#if defined(__x86_64__)
#include "../../core/src/simd/region_off.h"
#endif

jt_escape_kernel *escape_way(size_t way) {
    switch (way) {
    case ESCAPE_BYTES: return escape_by_bytes;
    case ESCAPE_WORDS: return escape_by_words;
    case ESCAPE_VECTORS: return by_vectors;
    default: return jt_kernels_now()->escape;
    }
}

/* ---- Lanes ---------------------------------------------------------------------------------------------------------
 */

enum { CLEAN, CJK, EARLY, LATE, ESCAPED, CONTROL, TWENTIETH };

static const struct {
    const char *label;
    size_t length;
    int kind;
} lanes[ESCAPE_LANES] = {
    {"safe 8", 8, CLEAN},    {"safe 16", 16, CLEAN},      {"safe 24", 24, CLEAN},      {"safe 32", 32, CLEAN},
    {"safe 64", 64, CLEAN},  {"safe 96", 96, CLEAN},      {"safe 256", 256, CLEAN},    {"safe 1024", 1024, CLEAN},
    {"CJK 1K", 1023, CJK},   {"early 96", 96, EARLY},     {"early 256", 256, EARLY},   {"late 96", 96, LATE},
    {"late 256", 256, LATE}, {"escaped 24", 24, ESCAPED}, {"control 24", 24, CONTROL}, {"5 % of 200", 200, TWENTIETH},
};

static uint8_t texts[ESCAPE_TEXTS * 1024 + JT_ESCAPE_READABLE], escapes[6 * 1024 + 128];

const char *escape_lane_label(size_t lane) {
    return lanes[lane].label;
}

size_t escape_lane_size(size_t lane) {
    return lanes[lane].length * ESCAPE_TEXTS;
}

static uint32_t next_random(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

void escape_lane_fill(size_t lane) {
    uint64_t state = 5;
    size_t n = lanes[lane].length;
    for (uint8_t *p = texts; p < texts + n * ESCAPE_TEXTS; p += n) {
        for (size_t i = 0; i < n; i++)
            p[i] = (uint8_t)"abcdefghijklmnop qrstuvwxyz.,ABC"[next_random(&state) % 32];
        switch (lanes[lane].kind) {
        case CJK:
            for (size_t i = 0; i + 3 <= n; i += 3) {
                p[i] = (uint8_t)(0xe4 + next_random(&state) % 5);
                p[i + 1] = (uint8_t)(0x80 + next_random(&state) % 64);
                p[i + 2] = (uint8_t)(0x80 + next_random(&state) % 64);
            }
            break;
        case EARLY: p[3] = '"'; break;
        case LATE: p[n - 5] = '\n'; break;
        case ESCAPED:
            for (size_t i = 0; i < n; i += 2)
                p[i] = (uint8_t)"\"\\\n\t"[next_random(&state) % 4];
            break;
        case CONTROL:
            for (size_t i = 0; i < n; i++)
                p[i] = (uint8_t)(1 + next_random(&state) % 31);
            break;
        case TWENTIETH:
            for (size_t i = 0; i < n; i++)
                p[i] = next_random(&state) % 20 ? p[i] : (uint8_t)"\"\\\n\t"[next_random(&state) % 4];
            break;
        default: break;
        }
    }
}

size_t escape_lane_run(size_t lane, size_t way) {
    jt_escape_kernel *const kernel = escape_way(way);
    const size_t n = lanes[lane].length, readable = n + (way == ESCAPE_PADDED ? JT_ESCAPE_READABLE : 0);
    size_t sum = 0;
    for (size_t i = 0; i < ESCAPE_TEXTS; i++) {
        jt_escaped escaped;
        kernel(texts + i * n, n, readable, escapes + (i & 7) * 8, sizeof escapes - 64, &escaped);
        sum += escaped.written;
    }
    return sum;
}

uint64_t escape_lane_digest(size_t lane, size_t way) {
    const size_t n = lanes[lane].length;
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < ESCAPE_TEXTS; i++) {
        jt_escaped escaped;
        escape_way(way)(texts + i * n, n, n, escapes, sizeof escapes, &escaped);
        for (size_t k = 0; k < escaped.written; k++)
            hash = (hash ^ escapes[k]) * 0x100000001b3u;
    }
    return hash;
}

#if defined(__wasm__)

/* What bench-node/escape.js calls. */

#define EXPORT(name) __attribute__((export_name(#name)))

EXPORT(label) const char *wasm_label(size_t lane) {
    return lane < ESCAPE_LANES ? lanes[lane].label : NULL;
}

EXPORT(size) size_t wasm_size(size_t lane) {
    return escape_lane_size(lane);
}

EXPORT(fill) void wasm_fill(size_t lane) {
    escape_lane_fill(lane);
}

EXPORT(run) size_t wasm_run(size_t lane, size_t way, size_t repeats) {
    size_t sum = 0;
    for (size_t i = 0; i < repeats; i++)
        sum = escape_lane_run(lane, way);
    return sum;
}

EXPORT(digest) uint32_t wasm_digest(size_t lane, size_t way) {
    return (uint32_t)escape_lane_digest(lane, way);
}

#endif
