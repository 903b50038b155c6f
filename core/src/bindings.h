/* What the bindings to JavaScript exchange with the core beside the tape. Private: it is not installed, and it may
 * change with any version, because both sides of it are always built from one checkout.
 *
 * Included by wasm/ and native/addon.c together with the public header, and by the core's own files that define it.
 *
 * ---- Records: a JS value on its way to bytes
 *
 * A walk in JavaScript (js/serialize/) turns a value into records, and jt_records_write turns records into JSON. The
 * records of a value come in batches of any number; a batch has three blocks:
 *
 *   ops      an int32 each: what to write (jt_record_op in the low 4 bits) and a payload above it, 28 bits
 *   doubles  the numbers, integers too, in the order of their ops
 *   text     the text of all strings and keys of the batch, one behind the other, as UTF-8 and without separators:
 *            in JavaScript they are one string, which is encoded by one call
 *
 * The length of a string is given in UTF-16 units, which is what JavaScript knows; how many bytes these are is found
 * here. JavaScript's strings may hold lone surrogates, which JSON.stringify writes as escapes. The encoder of a
 * platform does not keep them, so text that has any comes with the three bytes that UTF-8 would have for them (0xed
 * 0xa0..0xbf 0x80..0xbf) and with JT_RECORDS_SURROGATES. And two lone ones that meet where one string ends and the next
 * begins were joined to one character of four bytes: they are taken apart again here, because the count of units ends
 * inside that character.
 *
 * Each value is written with a comma behind it, which a closing bracket overwrites and the end of the root value takes
 * away; so nobody has to remember whether a comma is due. That comma is the only byte that is ever changed after it has
 * been written, and it is always the last one.
 *
 * Keys that come again and again are written from slots: JT_RECORDS_KEY_BYTES bytes each, which JavaScript fills with
 * the key's finished text ("key": with quotes and colon) and, in the last byte, the length of that text. */
#ifndef JT_BINDINGS_H
#define JT_BINDINGS_H

#include "../include/jsontape.h"

typedef enum jt_record_op {
    JT_RECORD_BEGIN = 0, /* First of a value: forgets everything before it. The payload is 0 for minified JSON, else
                            it says how many bytes of the text are the indentation: HEAD | UNIT << 8 | TAIL << 16. A
                            line at depth d > 0 begins with head, d - 1 times unit, tail. */
    JT_RECORD_DOUBLE,    /* the next double; null where it is not finite */
    JT_RECORD_DOUBLES,   /* payload: how many of the next doubles are values here */
    JT_RECORD_STRING,    /* payload: units of text */
    JT_RECORD_LITERAL,   /* payload: 0 null, 1 true, 2 false */
    JT_RECORD_RAW,       /* payload: units of text, which is a JSON value, without lone surrogates, and copied */
    JT_RECORD_KEY,       /* payload: the slot of the key */
    JT_RECORD_KEY_TEXT,  /* payload: units of text */
    JT_RECORD_START,     /* payload: 0 object, 1 array */
    JT_RECORD_END,       /* payload: 0 object, 1 array */
    JT_RECORD_OPEN,      /* A string, key or raw value in pieces begins. Payload: a jt_record_pieces. */
    JT_RECORD_PIECE,     /* payload: units of text of a string or key */
    JT_RECORD_RAW_PIECE, /* payload: units of text of a raw value */
    JT_RECORD_CLOSE,     /* payload: as with JT_RECORD_OPEN */
    JT_RECORD_OPS        /* how many there are, at most 16; not an op */
} jt_record_op;

typedef enum jt_record_pieces { JT_PIECES_STRING = 0, JT_PIECES_KEY = 1, JT_PIECES_RAW = 2 } jt_record_pieces;

#define JT_RECORD_OP_BITS 4

#define JT_RECORDS_KEYS 2048u     /* slots; a payload beyond is refused */
#define JT_RECORDS_KEY_BYTES 64u  /* bytes of a slot; its text has at most one less */
#define JT_RECORDS_INDENT_MAX 32u /* bytes that each part of the indentation may have */

/* Flags of a batch. */
#define JT_RECORDS_ASCII 1u      /* a unit of the text is a byte */
#define JT_RECORDS_SURROGATES 2u /* the text holds lone surrogates */

/* The capacity of the blocks that js/serialize/ fills (it flushes before they overflow), in elements of each. */
#define JT_RECORDS_OPS_CAPACITY 8192u
#define JT_RECORDS_DOUBLES_CAPACITY 16384u
#define JT_RECORDS_TEXT_CAPACITY 131072u
/* Bytes that must be readable behind the capacity of the text block (of any content: they are the bindings' own). */
#define JT_RECORDS_TEXT_SLACK 64u
/* No output buffer may be smaller, or ops that need more than there is would never be done. */
#define JT_RECORDS_OUT_MIN 4096u

#define JT_RECORDS_LINES 32u /* bytes of a line that are copied at once */

/* The state between calls. The owner fills in the blocks (aligned to their elements), which may be moved between
 * calls, and reads length and wanted. All zero is a good initial state of the rest. */
typedef struct jt_records {
    const int32_t *ops;
    const double *doubles;
    const uint8_t *text; /* JT_RECORDS_TEXT_SLACK bytes longer than what is used of it */
    const uint8_t *keys; /* JT_RECORDS_KEYS slots */
    uint8_t *out;
    size_t capacity; /* of out, JT_RECORDS_OUT_MIN at least */
    size_t length;   /* bytes in out: after the last batch of a value, the value and one comma */
    size_t wanted;   /* after JT_FULL: a capacity with which the next op has room in an empty buffer */

    /* Private from here on. */
    uint32_t op_count, double_count, flags;
    uint32_t op, number; /* the next of each */
    uint32_t done;       /* how far the next op has come: numbers of a run, or the state of a text */
    size_t text_length;
    size_t place; /* of the next text */
    size_t rest;  /* bytes of the string at place that are still to be written */
    size_t line;  /* bytes of a line break with its indentation */
    uint32_t depth;
    uint16_t low; /* the second half of a character that two strings were joined to */
    uint8_t head, unit, tail;
    uint8_t lines_length;            /* how long a line may be to be found in lines */
    uint8_t lines[JT_RECORDS_LINES]; /* how lines begin where the tail is what a unit begins with */
    uint8_t indent[3 * JT_RECORDS_INDENT_MAX];
} jt_records;

/* Writes a batch behind what is in r->out. JT_OK: all of it. JT_FULL: drain or enlarge the buffer, then
 * jt_records_resume. JT_REFUSED: the records are not as described above (ops, text and doubles are checked against
 * their blocks; the order of ops is not); the value is lost. Nothing is written behind out + capacity. */
jt_status jt_records_write(jt_records *r, size_t op_count, size_t double_count, size_t text_length, uint32_t flags);

/* After JT_FULL: goes on. With r->length > 1 the owner may first take the bytes before the last one (jt_records_drain),
 * or set out and capacity to a larger buffer with the same content; it must do the latter where capacity < wanted. */
jt_status jt_records_resume(jt_records *r);

/* The first length - 1 bytes have been taken: the last one, which a closing bracket may still overwrite, moves to the
 * front of the buffer. */
void jt_records_drain(jt_records *r);

/* ---- Building values --------------------------------------------------------------------------------------------
 *
 * How JavaScript gets the values that a tape describes: as a program, in batches, over one block (core/src/engine.h) of
 *
 *     numbers of jt_build_number | what is private | program | doubles | bytes | units
 *
 * The program is a sequence of 32-bit words that a machine with a stack of values runs, in the order in which values
 * end: an op (jt_build_op) in the low JT_BUILD_OP_BITS bits and a payload above it, signed. Strings lie back to back,
 * unescaped, in two arenas: those of ASCII alone as bytes, all others as UTF-16; each is decoded as one string and cut
 * up by running offsets. Doubles are taken in their order. All of these begin anew with each batch, the stack stays.
 *
 * Keys stand in no object: a key gets a number when it first appears, and so does each sequence of keys that begins an
 * object, its shape; shape 0 has no key, and every other one is another shape and a key more. Numbers count from 1, in
 * the order of the ops that give them, and stay good for later values until they begin anew. */
typedef enum jt_build_op {
    JT_BUILD_INTEGER = 0, /* pushes the payload */
    JT_BUILD_DOUBLE,      /* pushes the next double */
    JT_BUILD_STRING,      /* pushes the next string of bytes; payload: its length */
    JT_BUILD_STRING16,    /* pushes the next string of units; payload: its length */
    JT_BUILD_LITERAL,     /* pushes; payload: 0 true, 1 false, 2 null */
    JT_BUILD_ARRAY,       /* the last values become an array; payload: how many */
    JT_BUILD_DOUBLES,     /* pushes an array of the next doubles; payload: how many */
    JT_BUILD_INTEGERS,    /* likewise, and all of them are integers as for a payload */
    JT_BUILD_APPEND,      /* the array on top goes to the end of the one below it */
    JT_BUILD_SPREAD,      /* the array on top becomes its elements */
    JT_BUILD_OBJECT,      /* as many values as the shape has keys become an object; payload: the shape */
    JT_BUILD_MEMBERS,   /* likewise, of as many values, and behind them keys and values in turn; payload: the shape; the
                           next word: how many pairs */
    JT_BUILD_KEY,       /* pushes a key; payload: its number */
    JT_BUILD_NEW_KEY,   /* the string on top becomes the next key, and goes */
    JT_BUILD_NEW_SHAPE, /* the next shape; payload: the number of its last key; the next word: the shape before that */
    JT_BUILD_TOKEN,     /* pushes what a string, key or number stands for, of which the token's three words follow: what
                           is longer than its arena, or seldom */
    JT_BUILD_OPS        /* how many there are; not an op */
} jt_build_op;

#define JT_BUILD_OP_BITS 5
/* Payloads that are numbers lie in -JT_BUILD_INTEGER_MAX .. JT_BUILD_INTEGER_MAX. */
#define JT_BUILD_INTEGER_MAX 0x3ffffff

/* What numbers become: the nearest doubles; likewise, but of integers that are no safe ones for a double BigInts; their
 * texts. */
typedef enum jt_build_numbers { JT_NUMBERS_DOUBLE = 0, JT_NUMBERS_BIGINT = 1, JT_NUMBERS_TEXT = 2 } jt_build_numbers;
/* With it: the text may hold ill-formed UTF-8, which becomes U+FFFD. */
#define JT_BUILD_REPLACE 4u
/* And: numbers of keys and shapes begin anew, because the last program was not run to its end. */
#define JT_BUILD_FORGET 8u

/* Of a batch: how much there is of each part; whether its units hold lone surrogates; whether the numbers of keys and
 * shapes begin anew with it. */
typedef enum jt_build_number {
    JT_BUILD_WORDS_USED = 0,
    JT_BUILD_DOUBLES_USED,
    JT_BUILD_BYTES_USED,
    JT_BUILD_UNITS_USED,
    JT_BUILD_LONE_SURROGATES,
    JT_BUILD_ANEW,
    JT_BUILD_NUMBERS /* how many there are */
} jt_build_number;

/* The capacities of the parts, in elements of each, and where they lie in the block. */
#define JT_BUILD_WORDS_CAPACITY 16384u
#define JT_BUILD_DOUBLES_CAPACITY 8192u
#define JT_BUILD_BYTES_CAPACITY 65536u
#define JT_BUILD_UNITS_CAPACITY 32768u
#define JT_BUILD_KEYS 4096u   /* numbers of keys are below this, */
#define JT_BUILD_SHAPES 4096u /* and those of shapes below this */
#define JT_BUILD_WORDS_AT 180320u
#define JT_BUILD_DOUBLES_AT (JT_BUILD_WORDS_AT + 4u * JT_BUILD_WORDS_CAPACITY)
#define JT_BUILD_BYTES_AT (JT_BUILD_DOUBLES_AT + 8u * JT_BUILD_DOUBLES_CAPACITY)
#define JT_BUILD_UNITS_AT (JT_BUILD_BYTES_AT + JT_BUILD_BYTES_CAPACITY + 64u)
#define JT_BUILD_BYTES (JT_BUILD_UNITS_AT + 2u * JT_BUILD_UNITS_CAPACITY)

#endif
