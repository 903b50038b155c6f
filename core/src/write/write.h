/* What the writer offers to the bindings beside the public header. */
#ifndef JT_WRITE_H
#define JT_WRITE_H

#include "../../include/jsontape.h"

/* An upper bound of what jt_write_tape writes for a tape that begins at the root, into a writer with this indentation.
 * It includes the room that keeps the writer on its fast way to the end. SIZE_MAX where no size_t can hold it. */
size_t jt_tape_bound(const jt_tape *tape, uint32_t indent);

#endif
