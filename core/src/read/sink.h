/* Text written the way snprintf does: as much as there is room for, and the length of the whole is counted. */
#ifndef JT_SINK_H
#define JT_SINK_H

#include "../base.h"

typedef struct sink {
    char *buffer;
    size_t capacity; /* the last byte is kept for the NUL */
    size_t length;
    bool one_line; /* keys have their control characters and line ends as escapes */
} sink;

void jt_put_byte(sink *out, char c);
void jt_put_text(sink *out, const char *text);
void jt_put_decimal(sink *out, uint64_t value);

/* Ends the text with a NUL. Where it did not fit, the cut is moved back to the start of a UTF-8 sequence. Returns the
 * length of the whole. */
size_t jt_end_text(sink *out);

#endif
