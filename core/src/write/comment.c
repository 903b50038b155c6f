/* Comments between tokens: where they go in what a writer writes. They come from tapes only (tape.c), so that the calls
 * for values need not know of them but for one bit of the state, which sends them the long way round.
 *
 * Nothing is known of what follows a comment. So the comma before it is written before it, and the one behind it with
 * what follows; and a comment to the end of the line leaves that line to be ended by what follows. */
#include "state.h"

jt_status jt_write_comment(jt_writer *w, const uint8_t *text, size_t length, uint32_t flags) {
    const bool indented = w->unit != 0;
    const unsigned before = w->state;
    unsigned state = before & ~(unsigned)(STATE_COMMENT | STATE_LINE_COMMENT), kind = PENDING_CONTENT;
    if ((before & (STATE_BUSY | STATE_DONE)) || length < 2 || text[0] != '/' || (text[1] != '/' && text[1] != '*'))
        return JT_REFUSED;
    const bool to_line_end = text[1] == '/', must_end_line = (before & STATE_LINE_COMMENT) != 0;
    const bool first = !(before & (STATE_INSIDE | STATE_AFTER_KEY | STATE_COMMENT)); /* in the whole output */
    while (to_line_end && text[length - 1] == '\r')
        length--; /* of the end of its line */
    if ((flags & JT_AFTER_COMMA) && (state & STATE_COMMA)) {
        kind |= must_end_line ? PENDING_LATE_COMMA : PENDING_COMMA;
        state &= ~(unsigned)STATE_COMMA;
    }
    if (must_end_line || (indented && (flags & JT_AFTER_LINE) && !first && !(state & STATE_AFTER_KEY))) {
        kind |= PENDING_LINE | (w->options.crlf ? PENDING_RETURN : 0);
        w->pending_indent = w->depth * w->unit;
    }
    /* Behind a key there is a space already. */
    const bool apart = first || ((state & STATE_AFTER_KEY) && !(before & STATE_COMMENT)) || (kind & PENDING_LINE);
    if (indented && (!apart || (kind & PENDING_LATE_COMMA)))
        kind |= PENDING_GAP;
    state |= STATE_COMMENT | (to_line_end ? STATE_LINE_COMMENT : 0);
    return jt_writer_work(w, kind, CONTENT_RAW, text, length, state);
}
