/* The command line program: what its files share. One C source for the native program and for the WASI command; of
 * jsontape it includes only the public header. */
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

/* ---- input.c: a source of chunks, and the whole of one ---- */

typedef struct input {
    const char *name; /* as messages show it */
    int fd;
    uint64_t size_hint; /* the size where the source tells one, or 0 */
} input;

/* Opens a file, or stdin for "-". Says on stderr what is wrong and returns false where it can't be read. */
bool input_open(input *source, const char *path);

/* The next chunk: the number of bytes, 0 at the end, -1 on an error, which has been reported. */
ptrdiff_t input_read(input *source, uint8_t *chunk, size_t capacity);

void input_close(input *source);

/* A buffer that is kept from one file to the next. */
typedef struct buffer {
    uint8_t *data;
    size_t size;
    size_t length;
} buffer;

/* Reads all that is left. Reports what is wrong and returns false where that fails. */
bool input_read_all(input *source, buffer *into);

/* ---- output.c: stdout behind a fixed buffer ---- */

#define OUTPUT_SIZE 65536

typedef struct output {
    bool failed; /* and reported: nothing more is written */
    size_t length;
    uint8_t data[OUTPUT_SIZE];
} output;

/* Each returns false when stdout takes no more, which is reported once. */
bool output_put(output *out, const void *bytes, size_t length);
bool output_put_u64(output *out, uint64_t number);
bool output_flush(output *out);
bool output_close(output *out);

/* ---- report.c: errors for people ---- */

/* Prints "name:line:column: message", the line of the text (its part around the column) and a caret under the
 * column. */
void report_error(const char *name, const jt_tokenizer *tokenizer, const uint8_t *text, size_t length);

/* ---- document.c: one document in memory ---- */

/* A tokenizer with its blocks and the text of the current document. */
typedef struct document {
    jt_tokenizer tokenizer;
    void *block[JT_BLOCKS];
    size_t block_size[JT_BLOCKS];
    buffer text;
} document;

void document_init(document *doc, uint32_t max_depth);

/* Reads and tokenizes one source; reports what is wrong. */
cli_status document_load(document *doc, input *source);

/* Writes the loaded document and a line feed. indent 0: minified. */
bool document_write(document *doc, output *out, uint32_t indent, char indent_char);

/* Writes a line for each token of the loaded document: offset, type, text, between tabs. */
bool document_write_tokens(document *doc, output *out);

void document_free(document *doc);

#endif
