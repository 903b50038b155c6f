/* What the files of the pull reader share. */
#ifndef JT_READER_H
#define JT_READER_H

#include "../../include/jsontape.h"

/* The current token; all 0 where there is none. */
jt_token jt_reader_token(const jt_reader *r);

#endif
