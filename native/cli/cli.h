/* The command line program: what its files share. One C source for the native program and for the WASI command; of
 * jsontape it includes only the public header. Every command reads its input once, in chunks, and keeps of it and of
 * its output no more than the buffers below and the tokenizer's blocks. */
#ifndef JSONTAPE_CLI_H
#define JSONTAPE_CLI_H

#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1
#endif
#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../core/include/jsontape.h"

/* The exit status; of several files, the worst. */
typedef enum cli_status {
    CLI_GOOD = 0,
    CLI_BAD_JSON = 1, /* the input is not JSON, or breaks a limit */
    CLI_FAILED = 2    /* usage, input or output */
} cli_status;

/* Prints "jsontape: ..." and a line feed on stderr, formatted as printf does. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void cli_complain(const char *format, ...);

/* ---- arguments.c ---- */

typedef enum command { CHECK, FORMAT, MINIFY, TOKENS, SELECT } command;

/* Whether the command writes values through the writer. */
static inline bool cli_writes(command which) {
    return which == FORMAT || which == MINIFY || which == SELECT;
}

typedef struct settings {
    command command;
    jt_options options;
    const char *indent; /* of format and select: what a level is indented by; "": minified */
    const char *path;   /* of select */
    bool trusted;
    bool sorted, canonical; /* of format and minify */
    uint32_t escape;        /* of what writes values: JT_ESCAPE_... */
    int files;              /* the first so many of argv */
} settings;

/* Reads the arguments; the files are moved to the front of argv. Returns -1, or the status to end with: help and
 * version have been printed, or wrong usage complained about. */
int parse_arguments(settings *set, int argc, char **argv);

/* ---- input.c: a source of chunks, with what lies around the current one ---- */

#define INPUT_BEFORE 4096 /* of what was read before the chunk, so much is kept */
#define INPUT_CHUNK 65536
#define INPUT_AHEAD 64 /* what may be looked at behind the chunk before it is the chunk's turn */

typedef struct input {
    const char *name; /* as messages show it */
    int fd;
    uint64_t size;  /* in all, where the source tells it, or 0 */
    uint64_t start; /* offset of the chunk */
    size_t before, length, ahead;
    uint8_t data[INPUT_BEFORE + INPUT_CHUNK + INPUT_AHEAD];
} input;

/* The current chunk, of source->length bytes. */
static inline const uint8_t *input_chunk(const input *source) {
    return source->data + INPUT_BEFORE;
}

/* Opens a file, or stdin for "-". Says on stderr what is wrong and returns false where it can't be read. */
bool input_open(input *source, const char *path);

/* Moves on to the next chunk, which is empty at the end. false on an error, which has been reported. */
bool input_next(input *source);

/* Reads ahead until the line that holds the place (a byte of the chunk, or its end) has so many more bytes, or ends, or
 * nothing more comes for a moment. Errors are left to input_next. */
void input_look_ahead(input *source, size_t place, size_t bytes);

void input_close(input *source);

/* ---- output.c: stdout behind a buffer ---- */

#define OUTPUT_SIZE 65536

typedef struct output {
    bool failed;  /* and reported: nothing more is written */
    bool replace; /* ill-formed UTF-8 is written as U+FFFD */
    bool holding; /* what lies from `held` on may be taken back, and stays in the buffer, which grows for it */
    size_t held;
    size_t size, length; /* of the buffer: in all, and in use */
    uint8_t *data;
    uint8_t cut[3]; /* replace: the beginning of a sequence whose rest was not there yet */
    uint8_t cut_length;
} output;

/* Each returns false when stdout takes no more, which is reported once. */
bool output_open(output *out);
bool output_make_room(output *out); /* for one byte at least */
bool output_put(output *out, const void *bytes, size_t length);
bool output_flush(output *out);
bool output_close(output *out);

void output_hold(output *out);
void output_release(output *out);
void output_take_back(output *out);

/* ---- progress.c: a line on stderr for who waits at a terminal ---- */

/* Begins one input. There is a line where stderr is a terminal, and stdout, if it is used, is none. */
void progress_begin(bool writes_stdout);

/* So much has been read, of the total where that is known (or 0): shows it now and then, from the first second on. */
void progress_step(uint64_t done, uint64_t total);

/* Clears the line: before anything else is printed, and at the end. */
void progress_clear(void);

/* ---- report.c: errors for people ---- */

/* Prints "name:line:column: message", the line of the text (its part around the column) and a caret under the
 * column. May look ahead in the source. */
void report_error(const jt_tokenizer *tokenizer, input *source);

/* ---- stream.c: one input on its way to the output ---- */

/* A tokenizer's blocks. */
typedef struct blocks {
    void *data[JT_BLOCKS];
    size_t size[JT_BLOCKS];
} blocks;

/* Enlarges a block; false, and reported, where memory is short. */
bool blocks_grow(blocks *b, jt_tokenizer *t, jt_block block, size_t wanted);

void blocks_free(blocks *b);

/* Of whole.c: the input from the last root value on, and what puts that in order. */
typedef struct whole {
    uint8_t *text;
    size_t length, size;
    uint64_t start;   /* offset of the text */
    bool in_root;     /* a root value has begun */
    jt_position root; /* there */
    uint64_t depth;   /* its open brackets */
    uint64_t refused; /* the line where the last one began that has no canonical form */
    jt_tokenizer tokenizer;
    blocks blocks;
    jt_tape tape;
    jt_order order;
    uint32_t *next; /* the order's memory */
    size_t room;
} whole;

typedef struct stream {
    const settings *set;
    output *out;
    jt_reader reader; /* of select; of the others its tokenizer alone */
    blocks blocks;
    whole whole;
    jt_writer writer;
    jt_writer_options writer_options;
    jt_select select;
    jt_step *steps;
    uint64_t line;  /* select: that of the match that may yet be taken back */
    uint64_t found; /* and its offset */
    size_t done;    /* tokens of the tape that have been written */
    uint64_t depth; /* tokens: open brackets of those that have been written */
    bool in_value;  /* a value has been begun in the output */
    bool in_piece;  /* tokens: and a token's text */
} stream;

/* false, and reported, where memory is short. */
bool stream_init(stream *s, const settings *set, output *out);

/* Reads a source to its end or to an error, and writes what the command wants; reports what is wrong. */
cli_status stream_run(stream *s, input *source);

void stream_free(stream *s);

/* The same for the stream's own tokenizer. */
bool stream_grow(stream *s, jt_block block, size_t wanted);

/* Begins a value, which may yet be taken back; and begins it in the output. */
void stream_begin_value(stream *s);
bool stream_begin_writing(stream *s);

/* Calls a function that writes a part of the value, until that or the output is at its end: what it said. JT_FULL: the
 * output takes no more. */
jt_status stream_write(stream *s, jt_status (*write)(stream *s));

/* Whether there is something to do behind an error: the next line, unless the error is one of the whole input. */
bool stream_goes_on(const stream *s);

/* ---- select.c: the values at a path ---- */

/* Begins a source. false, and reported, where the path is none or memory is short. */
bool select_begin(stream *s);

/* Reads the current chunk, and writes what is found in it; CLI_GOOD where all of it has been read. */
cli_status select_chunk(stream *s, input *source);

/* ---- whole.c: values whose keys are sorted ---- */

/* Adds a chunk to what is held; false, and reported, where memory is short. */
bool whole_hold(stream *s, const input *source);

/* Takes the tokens of a tape from s->done on, and writes each root value that ends there. CLI_BAD_JSON: one has no
 * canonical form, which has been reported. */
cli_status whole_values(stream *s, input *source, const jt_tape *tape);

/* Behind a chunk: lets go what is not of a value that goes on. */
void whole_let_go(stream *s);

/* Nothing comes of the value that has been begun. */
void whole_forget(stream *s);

void whole_free(stream *s);

#endif
