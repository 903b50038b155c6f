/* The partner of a bracket, looked for in bytes without tokenizing them: for the reader. */
#ifndef JT_BRACKETS_H
#define JT_BRACKETS_H

#include "../../include/jsontape.h"

/* Goes on looking, from p on, for the bracket that brings the open ones to none. Returns its place, behind which the
 * count must not be used; NULL where the bytes end before it, and the count goes on with the next ones. */
const uint8_t *jt_find_partner(jt_bracket_count *count, const uint8_t *p, const uint8_t *end);

#endif
