/* jansson: a tree of values that are counted by references. */
#include "objects.h"
#include "peers.h"

#include <jansson.h>

#include <stddef.h>
#include <string.h>

static json_t *document; /* of the last run */

/* Memory for one document after the other: by malloc, which other documents have been through before, it would lie all
 * over, and jansson would be up to six times as slow. */
typedef struct piece {
    struct piece *next;
    size_t size, used;
    max_align_t memory[];
} piece;

static piece *first_piece, *current_piece;

static void *take(size_t size) {
    size = (size + sizeof(max_align_t) - 1) & ~(sizeof(max_align_t) - 1);
    while (!current_piece || current_piece->size - current_piece->used < size) {
        piece **next = current_piece ? &current_piece->next : &first_piece;
        if (!*next) {
            size_t room = size < 1 << 20 ? 1 << 20 : size;
            *next = bench_allocate(1, sizeof **next + room);
            (*next)->size = room;
        }
        current_piece = *next;
        current_piece->used = 0;
    }
    void *memory = (char *)current_piece->memory + current_piece->used;
    current_piece->used += size;
    return memory;
}

static void let_go(void *memory) {
    (void)memory;
}

static const char *run(void *self, const bench_workload *workload) {
    static json_error_t error;
    (void)self;
    json_set_alloc_funcs(take, let_go);
    json_decref(document);
    current_piece = NULL;
    document = json_loadb((const char *)workload->data, workload->size, JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    return document ? NULL : error.text;
}

static void count(json_t *value, census *seen) {
    const char *key;
    json_t *child;
    size_t index;
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        seen->objects++;
        json_object_foreach(value, key, child) {
            seen->keys++;
            count(child, seen);
        }
        break;
    case JSON_ARRAY:
        seen->arrays++;
        json_array_foreach(value, index, child) count(child, seen);
        break;
    case JSON_STRING: seen->strings++; break;
    case JSON_INTEGER:
    case JSON_REAL: seen->numbers++; break;
    case JSON_TRUE: seen->trues++; break;
    case JSON_FALSE: seen->falses++; break;
    case JSON_NULL: seen->nulls++; break;
    }
}

static const char *check(void *self, const bench_workload *workload) {
    (void)self;
    census seen = {0};
    count(document, &seen);
    return census_equal(&seen, expected_census(workload)) ? NULL : "its document holds other values";
}

bench_contestant peer_jansson(void) {
    return (bench_contestant){
        "jansson",
        JANSSON_VERSION,
        "does more: a tree of allocated values, objects as hash tables, strings unescaped, numbers "
        "converted; UTF-8 checked; memory reused",
        NULL,
        run,
        check};
}

/* ---- Objects into fields -------------------------------------------------------------------------------------------
 */

static const char *run_objects(void *self, const bench_workload *workload) {
    const object_kind *kind = workload->expected;
    const char *problem = run(self, workload);
    if (problem)
        return problem;
    for (size_t i = 0; i < kind->count; i++) {
        json_t *value = json_object_get(document, kind->keys[i]);
        object_field *field = &object_fields[i];
        field->null = json_is_null(value);
        if (json_is_string(value) && json_string_length(value) <= sizeof field->text) {
            field->length = json_string_length(value);
            memcpy(field->text, json_string_value(value), field->length);
        } else if (json_is_number(value)) {
            field->number = json_number_value(value);
        } else if (json_is_boolean(value)) {
            field->flag = json_is_true(value);
        }
    }
    return NULL;
}

bench_contestant peer_jansson_objects(void) {
    return (bench_contestant){"jansson", JANSSON_VERSION, "a tree, then json_object_get of each key",
                              NULL,      run_objects,     object_check};
}
