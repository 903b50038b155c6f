/* One way of skipping whitespace (policy.h: -DJT_WS, -DJT_WS_PROMOTE), by itself and in the tokenizer that has it: as a
 * WASM module, and natively as a shared library, so that one process can compare all ways. */
#include "whitespace_documents.h"

#include "../../core/src/simd/isa.h"
#include "../../core/src/read/grammar.h"
#include "../../core/src/read/keys.h"
#include "../../core/src/read/numbers.h"

#if defined(__x86_64__)
#include "../../core/src/simd/avx2_on.h"
#include "../../core/src/simd/ops_avx2.h"
#elif defined(__aarch64__)
#include "../../core/src/simd/ops_neon.h"
#elif defined(__wasm_simd128__)
#include "../../core/src/simd/ops_wasm128.h"
#else
#include "../../core/src/simd/ops_scalar.h"
#endif
/* Of the scans only that of whitespace is used here. */
#pragma GCC diagnostic ignored "-Wunused-function"
#include "../../core/src/read/utf8_template.h"
#include "../../core/src/read/scan_template.h"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name) __attribute__((visibility("default")))
#endif

static whitespace_document document;
static jt_tokenizer tokenizer;
static bool ready;
static uint64_t tape[WHITESPACE_GAPS_MAX * sizeof(jt_token) / 8];
static uint64_t stack[1024], keys[(JT_KEYS_BYTES_MIN + 7) / 8];

/* As the tokenizer does it, a byte that is none ends a call at once, and a run is guessed by the last one at its depth.
 * Calls that end at once have a loop of their own, so that a compiler's registers for the rest are none of theirs. */

/* Each gap where the last one and what is behind it ended. */
JT_NOINLINE static uint32_t skip_dependent(const whitespace_document *d) {
    const uint8_t *const text = (const uint8_t *)d->text, *const limit = text + d->length;
    const whitespace_gap *gap = d->gaps, *const end = gap + d->gap_count;
    uint8_t last[WHITESPACE_DEPTH_MAX] = {0};
    const uint8_t *p = text;
    while (gap < end) {
        for (; *p > ' '; gap++)
            p += gap->advance;
        if (gap < end)
            p = skip_run(p, limit, &last[gap->depth]) + gap->advance;
        gap++;
    }
    return (uint32_t)(p - text);
}

/* Each gap at a place that is known before; the sum of their ends. */
JT_NOINLINE static uint32_t skip_independent(const whitespace_document *d) {
    const uint8_t *const text = (const uint8_t *)d->text, *const limit = text + d->length;
    const whitespace_gap *gap = d->gaps, *const end = gap + d->gap_count;
    uint8_t last[WHITESPACE_DEPTH_MAX] = {0};
    uint32_t sum = 0;
    for (; gap < end; gap++) {
        for (; text[gap->start] > ' '; gap++)
            sum += gap->start;
        if (gap < end)
            sum += (uint32_t)(skip_run(text + gap->start, limit, &last[gap->depth]) - text);
    }
    return sum;
}

#if defined(__x86_64__)
#include "../../core/src/simd/region_off.h"
#endif

/* How many tokens; 0 where it is not JSON. */
static uint32_t count_tokens(void) {
    jt_tokenizer_reset(&tokenizer, NULL);
    bool good = jt_tokenize(&tokenizer, document.text, document.length) == JT_OK;
    return good ? (uint32_t)jt_tokenizer_tape(&tokenizer).length : 0;
}

/* Makes a document; how many bytes it has, or 0 where there is no such document. */
EXPORT(ws_make) uint32_t ws_make(uint32_t which) {
    if (!ready) {
        jt_tokenizer_init(&tokenizer, NULL);
        jt_tokenizer_set_block(&tokenizer, JT_BLOCK_TAPE, tape, sizeof tape);
        jt_tokenizer_set_block(&tokenizer, JT_BLOCK_STACK, stack, sizeof stack);
        jt_tokenizer_set_block(&tokenizer, JT_BLOCK_KEYS, keys, sizeof keys);
        ready = true;
    }
    if (!whitespace_label(which))
        return 0;
    whitespace_make(&document, which);
    return (uint32_t)document.length;
}

EXPORT(ws_label) const char *ws_label(uint32_t which) {
    return whitespace_label(which);
}

EXPORT(ws_gaps) uint32_t ws_gaps(void) {
    return (uint32_t)document.gap_count;
}

EXPORT(ws_tokens) uint32_t ws_tokens(void) {
    return (uint32_t)document.token_count;
}

/* What ws_run has to give, by the making of the document. */
EXPORT(ws_expected) uint32_t ws_expected(uint32_t what) {
    uint32_t sum = 0;
    for (size_t i = 0; i < document.gap_count; i++)
        sum += document.gaps[i + 1].start - document.gaps[i].advance;
    return what == 0 ? (uint32_t)document.length : what == 1 ? sum : (uint32_t)document.token_count;
}

/* Goes over the document, so many times: 0 its gaps, each call waiting for the last; 1 the same, each by itself; 2 its
 * tokens. */
EXPORT(ws_run) uint32_t ws_run(uint32_t what, uint32_t repeats) {
    uint32_t result = 0;
    for (uint32_t i = 0; i < repeats; i++) {
        result = what == 0 ? skip_dependent(&document) : what == 1 ? skip_independent(&document) : count_tokens();
        __asm__ volatile("" ::: "memory");
    }
    return result;
}
