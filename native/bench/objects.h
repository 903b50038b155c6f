/* What the contestants of the record of objects share: the fields that they fill, and what must come out. */
#ifndef BENCH_OBJECTS_H
#define BENCH_OBJECTS_H

#include "method.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { OBJECT_FIELDS = 16 };

typedef struct object_field {
    double number;
    size_t length;
    bool flag, null;
    char text[64];
} object_field;

/* bench_workload.expected. */
typedef struct object_kind {
    size_t count; /* of fields */
    const char *keys[OBJECT_FIELDS];
    object_field expected[OBJECT_FIELDS];
} object_kind;

/* The fields of the program: a run fills those of its workload, by the order of the keys there. */
extern object_field object_fields[OBJECT_FIELDS];

/* Whether it did; empties them. */
const char *object_check(void *self, const bench_workload *workload);

bench_contestant peer_yyjson_objects(void);
bench_contestant peer_simdjson_objects(void);
bench_contestant peer_jansson_objects(void);

#ifdef __cplusplus
}
#endif
#endif
