/* yyjson's reader, into memory that is kept from run to run; numbers converted, and left as text. */
#include "objects.h"
#include "peers.h"

#include <yyjson.h>

#include <stdlib.h>
#include <string.h>

typedef struct state {
    yyjson_read_flag flags;
    void *memory; /* of documents, as a user's pool would be */
    size_t size;
    yyjson_doc *document;
} state;

static const char *run(void *self, const bench_workload *workload) {
    state *s = self;
    size_t wanted = yyjson_read_max_memory_usage(workload->size, s->flags);
    if (s->size < wanted)
        s->memory = bench_reallocate(s->memory, s->size = wanted);
    yyjson_alc pool;
    yyjson_read_err error;
    if (!yyjson_alc_pool_init(&pool, s->memory, s->size))
        return "no pool";
    s->document = yyjson_read_opts((char *)(uintptr_t)workload->data, workload->size, s->flags, &pool, &error);
    return s->document ? NULL : error.msg;
}

/* Values lie one behind the other, in the order of the text; those of objects behind their keys. */
static const char *check(void *self, const bench_workload *workload) {
    const yyjson_doc *document = ((state *)self)->document;
    census seen = {0};
    size_t texts = 0, members = 0;
    const yyjson_val *value = yyjson_doc_get_root((yyjson_doc *)(uintptr_t)document);
    for (size_t i = 0; i < yyjson_doc_get_val_count((yyjson_doc *)(uintptr_t)document); i++) {
        yyjson_val *v = (yyjson_val *)(uintptr_t)(value + i);
        switch (yyjson_get_type(v)) {
        case YYJSON_TYPE_OBJ:
            seen.objects++;
            members += yyjson_obj_size(v);
            break;
        case YYJSON_TYPE_ARR: seen.arrays++; break;
        case YYJSON_TYPE_STR: texts++; break;
        case YYJSON_TYPE_NUM:
        case YYJSON_TYPE_RAW: seen.numbers++; break;
        case YYJSON_TYPE_BOOL:
            seen.trues += yyjson_is_true(v);
            seen.falses += yyjson_is_false(v);
            break;
        default: seen.nulls++; break;
        }
    }
    seen.keys = members;
    seen.strings = texts - members;
    return census_equal(&seen, expected_census(workload)) ? NULL : "its document holds other values";
}

bench_contestant peer_yyjson(void) {
    static state s;
    return (bench_contestant){
        "yyjson",
        YYJSON_VERSION_STRING,
        "does more: all values built, strings unescaped, numbers converted; UTF-8 checked, keys not interned; memory "
        "reused",
        &s,
        run,
        check};
}

bench_contestant peer_yyjson_raw(void) {
    static state s = {YYJSON_READ_NUMBER_AS_RAW, NULL, 0, NULL};
    return (bench_contestant){
        "yyjson raw", YYJSON_VERSION_STRING, "the same with numbers checked and left as text", &s, run, check};
}

/* ---- Objects into fields -------------------------------------------------------------------------------------------
 */

static const char *run_objects(void *self, const bench_workload *workload) {
    const object_kind *kind = workload->expected;
    const char *problem = run(self, workload);
    if (problem)
        return problem;
    yyjson_val *root = yyjson_doc_get_root(((state *)self)->document);
    yyjson_obj_iter members;
    yyjson_obj_iter_init(root, &members);
    for (size_t i = 0; i < kind->count; i++) {
        yyjson_val *value = yyjson_obj_iter_get(&members, kind->keys[i]);
        object_field *field = &object_fields[i];
        field->null = yyjson_is_null(value);
        if (yyjson_is_str(value) && yyjson_get_len(value) <= sizeof field->text) {
            field->length = yyjson_get_len(value);
            memcpy(field->text, yyjson_get_str(value), field->length);
        } else if (yyjson_is_num(value)) {
            field->number = yyjson_get_num(value);
        } else if (yyjson_is_bool(value)) {
            field->flag = yyjson_get_bool(value);
        }
    }
    return NULL;
}

bench_contestant peer_yyjson_objects(void) {
    static state s;
    return (bench_contestant){"yyjson",
                              YYJSON_VERSION_STRING,
                              "a document, then yyjson_obj_iter_get of each key in the order of the text, which is its "
                              "fastest way",
                              &s,
                              run_objects,
                              object_check};
}
