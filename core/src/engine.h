/* What a binding for JavaScript does with the library, over blocks of memory that the binding grows: written once for
 * the WASM modules (wasm/exports.c) and the Node.js addon (native/addon.c), which differ only in where memory comes
 * from. Private to the bindings: not installed, and nothing of the library uses it.
 *
 * An engine holds the result of its last call until the next. JT_NEED_MEMORY here means that there is no more. */
#ifndef JT_ENGINE_H
#define JT_ENGINE_H

#include "bindings.h"

/* The blocks. The first ones are those of the tokenizer, under the same numbers. */
typedef enum jt_engine_block {
    JT_ENGINE_TAPE = JT_BLOCK_TAPE,
    JT_ENGINE_STACK = JT_BLOCK_STACK,
    JT_ENGINE_KEYS = JT_BLOCK_KEYS,
    JT_ENGINE_CARRY = JT_BLOCK_CARRY,
    JT_ENGINE_PATH = JT_BLOCK_PATH,
    JT_ENGINE_SETS = JT_BLOCK_SETS,
    JT_ENGINE_OUTPUT, /* text for JavaScript: a written document, or message and pointer of an error */
    JT_ENGINE_BLOCKS  /* how many there are; not a block */
} jt_engine_block;

/* What the tokenizer's stack begins with: enough for the default depth. */
#define JT_ENGINE_STACK_BYTES (JT_LEVEL_BYTES * (JT_DEFAULT_DEPTH + 1))

typedef struct jt_engine jt_engine;

struct jt_engine {
    struct {
        uint8_t *data; /* aligned to 8 bytes */
        size_t size;
    } block[JT_ENGINE_BLOCKS];

    /* The binding's: makes a block at least size bytes large, which may move it, and keeps its content. false, and
     * nothing changed, where there is no more memory. */
    bool (*reserve)(jt_engine *e, jt_engine_block block, size_t size);

    jt_tokenizer tokenizer;
    size_t tokens;           /* on the tape */
    size_t output;           /* bytes of text in the block OUTPUT */
    size_t message, pointer; /* of an error: their lengths there, one behind the other */
    uint64_t seed;           /* for the hash of the key table */
};

/* Prepares an engine whose reserve and seed are set; it has no blocks yet. */
void jt_engine_init(jt_engine *e);

/* Tokenizes whole input to the block TAPE. JT_OK; JT_INVALID: e->tokenizer.error says what, and the tokens before it
 * are on the tape; JT_NEED_MEMORY. */
jt_status jt_engine_tokenize(jt_engine *e, const void *text, size_t length, uint32_t max_depth);

/* After JT_INVALID and as long as the text stands: leaves the message and the JSON Pointer in OUTPUT. JT_OK or
 * JT_NEED_MEMORY. */
jt_status jt_engine_describe(jt_engine *e);

/* Writes the tape that lies in the block TAPE, minified (indent 0) or indented, to OUTPUT. JT_OK; JT_REFUSED where it
 * is not the tape of one whole value, or not of this text; JT_NEED_MEMORY. */
jt_status jt_engine_write(jt_engine *e, const void *text, size_t length, size_t tokens, uint32_t indent,
                          char indent_char);

/* Records (bindings.h) work in one block, which a binding for JavaScript shares with it:
 *
 *     state | keys | ops | doubles | text and its slack | output, to the end
 *
 * js/backends/records.js makes its views by the same rule. The block is aligned to 8 bytes, zeroed at first, and may be
 * moved and enlarged between calls. */
#define JT_RECORDS_STATE_BYTES 512u
#define JT_RECORDS_OUT_AT                                                                             \
    (JT_RECORDS_STATE_BYTES + JT_RECORDS_KEYS * JT_RECORDS_KEY_BYTES + JT_RECORDS_OPS_CAPACITY * 4u + \
     JT_RECORDS_DOUBLES_CAPACITY * 8u + JT_RECORDS_TEXT_CAPACITY + JT_RECORDS_TEXT_SLACK)

/* jt_records_write and jt_records_resume over a block. Return the bytes in the output; where it is full, the negative
 * of the capacity that the next op needs; where the records are refused, JT_RECORDS_REFUSED. */
#define JT_RECORDS_REFUSED (-0x7fffffff)
int32_t jt_engine_records_write(uint8_t *block, size_t size, uint32_t ops, uint32_t doubles, uint32_t text,
                                uint32_t flags);
int32_t jt_engine_records_resume(uint8_t *block, size_t size);

/* The bytes in the output, and jt_records_drain once all but the last have been taken. */
int32_t jt_engine_records_length(uint8_t *block, size_t size);
void jt_engine_records_drain(uint8_t *block, size_t size);

#endif
