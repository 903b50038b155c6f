/* bench-write: documents written value by value from a list of what they hold, by jsontape's writer and by its peers.
 */
#include "events.h"
#include "report.h"

#include "../../core/include/jsontape.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char help[] = "bench-write - writes JSON documents with jsontape and its peers, and compares\n"
                           "\n"
                           "Usage: bench-write [OPTION...] FILE...\n"
                           "\n"
                           "  --rounds N     samples of each writer on each document, 1 to 1000 (default 21)\n"
                           "  --json FILE    all samples as JSON\n"
                           "  --markdown     the table as Markdown\n";

enum { USAGE = 2 };

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

static bool write_event(jt_writer *w, const event *e) {
    jt_status status;
    switch (e->type) {
    case EVENT_OBJECT_START: status = jt_write_object_start(w); break;
    case EVENT_OBJECT_END: status = jt_write_object_end(w); break;
    case EVENT_ARRAY_START: status = jt_write_array_start(w); break;
    case EVENT_ARRAY_END: status = jt_write_array_end(w); break;
    case EVENT_KEY: status = jt_write_key(w, e->value.text, e->length); break;
    case EVENT_STRING: status = jt_write_string(w, e->value.text, e->length); break;
    case EVENT_I64: status = jt_write_i64(w, e->value.i64); break;
    case EVENT_U64: status = jt_write_u64(w, e->value.u64); break;
    case EVENT_F64: status = jt_write_f64(w, e->value.f64); break;
    case EVENT_TRUE: status = jt_write_bool(w, true); break;
    case EVENT_FALSE: status = jt_write_bool(w, false); break;
    default: status = jt_write_null(w); break;
    }
    return status == JT_OK;
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
    for (size_t i = 0; i < all->count; i++) {
        if (!write_event(&w, &all->list[i]))
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

static uint8_t *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    size_t size = 1 << 16, used = 0;
    uint8_t *data = bench_allocate(size, 1);
    for (;;) {
        used += fread(data + used, 1, size - used, file);
        if (used < size)
            break;
        data = bench_reallocate(data, size *= 2);
    }
    bool good = !ferror(file);
    fclose(file);
    *length = used;
    return good ? data : NULL;
}

static const char *label_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

int main(int argc, char **argv) {
    bench_options options = {.rounds = 21, .sample_ms = 4, .progress = "bench-write"};
    bench_workload *workloads = bench_allocate((size_t)argc, sizeof *workloads);
    size_t count = 0;
    const char *json = NULL;
    bool markdown = false;
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--markdown") == 0) {
            markdown = true;
        } else if (strcmp(argv[i], "--rounds") == 0 && value && atoi(value) >= 1 && atoi(value) <= 1000) {
            options.rounds = (unsigned)atoi(argv[++i]);
        } else if (strcmp(argv[i], "--json") == 0 && value) {
            json = argv[++i];
        } else if (argv[i][0] == '-') {
            fputs(help, stderr);
            return USAGE;
        } else {
            size_t length;
            const char *problem = NULL;
            uint8_t *data = read_file(argv[i], &length);
            events *all = data ? events_of(data, length, &problem) : NULL;
            if (!all) {
                fprintf(stderr, "bench-write: %s: %s\n", argv[i], data ? problem : strerror(errno));
                return 1;
            }
            workloads[count++] = (bench_workload){label_of(argv[i]), data, length, all};
        }
    }
    if (count == 0) {
        fputs(help, stderr);
        return USAGE;
    }
    static ours whole, drained, unchecked;
    drained.chunk = 4096;
    unchecked.options.unchecked = true;
    bench_contestant contestants[8];
    size_t contestant_count = 0;
#ifdef BENCH_RAPIDJSON
    contestants[contestant_count++] = peer_rapidjson_writer();
    contestants[contestant_count++] = peer_rapidjson_checking_writer();
#else
    fputs("bench-write: RapidJSON is not here\n", stderr);
#endif
    contestants[contestant_count++] = (bench_contestant){
        "jsontape", JT_VERSION, "into one buffer; UTF-8, structure and depth checked", &whole, run, check};
    contestants[contestant_count++] = (bench_contestant){
        "jsontape, 4 KB", JT_VERSION, "the same through a buffer of 4 KB and a flush function", &drained, run, check};
    contestants[contestant_count++] = (bench_contestant){
        "jsontape, unchecked", JT_VERSION, "into one buffer; UTF-8 checked, structure not", &unchecked, run, check};
    bench_results results = bench_measure(workloads, count, contestants, contestant_count, &options);
    const bench_fact facts[] = {{"compiler", __VERSION__}, {"instruction set", jt_isa_name(jt_get_isa())}};
    const bench_report report = {"write", "Writing JSON documents from a list of values", facts, 2, 0};
    bench_print(stdout, &results, &report, markdown);
    if (json && !bench_write_json(json, &results, &report)) {
        fprintf(stderr, "bench-write: %s: %s\n", json, strerror(errno));
        return 1;
    }
    bench_results_free(&results);
    return 0;
}
