/* What the browser module and the WASI reactor export to js/backends/wasm.js: the engine (core/src/engine.h) over the
 * module's own memory. Imports nothing.
 *
 * An instance does one thing at a time, and is either for texts and tapes or for records. Behind the module's data and
 * stack its memory holds, for texts,
 *
 *     key table | tokenizer's stack | text | tape | output
 *
 * of which everything but the key table is laid out anew by each `begin`. What grows is mostly last and grows in place;
 * a block that has something behind it moves to the end. For records it holds their one block. Addresses and lengths
 * are u32: JavaScript has to read them with >>> 0. */
#include <string.h>

#include "../core/src/engine.h"

#define EXPORT(name) __attribute__((export_name(#name), used))

#define PAGE 65536u
#define PAGES_MAX 65536u

extern uint8_t __heap_base;

static jt_engine engine;
static bool prepared;
static uint64_t base; /* where the blocks begin that each call lays out anew */
static uint64_t top;  /* the end of what is in use; 64 bits, for memory may end at 4 GiB */
static uint8_t *text;
static size_t text_length;

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
static uint8_t *place(uint64_t size) {
    uint64_t start = align(top);
    if (!reach(start + size)) {
        return NULL;
    }
    top = start + size;
    return (uint8_t *)(uintptr_t)start;
}

static bool reserve(jt_engine *e, jt_engine_block block, size_t size) {
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
    if (!prepared) {
        prepared = true;
        base = align((uintptr_t)&__heap_base);
        engine.reserve = reserve;
        jt_engine_init(&engine);
        engine.block[JT_ENGINE_KEYS].data = (uint8_t *)(uintptr_t)base;
        base += JT_KEYS_BYTES_MAX;
    }
    for (int block = 0; block < JT_ENGINE_BLOCKS; block++) {
        if (block != JT_ENGINE_KEYS) {
            engine.block[block].data = NULL;
            engine.block[block].size = 0;
        }
    }
    top = base;
    text = NULL;
    text_length = 0;
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

/* For the hash of the key table: a random number. */
EXPORT(seed) void seed(uint32_t low, uint32_t high) {
    engine.seed = (uint64_t)high << 32 | low;
}

/* Lays out memory for a text of length bytes and for a tape: one of so many tokens that JavaScript fills, or (0) one
 * that tokenize does. Returns where the text goes, NULL where there is no more memory. */
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
    /* A token in 12 bytes is a fair guess, and a tape can grow; where there is no memory for it, tokenize says so. */
    reserve(&engine, JT_ENGINE_TAPE, length < UINT32_MAX - PAGE ? length + PAGE : length);
    return text;
}

/* Tokenizes the text. Returns a jt_status: OK, INVALID or NEED_MEMORY. */
EXPORT(tokenize) uint32_t tokenize(uint32_t max_depth) {
    return jt_engine_tokenize(&engine, text, text_length, max_depth);
}

EXPORT(tape) uint8_t *tape(void) {
    return engine.block[JT_ENGINE_TAPE].data;
}

EXPORT(tokens) size_t tokens(void) {
    return engine.tokens;
}

/* Writes the tape of the text to the output. Returns a jt_status: OK, REFUSED or NEED_MEMORY. */
EXPORT(write) uint32_t write(uint32_t count, uint32_t indent, uint32_t indent_char) {
    return jt_engine_write(&engine, text, text_length, count, indent, (char)indent_char);
}

EXPORT(output) uint8_t *output(void) {
    return engine.block[JT_ENGINE_OUTPUT].data;
}

EXPORT(output_length) size_t output_length(void) {
    return engine.output;
}

/* After tokenize returned INVALID: the error, with message and pointer as the output, one behind the other. Returns an
 * address of eight f64, 0 where there is no more memory. */
EXPORT(describe) double *describe(void) {
    static double report[8];
    if (jt_engine_describe(&engine) != JT_OK) {
        return NULL;
    }
    const jt_error *error = &engine.tokenizer.error;
    report[0] = (double)error->code;
    report[1] = (double)error->position.offset;
    report[2] = (double)error->position.line;
    report[3] = (double)error->position.column;
    report[4] = (double)error->position.byte_column;
    report[5] = (double)error->token_start;
    report[6] = (double)engine.message;
    report[7] = (double)engine.pointer;
    return report;
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
