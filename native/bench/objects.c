#include "objects.h"

#include <string.h>

object_field object_fields[OBJECT_FIELDS];

const char *object_check(void *self, const bench_workload *workload) {
    const object_kind *kind = workload->expected;
    const char *problem = NULL;
    (void)self;
    for (size_t i = 0; i < kind->count; i++) {
        const object_field *got = &object_fields[i], *want = &kind->expected[i];
        if (got->null != want->null || got->flag != want->flag || got->number != want->number ||
            got->length != want->length || memcmp(got->text, want->text, got->length) != 0)
            problem = "another field";
    }
    memset(object_fields, 0, sizeof object_fields);
    return problem;
}
