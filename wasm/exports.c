/* What the browser module and the WASI reactor export to js/backends/wasm.js: the engine (core/src/engine.h) over the
 * module's own memory. Imports nothing.
 *
 * An instance does one thing at a time: it has a text and its tape, or one stream of chunks, or records. Behind the
 * module's data and stack its memory holds, for texts,
 *
 *     key table | block of values | tokenizer's stack | text or chunk | tape | output, carry, path
 *
 * of which what stands behind the block of values is laid out anew by each `begin` and `begin_stream`. What grows is
 * mostly last and grows in place; a block that has something behind it moves to the end, and is then at least half as
 * large again, so that what is left behind is bounded. For records it holds their one block. Addresses and lengths are
 * u32: JavaScript has to read them with >>> 0. */
#include <string.h>

#include "../core/src/engine.h"

#define EXPORT(name) __attribute__((export_name(#name), used))

#define PAGE 65536u
#define PAGES_MAX 65536u

/* A tape with a token for each byte of a usual chunk, or of the end of a text: as long as there is room for what is
 * left, the tokenizer need not look at it. Memory that nobody writes to costs nothing. */
#define TAPE_BYTES (PAGE * sizeof(jt_token))

extern uint8_t __heap_base;

static jt_engine engine;
static uint64_t base; /* where the blocks begin that each call lays out anew */
static uint64_t top;  /* the end of what is in use; 64 bits, for memory may end at 4 GiB */
static uint8_t *text;
static size_t text_length;
static size_t text_room; /* of a stream: the largest chunk that has a place */

static uint64_t align(uint64_t address) {
    return (address + 63) & ~UINT64_C(63);
}

/* Makes the memory up to an address usable. */
static bool reach(uint64_t end) {
    uint64_t pages = (end + PAGE - 1) / PAGE;
    uint64_t have = __builtin_wasm_memory_size(0);
    return pages <= have || (pages <= PAGES_MAX && __builtin_wasm_memory_grow(0, (size_t)(pages - have)) != (size_t)-1);
}

/* size bytes behind everything in use; NULL where there is no more memory. */
__attribute__((noinline)) static uint8_t *place(uint64_t size) {
    uint64_t start = align(top);
    if (!reach(start + size)) {
        return NULL;
    }
    top = start + size;
    return (uint8_t *)(uintptr_t)start;
}

__attribute__((noinline)) static bool reserve(jt_engine *e, jt_engine_block block, size_t size) {
    uint8_t *data = e->block[block].data;
    size_t old = e->block[block].size;
    uint64_t end = (uintptr_t)data + (uint64_t)old;
    if (block == JT_ENGINE_KEYS && size <= JT_KEYS_BYTES_MAX) {
        /* Its place is reserved at its full size. */
    } else if (data && end == top) {
        if (!reach(end - old + size)) {
            return false;
        }
        top = end - old + size;
    } else {
        uint8_t *moved = place(size);
        if (!moved) {
            return false;
        }
        memcpy(moved, data, old);
        e->block[block].data = moved;
    }
    e->block[block].size = size;
    return true;
}

/* Forgets all blocks but the key table. */
static void clear(void) {
    for (int block = 0; block < JT_ENGINE_BLOCKS; block++) {
        if (block != JT_ENGINE_KEYS) {
            engine.block[block].data = NULL;
            engine.block[block].size = 0;
        }
    }
    top = base;
    text = NULL;
    text_length = text_room = 0;
}

EXPORT(version) uint32_t version(void) {
    return JT_VERSION_MAJOR << 16 | JT_VERSION_MINOR << 8 | JT_VERSION_PATCH;
}

EXPORT(tape_version) uint32_t tape_version(void) {
    return JT_TAPE_VERSION;
}

EXPORT(isa) uint32_t isa(void) {
    return jt_get_isa();
}

/* To be called first on an instance for texts or streams: a random number for the hash of the key table. */
EXPORT(seed) void seed(uint32_t low, uint32_t high) {
    base = align((uintptr_t)&__heap_base);
    engine.reserve = reserve;
    jt_engine_init(&engine);
    engine.block[JT_ENGINE_KEYS].data = (uint8_t *)(uintptr_t)base;
    base = align(base + JT_KEYS_BYTES_MAX + JT_BUILD_BYTES);
    engine.options.seed = (uint64_t)high << 32 | low;
}

/* See jt_engine_configure: for all that begins from now on. */
EXPORT(configure)
void configure(uint32_t max_depth, uint32_t flags, double max_token_length, double max_length) {
    jt_engine_configure(&engine, max_depth, flags, max_token_length, max_length);
}

/* Lays out memory for a text of length bytes and for a tape: one of so many tokens that JavaScript fills, or (0) one
 * that a feed of the whole text does. Returns where the text goes, NULL where there is no more memory. */
EXPORT(begin) uint8_t *begin(uint32_t length, uint32_t count) {
    clear();
    if (!reserve(&engine, JT_ENGINE_STACK, JT_ENGINE_STACK_BYTES)) {
        return NULL;
    }
    text = place(length);
    text_length = length;
    if (!text) {
        return NULL;
    }
    if (count) {
        uint64_t tape = (uint64_t)count * sizeof(jt_token);
        return tape <= UINT32_MAX && reserve(&engine, JT_ENGINE_TAPE, (size_t)tape) ? text : NULL;
    }
    /* A token in 12 bytes is a fair guess, and a tape can grow; where there is no memory for it, feed says so. */
    reserve(&engine, JT_ENGINE_TAPE, length < UINT32_MAX - TAPE_BYTES ? length + TAPE_BYTES : length);
    return jt_engine_begin(&engine) == JT_OK ? text : NULL;
}

/* Lays out memory for a stream, and begins it. Returns a jt_status: OK or NEED_MEMORY. */
EXPORT(begin_stream) uint32_t begin_stream(void) {
    clear();
    reserve(&engine, JT_ENGINE_TAPE, TAPE_BYTES);
    return jt_engine_begin(&engine);
}

/* After begin_stream, with the text where a chunk goes: see jt_engine_select. Returns a jt_status: OK, REFUSED or
 * NEED_MEMORY. */
EXPORT(select_path) uint32_t select_path(uint32_t steps, uint32_t stars, uint32_t flags) {
    return jt_engine_select(&engine, text, text_length, steps, stars, flags);
}

/* Returns where the next chunk of a stream goes, NULL where there is no more memory. */
EXPORT(chunk) uint8_t *chunk(uint32_t length) {
    if (!text || length > text_room) {
        uint64_t more = text_room + (uint64_t)text_room / 2, room = more > length ? more : length;
        uint8_t *moved = place(room);
        if (!moved) {
            return NULL;
        }
        text = moved;
        text_room = (size_t)room;
    }
    text_length = length;
    return text;
}

/* Tokenizes the text, which is the last of its input, or the chunk. Returns a jt_status. */
EXPORT(feed) uint32_t feed(uint32_t last) {
    return jt_engine_feed(&engine, text, text_length, last != 0);
}

/* The numbers of the last feed (jt_feed_number, jt_select_number). */
EXPORT(report) double *report(void) {
    static double numbers[JT_FEED_NUMBERS]; /* of which there are more */
    jt_engine_report(&engine, numbers);
    return numbers;
}

EXPORT(head) const uint8_t *head(void) {
    return jt_engine_head(&engine);
}

EXPORT(path) const uint8_t *path(void) {
    return jt_engine_path(&engine);
}

EXPORT(tape) uint8_t *tape(void) {
    return engine.block[JT_ENGINE_TAPE].data;
}

EXPORT(matches) uint8_t *matches(void) {
    return engine.block[JT_ENGINE_MATCHES].data;
}

EXPORT(tokens) size_t tokens(void) {
    return engine.tokens;
}

/* The block in which values are built (engine.h). */
EXPORT(build_block) uint8_t *build_block(void) {
    return engine.block[JT_ENGINE_KEYS].data + JT_KEYS_BYTES_MAX;
}

/* jt_engine_build_begin and jt_engine_build, for the tape of the text or the chunk. */
EXPORT(build_begin) void build_begin(uint32_t count, uint32_t flags) {
    jt_engine_build_begin(&engine, build_block(), count, flags);
}

EXPORT(build) uint32_t build(void) {
    return jt_engine_build(&engine, build_block(), text, text_length);
}

/* Writes the tape of the text to the output: see jt_engine_write. */
EXPORT(write) uint32_t write(uint32_t count, uint32_t indent, uint32_t indent_char, uint32_t flags) {
    return jt_engine_write(&engine, text, text_length, count, indent, (char)indent_char, flags);
}

EXPORT(output) uint8_t *output(void) {
    return engine.block[JT_ENGINE_OUTPUT].data;
}

EXPORT(output_length) size_t output_length(void) {
    return engine.output;
}

/* jt_engine_keys: a jt_status. */
EXPORT(keys) uint32_t keys(uint32_t known) {
    return jt_engine_keys(&engine, known);
}

EXPORT(reject) void reject(uint32_t index, uint32_t code) {
    jt_engine_reject(&engine, index, (jt_error_code)code);
}

/* After feed returned INVALID: the error, with message and pointer as the output, one behind the other. Returns the
 * numbers of jt_failure_number, NULL where there is no more memory. */
EXPORT(describe) double *describe(void) {
    static double numbers[JT_FAILURE_NUMBERS];
    return jt_engine_describe(&engine, numbers) == JT_OK ? numbers : NULL;
}

/* ---- An instance for records ---- */

static size_t records_size;

static uint8_t *records_block(void) {
    return (uint8_t *)(uintptr_t)align((uintptr_t)&__heap_base);
}

/* Makes the block of engine.h so many bytes large, which does not move it. NULL where there is no more memory. */
EXPORT(records) uint8_t *records(uint32_t size) {
    if (!reach((uintptr_t)records_block() + (uint64_t)size)) {
        return NULL;
    }
    records_size = size;
    return records_block();
}

EXPORT(records_write)
int32_t records_write(uint32_t ops, uint32_t doubles, uint32_t bytes, uint32_t flags) {
    return jt_engine_records_write(records_block(), records_size, ops, doubles, bytes, flags);
}

EXPORT(records_resume) int32_t records_resume(void) {
    return jt_engine_records_resume(records_block(), records_size);
}

EXPORT(records_length) int32_t records_length(void) {
    return jt_engine_records_length(records_block(), records_size);
}

EXPORT(records_drain) void records_drain(void) {
    jt_engine_records_drain(records_block(), records_size);
}
