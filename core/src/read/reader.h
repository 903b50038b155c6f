/* What the files of the pull reader share. */
#ifndef JT_READER_H
#define JT_READER_H

#include "../../include/jsontape.h"

/* The current token; all 0 where there is none. */
jt_token jt_reader_token(const jt_reader *r);

/* As jt_reader_skip, or jt_reader_skip_unvalidated, up to the end of the value around which there are so many brackets,
 * in which the cursor is. Does nothing where that has been reached. */
jt_status jt_reader_leave(jt_reader *r, uint32_t depth, bool unchecked);

/* Puts tokens on the tape where the cursor has passed over all that are there; else as jt_reader_next. */
jt_status jt_reader_fill(jt_reader *r);

/* Moves the cursor to the token before the index next, which lies on the tape: behind it so many brackets are open. */
void jt_reader_move(jt_reader *r, size_t next, uint32_t depth);

/* Whether the reader may skip without validating, by its options. */
bool jt_reader_may_trust(const jt_reader *r);

/* ---- The value at the cursor in parts, for jt_write_reader: the token at the cursor is the first part, and others are
 * as much of the value as the tape holds. The part is what lies on the tape from index r->part to the cursor. */

/* Begins, or goes on. false: there is no current token. */
bool jt_reader_open_part(jt_reader *r);

/* Whether the part is the value's last one, with which the reader is as ever again. */
bool jt_reader_close_part(jt_reader *r);

/* Moves the cursor over the next part; else as jt_reader_next. */
jt_status jt_reader_next_part(jt_reader *r);

/* Ends the taking in parts: the cursor stays at the end of the part. */
void jt_reader_give_up_part(jt_reader *r);

#endif
