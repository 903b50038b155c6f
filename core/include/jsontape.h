/* jsontape: JSON bytes in, tokens out; values or tokens in, JSON bytes out.
 *
 * Everything here works on memory of the caller's. The library never allocates, keeps no pointer past a call unless
 * the call says so, and has one piece of global state: the instruction set in use (jt_set_isa). Different threads may
 * use different tokenizers and writers at the same time; one object is for one thread at a time.
 *
 * Sizes and offsets are in bytes unless a name says otherwise. Text is UTF-8 (RFC 3629). The grammar is RFC 8259. */
#ifndef JSONTAPE_H
#define JSONTAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define JT_VERSION_MAJOR 0
#define JT_VERSION_MINOR 1
#define JT_VERSION_PATCH 0
#define JT_VERSION "0.1.0"

#if defined(JT_SHARED) && defined(__GNUC__)
#define JT_API __attribute__((visibility("default")))
#else
#define JT_API
#endif

/* The version of the linked library, e.g. "0.1.0". */
JT_API const char *jt_version(void);

/* ---- Status ------------------------------------------------------------------------------------------------- */

typedef enum jt_status {
    JT_OK = 0,      /* The call did all that was asked. */
    JT_NEED_MEMORY, /* A block is too small: give a larger one (jt_tokenizer.need) and make the same call again. */
    JT_FULL,        /* The writer's buffer is full: drain it, then jt_writer_continue. */
    JT_INVALID,     /* The input is not JSON, or breaks a limit: see jt_tokenizer.error. */
    JT_REFUSED,     /* The call can't be made here or with these arguments; nothing was changed. */
    JT_NEED_DATA,   /* The reader has used up its chunk: jt_reader_feed, then the same call again. */
    JT_END          /* The reader has come to the end of the input. */
} jt_status;

/* ---- Instruction sets --------------------------------------------------------------------------------------- */

typedef enum jt_isa {
    JT_ISA_AUTO = 0, /* The best one that this build and this processor have. */
    JT_ISA_SCALAR,
    JT_ISA_SSE2,
    JT_ISA_AVX2,
    JT_ISA_NEON,
    JT_ISA_WASM128,
    JT_ISA_AVX512 /* as Ice Lake and Zen 4 have it: F, BW, VL, IFMA, VBMI and VBMI2 */
} jt_isa;

/* Forces an instruction set for all later calls in the process, JT_ISA_AUTO to undo. JT_REFUSED, and nothing changed,
 * where this build or this processor lacks it. Not to be called while another thread is inside the library. */
JT_API jt_status jt_set_isa(jt_isa isa);

/* The instruction set in use, never JT_ISA_AUTO. */
JT_API jt_isa jt_get_isa(void);

/* "scalar", "sse2", "avx2", "avx512", "neon", "wasm128", "auto"; NULL for a value not in the list. */
JT_API const char *jt_isa_name(jt_isa isa);

/* The instruction set of that name, or -1. */
JT_API int jt_isa_from_name(const char *name);

/* ---- The tape ----------------------------------------------------------------------------------------------- */

/* The version of the token layout below: a binding compares it with the one it was made for. */
#define JT_TAPE_VERSION 1

typedef enum jt_type {
    JT_OBJECT_START = 1,
    JT_OBJECT_END = 2,
    JT_ARRAY_START = 3,
    JT_ARRAY_END = 4,
    JT_KEY = 5,
    JT_STRING = 6,
    JT_NUMBER = 7,
    JT_TRUE = 8,
    JT_FALSE = 9,
    JT_NULL = 10,
    JT_COMMENT = 11
} jt_type;

/* Flags of keys and strings. JT_PARTIAL is one of numbers too, whose last piece may be empty. */
#define JT_ESCAPED 1u   /* holds at least one backslash escape */
#define JT_NON_ASCII 2u /* holds at least one byte of 0x80 and above */
#define JT_PARTIAL 8u   /* a piece: the string goes on in the next token */
/* Flags of numbers. */
#define JT_NEGATIVE 1u /* starts with '-' */
#define JT_FRACTION 2u /* has a '.' */
#define JT_EXPONENT 4u /* has an 'e' or 'E' */
/* Flags of comments: what lies between it and the token or comment before it. */
#define JT_AFTER_COMMA 1u /* a comma; of several comments behind one the others have it too */
#define JT_AFTER_LINE 2u  /* a line feed */

/* One token: it describes text and owns nothing. */
typedef struct jt_token {
    uint32_t start;  /* Offset of the first byte (of a string or key: its opening quote) from the tape's base. */
    uint32_t length; /* In bytes, quotes included. Of a bracket: the distance in tokens to its partner; 0 while that is
                        missing or lies in another tape. */
    uint32_t info;   /* id << 8 | flags << 4 | type */
} jt_token;

static inline jt_type jt_token_type(jt_token token) {
    return (jt_type)(token.info & 15u);
}
static inline uint32_t jt_token_flags(jt_token token) {
    return token.info >> 4 & 15u;
}
/* Of a key: a small integer, from 1 by first appearance since the tokenizer's last reset, the same for equal keys.
 * 0 where the key is not interned: longer than JT_KEY_MAX bytes between its quotes, written with an escape, past
 * JT_KEYS_MAX different keys, or tokenized without a key table. 0 for all other tokens. */
static inline uint32_t jt_token_id(jt_token token) {
    return token.info >> 8;
}
#define JT_KEY_MAX 30
#define JT_KEYS_MAX 4095

/* A tape with the text it describes; a view, which owns neither. A token that began in an earlier chunk lies in head,
 * which holds exactly that token; every other token lies in text. For whole input head_length is 0. */
typedef struct jt_tape {
    const jt_token *tokens;
    size_t length;         /* of tokens */
    const uint8_t *text;   /* the bytes from text_start on, relative to the base */
    size_t text_length;    /* of text, in bytes */
    uint64_t text_start;   /* where text lies, relative to the base: 0 for whole input */
    const uint8_t *head;   /* the token at offset 0 of the base, where it began in an earlier chunk */
    size_t head_length;    /* of head, in bytes */
    uint64_t base;         /* offset of the base from the start of the stream */
    const double *numbers; /* with options.numbers: the doubles of its numbers */
    size_t number_count;
    const uint8_t *path; /* private: what was open where the tape begins */
    uint32_t depth;      /* and how many brackets that were */
    uint32_t state;      /* private: the state there */
} jt_tape;

/* The first byte of a token's text. */
static inline const uint8_t *jt_token_text(const jt_tape *tape, jt_token token) {
    return token.start < tape->head_length ? tape->head + token.start : tape->text + (token.start - tape->text_start);
}

/* ---- Errors -------------------------------------------------------------------------------------------------- */

typedef enum jt_error_code {
    JT_ERROR_NONE = 0,
    JT_ERROR_EMPTY,                        /* nothing but whitespace */
    JT_ERROR_UNEXPECTED_END,               /* the input ends inside a value */
    JT_ERROR_EXPECTED_VALUE,               /* where a value must start */
    JT_ERROR_EXPECTED_VALUE_OR_ARRAY_END,  /* after '[', with trailing_commas after ',' too */
    JT_ERROR_EXPECTED_COMMA_OR_ARRAY_END,  /* after an element */
    JT_ERROR_EXPECTED_KEY,                 /* after ',' in an object */
    JT_ERROR_EXPECTED_KEY_OR_OBJECT_END,   /* after '{', likewise */
    JT_ERROR_EXPECTED_COLON,               /* after a key */
    JT_ERROR_EXPECTED_COMMA_OR_OBJECT_END, /* after a property value */
    JT_ERROR_EXPECTED_END,                 /* after the root value */
    JT_ERROR_INVALID_LITERAL,              /* inside true, false or null */
    JT_ERROR_INVALID_NUMBER,               /* a number that no digit continues */
    JT_ERROR_INVALID_ESCAPE,               /* after a backslash */
    JT_ERROR_INVALID_HEX_DIGIT,            /* inside \uXXXX */
    JT_ERROR_CONTROL_CHARACTER,            /* a raw byte below 0x20 in a string */
    JT_ERROR_INVALID_UTF8,                 /* at the first byte of the ill-formed sequence (Unicode 15, table 3-7) */
    JT_ERROR_INVALID_COMMENT,              /* after the slash of a comment */
    JT_ERROR_EXPECTED_LINE_END,            /* after a value of NDJSON */
    JT_ERROR_EXPECTED_SEPARATOR,           /* where a record separator must stand before a value */
    JT_ERROR_DEPTH,                        /* a bracket deeper than max_depth */
    JT_ERROR_TOKEN_TOO_LONG,               /* longer than max_token_length */
    JT_ERROR_INPUT_TOO_LONG,               /* longer than max_length */
    JT_ERROR_DUPLICATE_KEY,                /* at its opening quote */
    JT_ERROR_LONE_SURROGATE,               /* at the opening quote of a string that has no canonical form */
    JT_ERROR_NUMBER_TOO_LARGE,             /* at a number that no double comes near: it has no canonical form */
    JT_ERROR_CODES                         /* how many there are; not a code */
} jt_error_code;

/* A place in the text. Lines and columns start at 1; only LF ends a line. */
typedef struct jt_position {
    uint64_t offset; /* bytes from the start of the stream */
    uint64_t line;
    uint64_t column;      /* in UTF-16 units */
    uint64_t byte_column; /* in bytes */
} jt_position;

typedef struct jt_error {
    jt_error_code code;
    int found;            /* the byte at the offset, or -1 at the end of the input */
    jt_position position; /* where the input stops being the beginning of any valid input */
    uint64_t token_start; /* offset of the token that holds the place, or the place itself between tokens */
} jt_error;

/* "EXPECTED_COLON" for JT_ERROR_EXPECTED_COLON, and so on; NULL for a number that is no code. */
JT_API const char *jt_error_name(jt_error_code code);

/* The position of an offset in text that begins at *from (NULL: at the start of a stream): counts lines and columns
 * of text[0 .. offset - from->offset). The offset must lie in the text or at its end. What a byte counts is told by
 * that byte, in ill-formed text too: 80 to bf no unit, f0 to f4 two, all others one. */
JT_API jt_position jt_locate(const void *text, const jt_position *from, uint64_t offset);

/* ---- Tokenizing ---------------------------------------------------------------------------------------------- */

/* Several values in one input. */
typedef enum jt_multiple {
    JT_SINGLE = 0,   /* one value */
    JT_CONCATENATED, /* any number, with or without whitespace between; none is good too */
    JT_NDJSON,       /* a line holds one value; blank lines are passed over (github.com/ndjson/ndjson-spec) */
    JT_SEQ           /* each value behind a record separator, 0x1e (RFC 7464) */
} jt_multiple;

typedef enum jt_comments {
    JT_COMMENTS_REFUSE = 0,
    JT_COMMENTS_SKIP,
    JT_COMMENTS_KEEP /* they are tokens */
} jt_comments;

typedef enum jt_utf8 {
    JT_UTF8_STRICT = 0, /* ill-formed bytes are an error */
    JT_UTF8_REPLACE,    /* they pass; what decodes a string makes U+FFFD of them */
    JT_UTF8_RAW         /* they pass; who decodes is on his own */
} jt_utf8;

typedef enum jt_duplicates {
    JT_DUPLICATES_ALLOW = 0,
    JT_DUPLICATES_ERROR /* a key that its object has already is an error; keys are compared unescaped */
} jt_duplicates;

/* All zero is the strict grammar of RFC 8259 with the default limits. */
typedef struct jt_options {
    uint32_t max_depth;   /* deepest nesting allowed; 0: JT_DEFAULT_DEPTH */
    jt_comments comments; /* from // to the end of the line, and in the manner of C */
    jt_multiple multiple;
    jt_utf8 utf8;
    jt_duplicates duplicates;
    bool trailing_commas; /* one is allowed before a closing bracket */
    bool pieces;          /* of a stream: a string value or number that a chunk cuts comes in pieces (JT_PARTIAL), so
                             that memory does not depend on its length; never cut inside an escape or a character */
    bool skip_bad_lines;  /* with JT_NDJSON: after JT_INVALID the same call goes on behind the line, on a new tape */
    bool numbers;         /* the numbers' doubles are wanted: JT_BLOCK_NUMBERS gets them */
    uint64_t max_token_length; /* in bytes, quotes included; 0: no limit but the format's of 4 GiB */
    uint64_t max_length;       /* of the whole input, in bytes; 0: no limit */
    uint64_t seed;             /* for the hashes of keys: a random number where the input may be hostile */
} jt_options;

#define JT_DEFAULT_DEPTH 1024u

/* The blocks of memory that a tokenizer works in. Each is the caller's, any size, aligned to 8 bytes, without pointers
 * inside: it may be moved (realloc) between calls when jt_tokenizer_set_block is told. */
typedef enum jt_block {
    JT_BLOCK_TAPE,    /* the tokens: 12 bytes each */
    JT_BLOCK_STACK,   /* JT_LEVEL_BYTES for each open bracket, and as many once more */
    JT_BLOCK_KEYS,    /* the key table; without one, no key is interned */
    JT_BLOCK_CARRY,   /* of a stream: the bytes of tokens that chunks cut */
    JT_BLOCK_PATH,    /* of a stream: keys and places of the brackets that are open between chunks */
    JT_BLOCK_SETS,    /* with JT_DUPLICATES_ERROR: the keys of the objects that are open */
    JT_BLOCK_NUMBERS, /* with options.numbers: of each number token on the tape, in order, the double that jt_read_f64
                         reads; NaN for a piece of a number */
    JT_BLOCKS         /* how many there are; not a block */
} jt_block;

#define JT_LEVEL_BYTES 24u

/* A key table has at least this size (a smaller block counts as none); it grows (JT_NEED_MEMORY) to at most
 * JT_KEYS_BYTES_MAX. */
#define JT_KEYS_BYTES_MIN 4096u
#define JT_KEYS_BYTES_MAX 311360u

/* A tokenizer. The caller owns it and may copy it together with its blocks. Read need, wanted, error, depth; the rest
 * is private. */
typedef struct jt_tokenizer {
    jt_block need;  /* after JT_NEED_MEMORY: which block is too small */
    size_t wanted;  /* and how many bytes it should have at least */
    jt_error error; /* after JT_INVALID */
    uint32_t depth; /* open brackets now */

    /* Private from here on. */
    struct {
        void *data;
        size_t size;
    } block[JT_BLOCKS];
    jt_options options;
    uint32_t state;           /* where in the grammar */
    uint32_t key, key_before; /* the last two keys' entries, for the guess of the next */
    size_t tokens;            /* on the tape */
    uint64_t base;            /* offset of the tape's base */
    uint64_t offset;          /* of the next byte to read */
    uint64_t chunk_start;     /* offset of the current chunk */
    const uint8_t *chunk;     /* the caller's, as long as the tape is used */
    uint64_t fed;             /* offset of what the caller passed */
    uint64_t until;           /* no token that is read ahead may begin at this offset or behind */
    size_t chunk_length;
    bool last;        /* the current chunk is the last one */
    bool closed;      /* what is being read now is not gone on with: a line, or the last chunk */
    bool bad_line;    /* the rest of the line is passed over */
    bool keys_ready;  /* the key block has been laid out */
    bool unfinished;  /* the last call ended with JT_NEED_MEMORY */
    bool ended;       /* the last call ended the input, or found an error */
    bool behind_line; /* what lies before the chunk is whitespace with a line feed in it, for comments that are kept */
    struct {
        uint64_t start; /* offset of the unfinished token, or of its piece */
        uint64_t first; /* offset of its first byte */
        uint8_t kind;   /* its first byte, digits and '-' as '0'; 0: none */
        uint8_t sub;    /* place inside an escape, a number, a literal */
        uint8_t flags;
        uint8_t utf8_need, utf8_low, utf8_high, utf8_seen;
    } token;
    size_t head;    /* bytes in the carry of the tape's first token, where an earlier chunk began it */
    size_t carried; /* bytes in the carry, behind the head, of the token that is unfinished */
    jt_position head_place, place, next_head_place, next_place; /* of the base and of the chunk; of the next tape's */
    bool sets_ready;                                            /* the block of sets has been laid out */
    size_t checked;                                             /* tokens whose lengths and keys have been checked */
    size_t converted, numbers;                                  /* tokens whose doubles are made; and those doubles */
    bool number_cut;                                            /* the last of these tokens is a piece */
    bool failed;                                                /* an error is to be told when the doubles are made */
    uint32_t tape_state, tape_depth;                            /* where the tape began */
    size_t path, path_kept, path_added; /* bytes of the path block: in use; of the next tape: kept, and added behind */
    uint64_t visited;                   /* bytes looked at by the byte-exact reader: a measure of work */
    uint64_t copied;                    /* bytes of the chunk that were copied */
} jt_tokenizer;

/* Prepares a tokenizer; its blocks are unset. options may be NULL. */
JT_API void jt_tokenizer_init(jt_tokenizer *t, const jt_options *options);

/* Starts over for new input with the same blocks, and with other options or (NULL) the same. The keys' ids start anew,
 * but what the key table has learnt stays and makes documents of the same kind faster. */
JT_API void jt_tokenizer_reset(jt_tokenizer *t, const jt_options *options);

/* Hands over a block, or a moved and larger one with the old content (realloc does that). */
JT_API void jt_tokenizer_set_block(jt_tokenizer *t, jt_block block, void *data, size_t size);

/* Tokenizes whole input. JT_OK: the tape is complete. JT_NEED_MEMORY: enlarge the block and call again with the same
 * input; the work goes on where it stopped. JT_INVALID: see t->error; the tokens before it are on the tape. JT_REFUSED:
 * the input has 4 GiB or more. A call that does not go on after JT_NEED_MEMORY starts over as jt_tokenizer_reset does.
 * The data needs no padding and must stay while the tape is used. */
JT_API jt_status jt_tokenize(jt_tokenizer *t, const void *data, size_t length);

/* Tokenizes the next chunk of a stream, which may be cut anywhere and be empty; last: it is the last one. The tape of
 * the chunk before is let go and a new one begins; a token that a chunk cuts is on the tape of the chunk where it ends.
 * JT_OK: all of the chunk has been read, and with last the input is complete. JT_NEED_MEMORY: enlarge the block and
 * call again with the same chunk. JT_INVALID: see t->error. JT_REFUSED: the input has ended (jt_tokenizer_reset starts
 * a new one), or chunk and unfinished token together have 4 GiB. The chunk must stay while its tape is used. */
JT_API jt_status jt_feed(jt_tokenizer *t, const void *chunk, size_t length, bool last);

/* The position of an offset (from the start of the stream) that lies on the current tape or in an unfinished token. */
JT_API jt_position jt_tokenizer_locate(const jt_tokenizer *t, uint64_t offset);

/* The tape as it stands: valid until the next call that takes the tokenizer. */
JT_API jt_tape jt_tokenizer_tape(const jt_tokenizer *t);

/* Makes something that is wrong with a token of the tape the tokenizer's error, as if it had been found when it was
 * read: the tape ends before it then. The text must be there still. Returns JT_INVALID; JT_REFUSED, and nothing
 * changed, where the tape has no such token. */
JT_API jt_status jt_tokenizer_reject(jt_tokenizer *t, size_t index, jt_error_code code);

/* The sentence for t->error: what was expected, what was found, where, e.g. "expected ':' after a key, found '}' at
 * line 1, column 5 (/a)". It is one line: control characters and line ends of keys are written as \uXXXX there. Writes
 * at most capacity bytes, the last one NUL, without a part of a UTF-8 sequence at the end of what is cut; returns the
 * length that the whole sentence has without its NUL. */
JT_API size_t jt_error_message(const jt_tokenizer *t, char *buffer, size_t capacity);

/* The JSON Pointer (RFC 6901) of the place of t->error: of the value that is being read or was just read, or that is
 * expected; of the object where a key is expected. Written and returned like jt_error_message. */
JT_API size_t jt_error_pointer(const jt_tokenizer *t, char *buffer, size_t capacity);

/* The JSON Pointer of a token: of a value, its own; of a key, its member's; of a closing bracket, its container's.
 * Written and returned like jt_error_message; cost: the siblings before it on each level. */
JT_API size_t jt_tape_pointer(const jt_tape *tape, size_t index, char *buffer, size_t capacity);

/* ---- Reading a token's text ------------------------------------------------------------------------------------ */

/* Each takes the span of one token as it stands in the text, quotes included, which a tokenizer has accepted. */

/* The text between the quotes, unescaped, as UTF-8; a lone surrogate escape or ill-formed byte becomes U+FFFD.
 * target must have room for length bytes, which is more than well-formed text takes; for three times as many where
 * ill-formed bytes pass (JT_UTF8_REPLACE, JT_UTF8_RAW). Returns the number of bytes written. */
JT_API size_t jt_copy_utf8(const void *span, size_t length, void *target);

/* The same as UTF-16 in the machine's byte order; lone surrogates are kept. target must have room for length units.
 * Returns the number of units written. */
JT_API size_t jt_copy_utf16(const void *span, size_t length, uint16_t *target);

/* The number nearest to a number token's text, ties to even, of any length (IEEE 754 binary64); infinity with its sign
 * beyond the range, zero with its sign below it. */
JT_API double jt_read_f64(const void *span, size_t length);

/* The integer that a number token's text says, exactly, fractions and exponents included where the value is integral
 * (1.0, 1e3). false, and *value unchanged, where it is not an integer or out of range. */
JT_API bool jt_read_i64(const void *span, size_t length, int64_t *value);
JT_API bool jt_read_u64(const void *span, size_t length, uint64_t *value);

/* ---- The pull reader -------------------------------------------------------------------------------------------- */

/* Private: brackets whose partners are looked for in bytes that are not tokenized. */
typedef struct jt_bracket_count {
    uint64_t open;
    bool in_string;
    bool in_escape;
} jt_bracket_count;

/* A reader gives the tokens of a stream one at a time: a cursor over a small tape, which it lets go when the cursor has
 * passed over it. Feed a chunk, call jt_reader_next until it says JT_NEED_DATA, feed the next one. What it answers does
 * not depend on how large the block of the tape is (a token at least; some hundreds are fast) nor on how the input is
 * cut: an error, too, is told when the cursor comes to it.
 *
 * The caller owns a reader and may copy it together with its blocks, to go on from there later: the copy's blocks are
 * set by jt_reader_set_block, and the chunk must stay. */
typedef struct jt_reader {
    jt_tokenizer t; /* Read need and wanted after JT_NEED_MEMORY, and error after JT_INVALID, also by jt_error_message
                       and jt_error_pointer. Else it may be ahead of the cursor. */

    /* Private from here on. */
    const uint8_t *chunk; /* as the caller passed it, from the first byte that is not skipped on */
    size_t length;
    bool last;
    bool hungry;         /* a chunk may be fed */
    bool full;           /* the tape ends where its block does */
    bool current;        /* there is a current token: the one before next */
    bool piece;          /* the current token goes on with one that came in pieces */
    bool partial;        /* the next one goes on with it */
    bool unchecked;      /* what is skipped need not be validated */
    uint8_t phase;       /* of the chunk */
    uint8_t skip;        /* whether something is being skipped, and how */
    uint32_t depth;      /* brackets that are open behind the current token */
    uint32_t skip_depth; /* brackets around what is skipped */
    uint32_t ahead;      /* tokens to read ahead next; 0: as many as there is room for */
    jt_bracket_count brackets;
    size_t next;       /* index of the next token */
    size_t part;       /* index of the next one to write */
    size_t ready;      /* tokens that may be given */
    uint64_t consumed; /* offset behind the current token */
    jt_position place; /* the last position that was asked for */
} jt_reader;

/* Prepares a reader; its blocks are unset. options may be NULL. options->numbers means nothing here: a reader converts
 * what it is asked for. */
JT_API void jt_reader_init(jt_reader *r, const jt_options *options);

/* Starts over for new input with the same blocks, and with other options or (NULL) the same. */
JT_API void jt_reader_reset(jt_reader *r, const jt_options *options);

/* Hands over a block, or a moved one with the old content. JT_BLOCK_TAPE holds the tokens that are read ahead. A reader
 * asks for those blocks that it needs. */
JT_API void jt_reader_set_block(jt_reader *r, jt_block block, void *data, size_t size);

/* Gives the next chunk, which may be cut anywhere and be empty; last: it is the last one. It must stay until the next
 * JT_NEED_DATA, or as long as tokens and the error are asked for. JT_REFUSED: the chunk before is not used up, or this
 * one has 4 GiB. */
JT_API jt_status jt_reader_feed(jt_reader *r, const void *data, size_t length, bool last);

/* Goes to the next token. JT_OK: it is the current one. JT_NEED_DATA: feed a chunk and call again. JT_END: there is
 * none, and the input is complete. JT_NEED_MEMORY: enlarge the block that r->t.need says and call again. JT_INVALID:
 * see r->t.error; with skip_bad_lines the next call goes on behind the line. */
JT_API jt_status jt_reader_next(jt_reader *r);

/* Passes over the rest of the value at the cursor, reading it like everything else: from a start bracket to its end,
 * from a key over its value, from a piece to the last one of its string or number. At any other token it stays. JT_OK:
 * the last token of what was skipped is the current one. All else as with jt_reader_next: after JT_NEED_DATA and
 * JT_NEED_MEMORY either of the two goes on with it. JT_REFUSED: there is no current token. */
JT_API jt_status jt_reader_skip(jt_reader *r);

/* The same without a look at what lies between the brackets: of its bytes only quotes, backslashes and brackets count,
 * and brackets of both kinds alike. Neither grammar nor UTF-8 nor depth is checked there. With options by which this
 * does not find the end (comments, JT_NDJSON, JT_SEQ) or that ask for a look (max_token_length, duplicates) it is
 * jt_reader_skip. */
JT_API jt_status jt_reader_skip_unvalidated(jt_reader *r);

/* Of the current token. Where there is none - before the first, and after every status but JT_OK - the type is 0, and
 * everything else 0, false or NULL. */
JT_API jt_type jt_reader_type(const jt_reader *r);

/* Its flags, as on a tape. */
JT_API uint32_t jt_reader_flags(const jt_reader *r);

/* How many brackets are around it; a bracket is not around itself. */
JT_API uint32_t jt_reader_depth(const jt_reader *r);

/* Its text, quotes included, valid until the next call that takes the reader for more than a question. */
JT_API const void *jt_reader_span(const jt_reader *r, size_t *length);

/* The offsets, from the start of the stream, of its first byte and behind its last one. */
JT_API uint64_t jt_reader_start(const jt_reader *r);
JT_API uint64_t jt_reader_end(const jt_reader *r);

/* How many bytes of the stream the cursor has left behind: the end of the last token that was current. */
JT_API uint64_t jt_reader_consumed(const jt_reader *r);

/* The position of its first byte; asked for again and again, it costs one pass over the text. */
JT_API jt_position jt_reader_position(jt_reader *r);

/* Its JSON Pointer, as jt_tape_pointer. */
JT_API size_t jt_reader_pointer(const jt_reader *r, char *buffer, size_t capacity);

/* Whether it is a key or string with a backslash escape. */
JT_API bool jt_reader_is_escaped(const jt_reader *r);

/* Whether it is a key or string that says this text, once unescaped as jt_copy_utf8 does. */
JT_API bool jt_reader_text_equals(const jt_reader *r, const void *utf8, size_t length);

/* Copies the text of a key or string as jt_copy_utf8 and jt_copy_utf16 do. *length is how much of the target (in bytes,
 * in units) the whole text takes. false where that is more than capacity, and where the current token is neither
 * (*length is 0); then what the target holds is unspecified. */
JT_API bool jt_reader_copy_utf8(const jt_reader *r, void *target, size_t capacity, size_t *length);
JT_API bool jt_reader_copy_utf16(const jt_reader *r, uint16_t *target, size_t capacity, size_t *length);

/* Its value, as the functions below read it. false, and *value unchanged, where it is of another type, is a piece, or
 * where they say false. */
JT_API bool jt_reader_bool(const jt_reader *r, bool *value);
JT_API bool jt_reader_i8(const jt_reader *r, int8_t *value);
JT_API bool jt_reader_i16(const jt_reader *r, int16_t *value);
JT_API bool jt_reader_i32(const jt_reader *r, int32_t *value);
JT_API bool jt_reader_i64(const jt_reader *r, int64_t *value);
JT_API bool jt_reader_u8(const jt_reader *r, uint8_t *value);
JT_API bool jt_reader_u16(const jt_reader *r, uint16_t *value);
JT_API bool jt_reader_u32(const jt_reader *r, uint32_t *value);
JT_API bool jt_reader_u64(const jt_reader *r, uint64_t *value);
JT_API bool jt_reader_f32(const jt_reader *r, float *value);
JT_API bool jt_reader_f64(const jt_reader *r, double *value);

/* The same of a token's span, without a reader. jt_read_bool is false for what is neither true nor false; the others
 * take a number's span, and are to jt_read_i64, jt_read_u64 and jt_read_f64 as their types are: jt_read_f32 gives the
 * float (binary32) that is nearest to the text itself, not to a double. */
JT_API bool jt_read_bool(const void *span, size_t length, bool *value);
JT_API bool jt_read_i8(const void *span, size_t length, int8_t *value);
JT_API bool jt_read_i16(const void *span, size_t length, int16_t *value);
JT_API bool jt_read_i32(const void *span, size_t length, int32_t *value);
JT_API bool jt_read_u8(const void *span, size_t length, uint8_t *value);
JT_API bool jt_read_u16(const void *span, size_t length, uint16_t *value);
JT_API bool jt_read_u32(const void *span, size_t length, uint32_t *value);
JT_API float jt_read_f32(const void *span, size_t length);

/* Whether a key's or string's span says this text, once unescaped as jt_copy_utf8 does. */
JT_API bool jt_text_equals(const void *span, size_t length, const void *utf8, size_t utf8_length);

/* A table of the keys that a program knows, each with a small integer to switch by: no string is made of a key, and the
 * table takes no memory but the caller's. */
typedef struct jt_key_slot {
    const void *key; /* the caller's, as long as the table is used; NULL: free */
    size_t length;
    uint32_t hash;
    int32_t value;
} jt_key_slot;

typedef struct jt_key_map {
    jt_key_slot *slots;
    uint32_t mask;  /* slots, less one */
    uint32_t count; /* of keys */
} jt_key_map;

/* Prepares an empty table over slots of the caller's, a power of two of them and more than there will be keys: twice as
 * many are fast. JT_REFUSED, and nothing changed, for another number, and past 2^30. */
JT_API jt_status jt_key_map_init(jt_key_map *map, jt_key_slot *slots, size_t count);

/* Adds a key, unescaped and without quotes, with its value, which is 0 or more. JT_REFUSED, and nothing changed: it is
 * there, the value is negative, or no slot would stay free. */
JT_API jt_status jt_key_map_add(jt_key_map *map, const void *utf8, size_t length, int32_t value);

/* The value of a key: of text, of the span of a key or string as it stands (escapes are looked through), of the current
 * token. -1 where the table has no such key, or the token is neither. */
JT_API int32_t jt_key_map_find(const jt_key_map *map, const void *utf8, size_t length);
JT_API int32_t jt_key_map_find_span(const jt_key_map *map, const void *span, size_t length);
JT_API int32_t jt_reader_key(const jt_reader *r, const jt_key_map *map);

/* The index of the first token of the value that a JSON Pointer (RFC 6901, as UTF-8) names in the first value of a
 * tape; of several equal keys the last one counts. SIZE_MAX where the tape holds no such value, where it begins inside
 * a value, and where the text is no JSON Pointer. */
JT_API size_t jt_tape_find(const jt_tape *tape, const char *pointer, size_t length);

/* ---- Selecting ----------------------------------------------------------------------------------------------- */

/* One step of a path: what stands behind a '/'. All of it is private. */
typedef struct jt_step {
    uint32_t start, length; /* of its text in the path */
    uint32_t key;           /* the id of its key, once that has been seen */
    bool any;               /* it is "*" */
    bool plain;             /* its text needs no unescaping */
    uint64_t index;         /* the element that it names, or UINT64_MAX */
    uint64_t at;            /* elements up to the one that is read in the array that is open there; in an object 0 */
} jt_step;

/* What finds the values that a path names, over a reader. The caller owns it and its steps. All of it is private. */
typedef struct jt_select {
    const uint8_t *path;
    jt_step *steps;
    uint32_t count;   /* of steps */
    uint32_t matched; /* steps that the containers which are open match */
    bool trusted;
    uint8_t state;
} jt_select;

/* Prepares for a path: a JSON Pointer (RFC 6901, as UTF-8) in which a step that is "*" alone stands for every member
 * and every element; a key that is "*" itself is reached through that alone. Path and steps must stay; a step is needed
 * for each '/' of the path. trusted: what no match can lie in is passed over as by jt_reader_skip_unvalidated.
 * JT_REFUSED, and nothing changed: the text is no such path, or there are too few steps. */
JT_API jt_status jt_select_init(jt_select *s, const void *path, size_t length, jt_step *steps, size_t count,
                                bool trusted);

/* Goes to the next value that the path names, in the order of the text; with several equal keys to each of them, with
 * several root values in each of them. JT_OK: its first token is the reader's current one, and the reader may be moved
 * inside the value, but not behind it. All else as with jt_reader_next, from whose reader nothing may have been taken
 * before the first call. */
JT_API jt_status jt_select_next(jt_select *s, jt_reader *r);

/* ---- Writing ---------------------------------------------------------------------------------------------------- */

/* What the text of strings and keys is escaped beyond what JSON asks for; both may be had together. */
#define JT_ESCAPE_ASCII 1u /* every character that is not ASCII: the output is ASCII alone */
#define JT_ESCAPE_HTML 2u  /* < > & and U+2028, U+2029: the output may stand in an HTML script element */

/* Takes output from a writer: returns how many of the bytes it took, from the first one on. 0: none, and the writer's
 * call returns JT_FULL. */
typedef size_t jt_flush(void *context, const void *bytes, size_t length);

/* All zero is minified output, escaped as JSON.stringify does. */
typedef struct jt_writer_options {
    const char *indent; /* what a level is indented by (spaces, a tab), at most JT_INDENT_MAX bytes, copied; NULL or "":
                           minified */
    bool crlf;          /* lines end with "\r\n", not "\n" */
    bool unchecked;     /* the caller vouches for the structure, nothing is checked */
    uint32_t escape;    /* JT_ESCAPE_...; of a tape's strings and keys, too, but not of raw text */
    jt_utf8 utf8;       /* of the caller's UTF-8: ill-formed text is refused (JT_UTF8_STRICT), becomes U+FFFD
                           (JT_UTF8_REPLACE), is written as it is (JT_UTF8_RAW; not with JT_ESCAPE_ASCII) */
    uint32_t max_depth; /* deepest nesting allowed; 0: JT_DEFAULT_DEPTH, which is also the most that the
                           writer can check without a stack block */
    void *stack;        /* for a max_depth past JT_DEFAULT_DEPTH: max_depth / 8 + 1 bytes of the caller's, kept */
    jt_flush *flush;    /* called where the buffer is full, and what it takes is drained; it helps no buffer of 0
                           bytes. NULL: JT_FULL says so */
    void *flush_context;
} jt_writer_options;

#define JT_INDENT_MAX 32u

/* A writer over a buffer of the caller's. Read length; the rest is private. */
typedef struct jt_writer {
    uint8_t *buffer;
    size_t capacity;
    size_t length; /* bytes written so far and not yet drained */

    /* Private from here on. */
    size_t quick;         /* below this length a short value goes straight into the buffer */
    uint32_t state;       /* what may come next, and which separator is pending */
    uint32_t after_key;   /* the state behind a key */
    uint32_t after_value; /* and behind the next value */
    uint32_t flags;
    uint64_t levels;    /* a bit for each of the innermost 64, the last one lowest: 1 for an object */
    uint32_t inside[2]; /* the state behind a value in an array, in an object */
    uint32_t depth;
    jt_writer_options options;
    uint16_t pending_kind; /* what jt_writer_continue has to go on with */
    uint8_t content;       /* what kind of text is pending */
    uint8_t unit;          /* bytes of indentation a level */
    uint8_t line_end;      /* bytes that end a line */
    uint8_t scratch_length, scratch_used;
    uint8_t held_length;
    uint8_t held[4];        /* of a string in pieces: the start of a character that the next piece goes on with */
    uint8_t scratch[48];    /* a number, or a character that did not fit */
    const uint8_t *pending; /* the caller's text that is being written */
    size_t pending_length;
    uint32_t pending_indent;            /* bytes of indentation still to write */
    uint8_t line[128];                  /* a comma, the end of a line, indentation */
    uint8_t bits[JT_DEFAULT_DEPTH / 8]; /* levels as they were at each 64th, where there is no stack */
} jt_writer;

/* Prepares a writer. The buffer may have any size, 0 included. options may be NULL; they are copied. JT_REFUSED, and
 * *w unchanged, for options that are out of range, or whose indentation could pass 2 GiB on one line. (An unchecked
 * writer goes as deep as that allows.) */
JT_API jt_status jt_writer_init(jt_writer *w, void *buffer, size_t capacity, const jt_writer_options *options);

/* Gives the writer an empty buffer (the same one again, or another): call it when length bytes have been taken. */
JT_API void jt_writer_drain(jt_writer *w, void *buffer, size_t capacity);

/* After JT_FULL and a drain: goes on with the call that was cut. JT_OK when that call is complete. Text handed to
 * that call must stay until then. */
JT_API jt_status jt_writer_continue(jt_writer *w);

/* Hands all that is in the buffer to the flush function: at the end, or before. JT_OK: the buffer is empty. JT_FULL:
 * the function failed; what it did not take is still there. JT_REFUSED: there is none. */
JT_API jt_status jt_writer_flush(jt_writer *w);

/* Each writes one thing, with the separator and indentation before it. JT_OK: done. JT_FULL: it fills the buffer;
 * drain and continue. JT_REFUSED: not allowed here (a value without a key, a key in an array, the wrong closing
 * bracket, a second root value), too deep, not finite, or not UTF-8; nothing was written and the writer goes on as if
 * the call had not been made. Between JT_FULL and the end of jt_writer_continue every other call is refused. With a
 * flush function JT_FULL means that it failed: the call may be gone on with all the same, and nothing is lost. */
JT_API jt_status jt_write_object_start(jt_writer *w);
JT_API jt_status jt_write_object_end(jt_writer *w);
JT_API jt_status jt_write_array_start(jt_writer *w);
JT_API jt_status jt_write_array_end(jt_writer *w);
JT_API jt_status jt_write_key(jt_writer *w, const void *utf8, size_t length);    /* unescaped text, without quotes */
JT_API jt_status jt_write_string(jt_writer *w, const void *utf8, size_t length); /* likewise */
JT_API jt_status jt_write_key_utf16(jt_writer *w, const uint16_t *units, size_t length);    /* length in units, in the
                                                           machine's byte order; lone surrogates become \udxxx escapes */
JT_API jt_status jt_write_string_utf16(jt_writer *w, const uint16_t *units, size_t length); /* likewise */
JT_API jt_status jt_write_i64(jt_writer *w, int64_t value); /* narrower integers convert to it without loss */
JT_API jt_status jt_write_u64(jt_writer *w, uint64_t value);
JT_API jt_status jt_write_f32(jt_writer *w, float value);  /* shortest that reads back as this float; else as f64 */
JT_API jt_status jt_write_f64(jt_writer *w, double value); /* shortest that reads back as this double, laid out as
                                                              ECMAScript's Number::toString; -0 is 0 */
JT_API jt_status jt_write_bool(jt_writer *w, bool value);
JT_API jt_status jt_write_null(jt_writer *w);
JT_API jt_status jt_write_raw(jt_writer *w, const void *json, size_t length); /* a whole value, not checked */
JT_API jt_status jt_write_raw_key(jt_writer *w, const void *json,
                                  size_t length); /* a key with its quotes, not checked */

/* A string or key in pieces: its start, any number of pieces, its end; every other call is refused between. A piece may
 * end anywhere, inside a character too, and pieces of UTF-8 and of UTF-16 may follow each other. A piece that goes on
 * with no text that may come here (UTF-8 that is ill-formed, with JT_UTF8_STRICT) is refused, and the ones before it
 * stand; so is an end that cuts a character. Without that option it is as if the pieces were one text. */
JT_API jt_status jt_write_string_start(jt_writer *w);
JT_API jt_status jt_write_key_start(jt_writer *w);
JT_API jt_status jt_write_piece(jt_writer *w, const void *utf8, size_t length);
JT_API jt_status jt_write_piece_utf16(jt_writer *w, const uint16_t *units, size_t length);
JT_API jt_status jt_write_text_end(jt_writer *w);

/* Raw JSON without a copy: *target is where a whole value of up to size bytes may be written, behind the separator;
 * jt_write_advance then says how long it is (1 byte at least), and until then nothing has been written. JT_FULL: the
 * buffer has no room for separator and value; drain and make the same call. JT_REFUSED: no value may come here; of
 * jt_write_advance also: it is longer than what there is room for. */
JT_API jt_status jt_write_reserve(jt_writer *w, size_t size, void **target);
JT_API jt_status jt_write_advance(jt_writer *w, size_t length);

/* Whether a whole root value has been written. */
JT_API bool jt_writer_done(const jt_writer *w);

/* Writes the tokens of a tape from *index on, strings, keys and numbers as their text stands. On JT_FULL drain and
 * call again (not jt_writer_continue) with the same arguments; *index says how far it came. JT_REFUSED at a token
 * that does not fit what the writer has written before: the tokens up to *index are written and stand. The tape must
 * come from a tokenizer of this library. The tapes of a stream are written one after the other; while a value stands in
 * pieces every other call is refused, and jt_writer_done is false. A second root value is refused: jt_writer_init
 * again. */
JT_API jt_status jt_write_tape(jt_writer *w, const jt_tape *tape, size_t *index);

/* Writes the value at a reader's cursor: from a start bracket all up to its end, else the token; strings, keys and
 * numbers as their text stands. JT_OK: its last token is the current one. JT_FULL: drain and call again (not
 * jt_writer_continue). JT_NEED_DATA, JT_NEED_MEMORY: as jt_reader_next; call again, and no other function of the two.
 * JT_INVALID: as jt_reader_next, and the value is not gone on with. JT_REFUSED: there is no current token, or the
 * writer refuses the value; the cursor is then in it. */
JT_API jt_status jt_write_reader(jt_writer *w, jt_reader *r);

/* An order of a tape's tokens. All of it but code and index is private. */
typedef struct jt_order {
    jt_error_code code; /* after JT_INVALID: what is wrong */
    size_t index;       /* and with which token, the first such; else the token to write next */
    uint32_t *next;
    bool canonical;
} jt_order;

/* Sorts the keys of each object on a tape by their UTF-16 units, unescaped (RFC 8785, section 3.2.3); equal ones stay
 * as they stand. next is the caller's memory, with room for as many numbers as the tape has tokens, and must stay.
 * JT_REFUSED: it has less, or the tape holds anything but whole values: comments, pieces, a part of one.
 *
 * canonical: for the canonical form of RFC 8785, of text that was read with JT_UTF8_STRICT. JT_INVALID: it has none,
 * because of a key that its object has already, a lone surrogate, or a number beyond the doubles; jt_tokenizer_reject
 * makes an error of it. */
JT_API jt_status jt_order_init(jt_order *o, const jt_tape *tape, uint32_t *next, size_t room, bool canonical);

/* jt_write_tape in that order, from o->index on. In canonical order keys and strings are escaped as jt_write_string
 * does, and numbers are written as jt_write_f64 does: with a minified writer's default options, the canonical form. */
JT_API jt_status jt_write_ordered(jt_writer *w, const jt_tape *tape, jt_order *o);

/* ---- Editing -------------------------------------------------------------------------------------------------------
 */

/* Bytes of a text that go, and what comes in their place. */
typedef struct jt_splice {
    uint64_t offset;  /* in the text */
    uint64_t length;  /* of what goes, in bytes */
    const void *text; /* what comes: the caller's, of the text itself, or of the library; NULL where it is nothing */
    size_t text_length;
} jt_splice;

/* An edit: splices in the order of the text, those at one place in their order; all bytes between them stay. */
typedef struct jt_edit {
    size_t count;
    jt_splice splices[5];
} jt_edit;

/* Each says how the whole input on a tape is edited, for the value that a JSON Pointer (RFC 6901) names, as
 * jt_tape_find finds it; json is a value, which is not checked, and must stay as the text must. Commas come and go with
 * a value, and with one that goes the whitespace beside its comma; comments stay. JT_REFUSED: there is no such value or
 * place, or the tape is not that of whole input.
 *
 * Insert is RFC 6902's "add": the parent must be there; in an object a member that is there is replaced, and a new one
 * comes last; in an array the value comes before that of the index, or last for the length and for "-". key is memory
 * for the member's key as JSON, six bytes for each of the step and two more; it must stay too. JT_REFUSED where that is
 * too little. */
JT_API jt_status jt_edit_replace(jt_edit *e, const jt_tape *tape, const char *pointer, size_t length, const void *json,
                                 size_t json_length);
JT_API jt_status jt_edit_remove(jt_edit *e, const jt_tape *tape, const char *pointer, size_t length);
JT_API jt_status jt_edit_insert(jt_edit *e, const jt_tape *tape, const char *pointer, size_t length, const void *json,
                                size_t json_length, void *key, size_t room);

/* The length of the text, which had length bytes, when it has been edited; and the edited text, to memory of that many
 * bytes which the text does not lie in. */
JT_API size_t jt_edit_length(const jt_edit *e, size_t length);
JT_API void jt_edit_apply(const jt_edit *e, const void *text, size_t length, void *target);

/* ---- Numbers as text -----------------------------------------------------------------------------------------------
 */

/* The text that jt_write_f64 and the others write: at most JT_NUMBER_MAX bytes, without NUL. Returns the length; 0
 * for a double or float that is not finite. */
#define JT_NUMBER_MAX 25
JT_API size_t jt_format_f64(double value, char *buffer);
JT_API size_t jt_format_f32(float value, char *buffer);
JT_API size_t jt_format_i64(int64_t value, char *buffer);
JT_API size_t jt_format_u64(uint64_t value, char *buffer);

#ifdef __cplusplus
}
#endif
#endif
