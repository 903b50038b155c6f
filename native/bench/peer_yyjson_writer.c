/* yyjson's writer into memory that is kept from run to run: from a tree of values that is there beforehand, made by
 * calls or by its reader; and with the making of the tree. */
#include "events.h"

#include <yyjson.h>

#include <stdlib.h>

/* More than there are documents in a run. */
#define KEPT_MAX 256

typedef struct state {
    bool builds; /* the tree anew in each run, in a pool that is kept */
    bool reads;  /* the tree is one that the reader has made */
    char *output;
    size_t capacity, length;
    void *memory;
    size_t size;
    struct {
        const events *of;
        yyjson_mut_doc *made;
        yyjson_doc *read;
    } kept[KEPT_MAX];
    size_t kept_count;
} state;

/* A tree by calls; the nesting goes with the tree. */
static yyjson_mut_doc *build(const events *all, const yyjson_alc *pool) {
    yyjson_mut_doc *d = yyjson_mut_doc_new(pool);
    yyjson_mut_val **stack = malloc((all->count + 1) * sizeof *stack), *key = NULL;
    size_t depth = 0;
    for (size_t i = 0; d && stack && i < all->count; i++) {
        const event *e = &all->list[i];
        yyjson_mut_val *value = NULL;
        switch (e->type) {
        case EVENT_OBJECT_START: value = yyjson_mut_obj(d); break;
        case EVENT_ARRAY_START: value = yyjson_mut_arr(d); break;
        case EVENT_OBJECT_END:
        case EVENT_ARRAY_END: depth--; continue;
        case EVENT_KEY: key = yyjson_mut_strn(d, e->value.text, e->length); continue;
        case EVENT_STRING: value = yyjson_mut_strn(d, e->value.text, e->length); break;
        case EVENT_I64: value = yyjson_mut_sint(d, e->value.i64); break;
        case EVENT_U64: value = yyjson_mut_uint(d, e->value.u64); break;
        case EVENT_F64: value = yyjson_mut_real(d, e->value.f64); break;
        case EVENT_TRUE: value = yyjson_mut_true(d); break;
        case EVENT_FALSE: value = yyjson_mut_false(d); break;
        case EVENT_NULL: value = yyjson_mut_null(d); break;
        }
        if (depth == 0)
            yyjson_mut_doc_set_root(d, value);
        else if (yyjson_mut_is_obj(stack[depth - 1]))
            yyjson_mut_obj_add(stack[depth - 1], key, value);
        else
            yyjson_mut_arr_append(stack[depth - 1], value);
        if (e->type == EVENT_OBJECT_START || e->type == EVENT_ARRAY_START)
            stack[depth++] = value;
    }
    free(stack);
    return d;
}

static size_t find(state *s, const bench_workload *workload) {
    size_t i = 0;
    while (i < s->kept_count && s->kept[i].of != workload->expected)
        i++;
    if (i == s->kept_count && i < KEPT_MAX) {
        s->kept_count++;
        s->kept[i].of = workload->expected;
        if (s->reads)
            s->kept[i].read = yyjson_read((const char *)workload->data, workload->size, 0);
        else
            s->kept[i].made = build(workload->expected, NULL);
    }
    return i;
}

static const char *run(void *self, const bench_workload *workload) {
    state *s = self;
    const events *all = workload->expected;
    yyjson_write_err error = {0};
    size_t wanted = 8 * workload->size + 4096;
    if (s->capacity < wanted)
        s->output = bench_reallocate(s->output, s->capacity = wanted);
    if (s->builds) {
        yyjson_alc pool;
        size_t size = 64 * all->count + (1 << 20);
        if (s->size < size)
            s->memory = bench_reallocate(s->memory, s->size = size);
        if (!yyjson_alc_pool_init(&pool, s->memory, s->size))
            return "no pool";
        yyjson_mut_doc *d = build(all, &pool);
        s->length = d ? yyjson_mut_write_buf(s->output, s->capacity, d, 0, &error) : 0;
    } else {
        size_t i = find(s, workload);
        if (i == KEPT_MAX)
            return "too many documents";
        s->length = s->reads ? yyjson_write_buf(s->output, s->capacity, s->kept[i].read, 0, &error)
                             : yyjson_mut_write_buf(s->output, s->capacity, s->kept[i].made, 0, &error);
    }
    return s->length ? NULL : error.msg ? error.msg : "no tree";
}

static const char *check(void *self, const bench_workload *workload) {
    const state *s = self;
    return events_check(workload->expected, s->output, s->length);
}

static bench_contestant contestant(const char *label, const char *does, state *s) {
    return (bench_contestant){label, YYJSON_VERSION_STRING, does, s, run, check};
}

bench_contestant peer_yyjson_writer(void) {
    static state s;
    return contestant("yyjson", "from a tree made by calls beforehand, into one buffer; UTF-8 checked", &s);
}

bench_contestant peer_yyjson_read_writer(void) {
    static state s = {.reads = true};
    return contestant("yyjson, read",
                      "the same from the tree of its reader: strings read without escapes are copied UNSEEN", &s);
}

bench_contestant peer_yyjson_building_writer(void) {
    static state s = {.builds = true};
    return contestant("yyjson, built", "the tree made by calls in each run, in a pool that is kept, and written", &s);
}
