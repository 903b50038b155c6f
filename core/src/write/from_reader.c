/* Writing the value at a reader's cursor: the tokens that the reader has are a tape, and so are those that come next.
 */
#include "../../include/jsontape.h"
#include "../read/reader.h"

jt_status jt_write_reader(jt_writer *w, jt_reader *r) {
    if (!jt_reader_open_part(r))
        return JT_REFUSED;
    for (;;) {
        jt_tape tape = jt_tokenizer_tape(&r->t);
        tape.length = r->next;
        jt_status status = jt_write_tape(w, &tape, &r->part);
        if (status == JT_REFUSED)
            jt_reader_give_up_part(r);
        if (status != JT_OK || jt_reader_close_part(r))
            return status;
        status = jt_reader_next_part(r);
        if (status != JT_OK)
            return status;
    }
}
