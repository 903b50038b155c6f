/* Every choice that depends on the target, and nothing else. Read from the compiler's macros; -D overrides each one for
 * tests and benchmarks. */
#ifndef JT_POLICY_H
#define JT_POLICY_H

/* How a run of whitespace is skipped (read/scan_template.h has the three ways, docs/decisions.md the figures). */
#define JT_WS_SCALAR 1 /* a loop over single bytes: builds without vectors */
#define JT_WS_VECTOR 2 /* the vector scan after a test of one byte: native and WASI */
#define JT_WS_HYBRID 3 /* scalar for the first JT_WS_PROMOTE bytes of a run, then the vector scan: browsers */

#if defined(__x86_64__) || defined(__aarch64__) || defined(__wasm_simd128__)
#define JT_VECTORS 1
#else
#define JT_VECTORS 0
#endif

#ifndef JT_WS
#if !JT_VECTORS
#define JT_WS JT_WS_SCALAR
#elif defined(__EMSCRIPTEN__)
#define JT_WS JT_WS_HYBRID
#else
#define JT_WS JT_WS_VECTOR
#endif
#endif

#ifndef JT_WS_PROMOTE
#define JT_WS_PROMOTE 16
#endif

/* Which instruction sets are compiled in. WASM has one, fixed when the module is built. */
#if defined(__wasm__)
#define JT_ISA_FIXED 1
#define JT_HAVE_WASM128 JT_VECTORS
#define JT_HAVE_SCALAR (!JT_VECTORS)
#else
#define JT_ISA_FIXED 0
#define JT_HAVE_WASM128 0
#define JT_HAVE_SCALAR 1
#endif
#if defined(__x86_64__)
#define JT_HAVE_SSE2 1
#define JT_HAVE_AVX2 1
#define JT_HAVE_AVX512 1
#else
#define JT_HAVE_SSE2 0
#define JT_HAVE_AVX2 0
#define JT_HAVE_AVX512 0
#endif
#if defined(__aarch64__)
#define JT_HAVE_NEON 1
#else
#define JT_HAVE_NEON 0
#endif

/* Whether 64 x 64 -> 128 bits is one product. WebAssembly has none, and would call a library for it. */
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
#define JT_WIDE_PRODUCT 1
#else
#define JT_WIDE_PRODUCT 0
#endif

/* Code that is small rather than fastest in the long cases, and tables that are expanded where it runs (tables.c): a
 * module travels. */
#ifndef JT_COMPACT
#if defined(__wasm__)
#define JT_COMPACT 1
#else
#define JT_COMPACT 0
#endif
#endif

/* Functions that stay small where their file is compiled for the speed of others in it (wasm.cmake). */
#if defined(__EMSCRIPTEN__)
#define JT_SMALL __attribute__((minsize))
#else
#define JT_SMALL
#endif

/* Whether the fast reader begins only behind a bracket or a value, and ends where it has to look at its room again. It
 * goes to and fro between labels, and WebAssembly has no goto: of those that are led to from outside LLVM makes a table
 * that each step goes through. */
#ifndef JT_FEW_ENTRIES
#if defined(__wasm__)
#define JT_FEW_ENTRIES 1
#else
#define JT_FEW_ENTRIES 0
#endif
#endif

/* Whether jt_options.numbers does anything. The modules for JavaScript, which never sets it, are built without: 3 KB.
 */
#ifndef JT_TAPE_NUMBERS
#define JT_TAPE_NUMBERS 1
#endif

/* Whether there are instances of the fast reader that make the doubles of numbers as they go. A module that travels has
 * no room for a second instance. */
#define JT_FUSED_NUMBERS (JT_TAPE_NUMBERS && !JT_COMPACT)

/* A read-ahead of this many bytes is legal wherever the fast reader looks; the byte-exact reader takes the rest. */
#define JT_LOOKAHEAD 128

#endif
