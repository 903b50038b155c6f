/* Writing the tape of a whole document, or of several values in one text, for the bindings: one loop over the tokens,
 * which trusts none of them, into a block that is enlarged on the way. The ways of the public writer, which takes
 * pieces of documents and stops wherever a buffer ends, are tape.c's. */
#ifndef JT_WRITE_DOCUMENT_H
#define JT_WRITE_DOCUMENT_H

#include "../../include/jsontape.h"

typedef struct jt_document {
    /* The caller's: the tape, without a head and with its text from 0 on. The indentation, 0 to 10. A block of
     * JT_DOCUMENT_LEVELS bytes. The output, which may be moved and enlarged between calls. */
    jt_tape tape;
    uint32_t indent;
    char indent_char;
    jt_multiple multiple; /* JT_SINGLE: the tape is one value. Else it is any number, each is followed by a line feed,
                             and with JT_SEQ there is a record separator before it. */
    jt_comments comments; /* on the tape: refused, left out, or written where the public writer would */
    uint32_t escape;      /* JT_ESCAPE_..., in keys and strings */
    bool replace; /* ill-formed UTF-8 becomes U+FFFD, in comments too; else it passes where that is not escaped */
    uint8_t *levels;
    uint8_t *out;
    size_t capacity;
    size_t length;   /* bytes in out, 0 at first */
    uint64_t wanted; /* after JT_FULL: the least capacity to go on with */

    /* All zero at first: the next token, open containers, and what may and what does stand before the next token. */
    size_t index, depth;
    uint32_t inside, after, allowed, comment;
} jt_document;

#define JT_DOCUMENT_LEVELS(tokens) ((tokens) / 16 + 1)

/* More than is asked for beyond the text itself, where lines are short. */
#define JT_DOCUMENT_SLACK 256u

/* JT_OK: the document is written. JT_FULL: enlarge the output and call again. JT_REFUSED: the tokens are not those of
 * whole values, or do not lie within the text. */
jt_status jt_document_write(jt_document *d);

#endif
