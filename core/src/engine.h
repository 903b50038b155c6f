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
    JT_ENGINE_NUMBERS = JT_BLOCK_NUMBERS,
    JT_ENGINE_OUTPUT,  /* text for JavaScript: a written document, keys, message and pointer of an error, pointers of
                          matches */
    JT_ENGINE_STEPS,   /* a path and its steps */
    JT_ENGINE_MATCHES, /* what it names, in words */
    JT_ENGINE_PICKED,  /* and its tokens, where values are built of them */
    JT_ENGINE_BLOCKS   /* how many there are; not a block */
} jt_engine_block;

/* What the tokenizer's stack begins with: enough for the default depth. */
#define JT_ENGINE_STACK_BYTES (JT_LEVEL_BYTES * (JT_DEFAULT_DEPTH + 1))

/* The options of reading that are words or switches, in one number: jt_comments, jt_multiple, jt_utf8 and jt_duplicates
 * at these bits, and the switches. */
#define JT_READING_COMMENTS_BIT 0u
#define JT_READING_MULTIPLE_BIT 2u
#define JT_READING_UTF8_BIT 4u
#define JT_READING_TRAILING_COMMAS 64u
#define JT_READING_SKIP_BAD_LINES 128u
#define JT_READING_DUPLICATES_BIT 8u
#define JT_READING_PIECES 512u

/* How a tape is written, in one number: a jt_multiple; at these bits what becomes of comments, and JT_ESCAPE_...; and
 * whether ill-formed UTF-8 becomes U+FFFD. */
#define JT_WRITING_COMMENTS_BIT 2u
#define JT_WRITING_ESCAPE_BIT 4u
#define JT_WRITING_REPLACE 64u

/* What a feed tells of its tape, a double each. */
typedef enum jt_feed_number {
    JT_FEED_TOKENS,
    JT_FEED_BASE,        /* offset of the tape's base */
    JT_FEED_CHUNK_START, /* and of the chunk */
    JT_FEED_HEAD,        /* bytes of the first token, where an earlier chunk began it */
    JT_FEED_KEYS,        /* the highest id that a key has */
    JT_FEED_LINE,        /* of the base */
    JT_FEED_COLUMN,
    JT_FEED_CHUNK_LINE, /* of the chunk, which may begin inside a character: its column is that behind it */
    JT_FEED_CHUNK_COLUMN,
    JT_FEED_PASSED,     /* 1 where the tape begins behind an element of an array */
    JT_FEED_PATH_KEPT,  /* of the path block, for the next tape: bytes that stay */
    JT_FEED_PATH_ADDED, /* and bytes of entries behind them (jt_engine_path) */
    JT_FEED_UNFINISHED, /* the first byte of the token that the chunk ends in, '0' for any number; 0: in none */
    JT_FEED_NUMBERS     /* how many there are */
} jt_feed_number;

/* What is told of an error, a double each. */
typedef enum jt_failure_number {
    JT_FAILURE_CODE,
    JT_FAILURE_OFFSET,
    JT_FAILURE_LINE,
    JT_FAILURE_COLUMN,
    JT_FAILURE_BYTE_COLUMN,
    JT_FAILURE_TOKEN_START,
    JT_FAILURE_MESSAGE, /* bytes of the sentence */
    JT_FAILURE_POINTER, /* and of the JSON Pointer */
    JT_FAILURE_NUMBERS  /* how many there are */
} jt_failure_number;

/* Of a match, a u32 each. */
typedef enum jt_match_word {
    JT_MATCH_START,   /* from JT_SELECT_BASE */
    JT_MATCH_LENGTH,  /* 0 where it goes on behind the chunk */
    JT_MATCH_POINTER, /* where its JSON Pointer ends in the text, which begins where the one before ends. Where it has
                         none, its '*' stand for elements, whose indices follow. */
    JT_MATCH_INDEX    /* one for each '*' of the path */
} jt_match_word;

/* How a path selects. */
#define JT_SELECT_TRUSTED 1u /* what can't match is passed over without a look */
#define JT_SELECT_BUILDS 2u  /* tokens of matches are picked, so that they can be built */

/* What a feed tells of matches, a double each. */
typedef enum jt_select_number {
    JT_SELECT_BASE,  /* offset that starts count from: of the chunk, or of the first match where that began before it */
    JT_SELECT_WORDS, /* of matches */
    JT_SELECT_TEXT,  /* bytes of text */
    JT_SELECT_END,   /* of the match that an earlier feed has left open: its end; 0 where that is still to come */
    JT_SELECT_KEEP,  /* offset from which on a match that later feeds end may need what has been fed */
    JT_SELECT_TOKENS, /* with JT_SELECT_BUILDS: those of the matches that begin and end in the chunk, where all of them
                         were picked; else 0 */
    JT_SELECT_NUMBERS /* how many there are */
} jt_select_number;

typedef struct jt_engine jt_engine;

struct jt_engine {
    struct {
        uint8_t *data; /* aligned to 8 bytes */
        size_t size;
    } block[JT_ENGINE_BLOCKS];

    /* The binding's: makes a block at least size bytes large, which may move it, and keeps its content. false, and
     * nothing changed, where there is no more memory. */
    bool (*reserve)(jt_engine *e, jt_engine_block block, size_t size);

    union {
        jt_tokenizer tokenizer;
        jt_reader reader; /* of what is selected from; begins with its tokenizer */
    };
    size_t tokens;      /* on the tape */
    bool goes_on;       /* another chunk may come */
    size_t output;      /* bytes of text in the block OUTPUT */
    jt_options options; /* of reading; the seed is a random number of the binding's */

    struct {
        jt_select path;
        bool active;    /* the input is selected from, not tokenized */
        bool open;      /* the last match goes on behind the chunk */
        bool builds;    /* JT_SELECT_BUILDS */
        uint32_t stars; /* of the path */
        uint64_t chunk; /* offset of the chunk, */
        uint64_t fed;   /* and behind it */
        uint64_t base, end;
        uint64_t start; /* of the last match */
        size_t words;
        uint64_t tape; /* base of the tape on which the last match begins, */
        size_t begins; /* and its token there */
        size_t tokens; /* that are picked */
        bool picks;    /* those of the matches in this chunk */
    } select;
};

/* For the engine's own files: makes a block at least `wanted` bytes large, and half as much again as it was if that is
 * more, so that growing costs linear time in total; makes it so large at all. false where there is no more memory. */
bool jt_engine_grow(jt_engine *e, jt_engine_block block, uint64_t wanted);
bool jt_engine_ensure(jt_engine *e, jt_engine_block block, size_t size);

/* And what jt_engine_feed and jt_engine_report do where a path selects (engine_select.c). */
jt_status jt_engine_select_feed(jt_engine *e, const void *chunk, size_t length, bool last);
void jt_engine_select_report(const jt_engine *e, double *numbers);

/* Prepares an engine whose reserve is set; it has no blocks yet. */
void jt_engine_init(jt_engine *e);

/* Sets the options of reading but the seed; lengths are 0 for none. */
void jt_engine_configure(jt_engine *e, uint32_t max_depth, uint32_t flags, double max_token_length, double max_length);

/* Begins new input. JT_OK or JT_NEED_MEMORY. */
jt_status jt_engine_begin(jt_engine *e);

/* Tokenizes the next chunk of the input to the block TAPE, or with last the end of it or all of it. JT_OK; JT_INVALID:
 * e->tokenizer.error says what, and the tokens before it are on the tape (to skip bad lines, make the same call again);
 * JT_NEED_MEMORY; JT_REFUSED: chunk and unfinished token together have 4 GiB. */
jt_status jt_engine_feed(jt_engine *e, const void *chunk, size_t length, bool last);

/* Begins new input, after jt_engine_begin, from which a path selects (jt_select_init): each feed gathers the matches
 * that begin in it in the block MATCHES, and their text in OUTPUT, instead of tokens. The path has so many steps, of
 * which some are '*'. JT_OK, JT_NEED_MEMORY, or JT_REFUSED where the text is no path. */
jt_status jt_engine_select(jt_engine *e, const void *path, size_t length, uint32_t steps, uint32_t stars,
                           uint32_t flags);

/* After jt_engine_feed: the numbers of jt_feed_number, or those of jt_select_number. */
void jt_engine_report(const jt_engine *e, double *numbers);

/* The tape's first token where an earlier chunk began it, and what is added to the path for the next tape: JT_FEED_HEAD
 * and JT_FEED_PATH_ADDED bytes. An entry of the path has a type (of the opening bracket), an index of eight bytes, a
 * length of eight bytes, and a key of that length. */
const uint8_t *jt_engine_head(const jt_engine *e);
const uint8_t *jt_engine_path(const jt_engine *e);

/* The keys of a stream whose ids are above `known`, in any order, to OUTPUT: of each its id in two bytes, its text, and
 * the quote that ends it. JT_OK or JT_NEED_MEMORY. */
jt_status jt_engine_keys(jt_engine *e, uint32_t known);

/* After JT_INVALID and as long as the text stands: leaves the message and the JSON Pointer in OUTPUT, one behind the
 * other, and gives the numbers of jt_failure_number. JT_OK or JT_NEED_MEMORY. */
jt_status jt_engine_describe(jt_engine *e, double *numbers);

/* As if the last jt_engine_feed, of whole input, had returned JT_INVALID: jt_tokenizer_reject. */
void jt_engine_reject(jt_engine *e, uint32_t index, jt_error_code code);

/* Writes the tape that lies in the block TAPE, minified (indent 0) or indented, to OUTPUT; flags as above, for
 * write/document.h. JT_OK; JT_REFUSED where it is not the tape of whole values, or not of this text; JT_NEED_MEMORY. */
jt_status jt_engine_write(jt_engine *e, const void *text, size_t length, size_t tokens, uint32_t indent,
                          char indent_char, uint32_t flags);

/* Values are built (bindings.h) in a block of JT_BUILD_BYTES, which a binding for JavaScript shares with it: aligned to
 * 8 bytes, zeroed at first. It lies where it lies as long as a value is built. */

/* Begins the value of the first count tokens of the tape in the block TAPE; where a path selects, after a feed, the
 * values of the JT_SELECT_TOKENS, one behind the other. flags: a jt_build_numbers, and JT_BUILD_REPLACE and
 * JT_BUILD_FORGET. */
void jt_engine_build_begin(const jt_engine *e, uint8_t *block, uint32_t count, uint32_t flags);

/* Builds the next batch. text: that of the tape; where a path selects, the chunk. JT_OK: it is the last one; JT_FULL:
 * others follow; JT_REFUSED: a container has too many members; JT_NEED_MEMORY.
 */
jt_status jt_engine_build(jt_engine *e, uint8_t *block, const void *text, size_t length);

/* All of it at once: tokenizes the text, and where that is JSON begins its value and builds the first batch. Numbers
 * are converted while they are scanned, where that can be. What jt_engine_feed and jt_engine_build return; JT_INVALID:
 * nothing has begun. */
jt_status jt_engine_parse(jt_engine *e, uint8_t *block, const void *text, size_t length, uint32_t flags);

/* Whether a text that is known to be JSON, but for its UTF-8 if is_utf8 does not say so, is well-formed and nested no
 * deeper, by a count of its brackets; false where that is not sure. */
bool jt_engine_accepts(const void *text, size_t length, uint32_t max_depth, bool is_utf8);

/* Records (bindings.h) work in one block, which a binding for JavaScript shares with it:
 *
 *     state | keys | ops | doubles | text and its slack | output, to the end
 *
 * js/backends/records.js makes its views by the same rule. The block is aligned to 8 bytes, zeroed at first, and may be
 * moved and enlarged between calls. */
#define JT_RECORDS_STATE_BYTES 512u
#define JT_RECORDS_TEXT_AT                                                                            \
    (JT_RECORDS_STATE_BYTES + JT_RECORDS_KEYS * JT_RECORDS_KEY_BYTES + JT_RECORDS_OPS_CAPACITY * 4u + \
     JT_RECORDS_DOUBLES_CAPACITY * 8u)
#define JT_RECORDS_OUT_AT (JT_RECORDS_TEXT_AT + JT_RECORDS_TEXT_CAPACITY + JT_RECORDS_TEXT_SLACK)

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
