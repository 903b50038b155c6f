/* Whole documents written as the bindings write them, into memory that grows as it is asked for. */
#ifndef JSONTAPE_TEST_DOCUMENT_H
#define JSONTAPE_TEST_DOCUMENT_H

#include "check.h"

#include "../../core/src/write/document.h"

/* Writes d's tape in d's form. Its out and levels are then to be freed. */
static inline jt_status document_run(jt_document *d) {
    jt_status status;
    d->levels = check_alloc(JT_DOCUMENT_LEVELS(d->tape.length));
    d->out = check_alloc(1);
    while ((status = jt_document_write(d)) == JT_FULL) {
        if (!CHECK(d->wanted > d->capacity)) {
            check_fatal("asked for memory that it has", "jt_document_write");
        }
        uint8_t *larger = check_alloc((size_t)d->wanted);
        memcpy(larger, d->out, d->length);
        free(d->out);
        d->out = larger;
        d->capacity = (size_t)d->wanted;
    }
    return status;
}

#endif
