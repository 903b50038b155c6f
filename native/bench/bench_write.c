/* bench-write: documents written value by value from a list of what they hold, by jsontape's writer and by its peers.
 */
#include "events.h"
#include "program.h"

#include "../../core/include/jsontape.h"

#include <stdlib.h>
#include <string.h>

/* ---- Ours ----------------------------------------------------------------------------------------------------------
 */

typedef struct ours {
    jt_writer_options options;
    size_t chunk; /* 0: all at once; else the size of the buffer, which is drained to the output */
    uint8_t *output;
    size_t capacity, length;
} ours;

/* A flush function that copies to the output. */
static size_t take(void *context, const void *bytes, size_t length) {
    ours *o = context;
    memcpy(o->output + o->length, bytes, length);
    o->length += length;
    return length;
}

static jt_status write_event(jt_writer *w, const event *e) {
    switch (e->type) {
    case EVENT_OBJECT_START: return jt_write_object_start(w);
    case EVENT_OBJECT_END: return jt_write_object_end(w);
    case EVENT_ARRAY_START: return jt_write_array_start(w);
    case EVENT_ARRAY_END: return jt_write_array_end(w);
    case EVENT_KEY: return jt_write_key(w, e->value.text, e->length);
    case EVENT_STRING: return jt_write_string(w, e->value.text, e->length);
    case EVENT_I64: return jt_write_i64(w, e->value.i64);
    case EVENT_U64: return jt_write_u64(w, e->value.u64);
    case EVENT_F64: return jt_write_f64(w, e->value.f64);
    case EVENT_TRUE: return jt_write_bool(w, true);
    case EVENT_FALSE: return jt_write_bool(w, false);
    default: return jt_write_null(w);
    }
}

static const char *run(void *self, const bench_workload *workload) {
    static uint8_t small[1 << 16];
    ours *o = self;
    const events *all = workload->expected;
    size_t wanted = 6 * workload->size + 4096;
    if (o->capacity < wanted)
        o->output = bench_reallocate(o->output, o->capacity = wanted);
    jt_writer w;
    jt_writer_options options = o->options;
    options.flush = o->chunk ? take : NULL;
    options.flush_context = o;
    o->length = 0;
    jt_writer_init(&w, o->chunk ? small : o->output, o->chunk ? o->chunk : o->capacity, &options);
    for (const event *e = all->list, *end = e + all->count; e < end; e++) {
        if (write_event(&w, e) != JT_OK)
            return "it refused a value";
    }
    if (o->chunk) {
        jt_writer_flush(&w);
    } else {
        o->length = w.length;
    }
    return jt_writer_done(&w) ? NULL : "it is not done";
}

static const char *check(void *self, const bench_workload *workload) {
    const ours *o = self;
    return events_check(workload->expected, (const char *)o->output, o->length);
}

/* ---- The program ---------------------------------------------------------------------------------------------------
 */

int main(int argc, char **argv) {
    bench_program program = {.label = "bench-write",
                             .about = "writes JSON documents with jsontape and its peers, and compares",
                             .takes_files = true,
                             .options = {.rounds = 21, .sample_ms = 4}};
    int status = bench_program_begin(&program, argc, argv);
    if (status)
        return status - 1;
    bench_workload *workloads = bench_allocate(program.file_count, sizeof *workloads);
    for (size_t i = 0; i < program.file_count; i++) {
        const char *problem = NULL;
        workloads[i] = bench_program_load(&program, program.files[i]);
        workloads[i].expected = events_of(workloads[i].data, workloads[i].size, &problem);
        if (problem) {
            fprintf(stderr, "bench-write: %s: %s\n", program.files[i], problem);
            return 1;
        }
    }

    static ours whole, drained, unchecked;
    drained.chunk = 4096;
    unchecked.options.unchecked = true;
    bench_contestant contestants[8];
    size_t count = 0;
#ifdef BENCH_YYJSON
    contestants[count++] = peer_yyjson_writer();
    contestants[count++] = peer_yyjson_read_writer();
    contestants[count++] = peer_yyjson_building_writer();
#else
    fputs("bench-write: yyjson is not here\n", stderr);
#endif
#ifdef BENCH_RAPIDJSON
    contestants[count++] = peer_rapidjson_writer();
    contestants[count++] = peer_rapidjson_checking_writer();
#else
    fputs("bench-write: RapidJSON is not here\n", stderr);
#endif
    contestants[count++] = (bench_contestant){
        "jsontape", JT_VERSION, "into one buffer; UTF-8, structure and depth checked", &whole, run, check};
    contestants[count++] = (bench_contestant){
        "jsontape, 4 KB", JT_VERSION, "the same through a buffer of 4 KB and a flush function", &drained, run, check};
    contestants[count++] = (bench_contestant){
        "jsontape, unchecked", JT_VERSION, "into one buffer; UTF-8 checked, structure not", &unchecked, run, check};
    const char *first = contestants[0].label;
    bench_results results = bench_program_measure(&program, workloads, program.file_count, contestants, &count);

    const bench_report report = {
        .benchmark = "write", .title = "Writing JSON documents from a list of values", .reference = first};
    status = bench_program_report(&program, &results, &report);
    bench_results_free(&results);
    return status;
}
