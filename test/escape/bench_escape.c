/* bench-escape: the escape kernel that ships beside a loop over bytes, and beside scans by 8 bytes and by vectors that
 * copy what they pass. */
#include "escape_ways.h"
#include "../../native/bench/program.h"

/* The lane whose texts are there. */
static const bench_workload *filled;

static void fill(const bench_workload *workload) {
    if (filled != workload)
        escape_lane_fill(*(const size_t *)workload->expected);
    filled = workload;
}

typedef struct state {
    size_t way, written;
} state;

static const char *run(void *self, const bench_workload *workload) {
    state *s = self;
    fill(workload);
    s->written = escape_lane_run(*(const size_t *)workload->expected, s->way);
    return NULL;
}

static const char *check(void *self, const bench_workload *workload) {
    const state *s = self;
    size_t lane = *(const size_t *)workload->expected;
    fill(workload);
    bool good = s->written == escape_lane_run(lane, ESCAPE_BYTES) &&
                escape_lane_digest(lane, s->way) == escape_lane_digest(lane, ESCAPE_BYTES);
    return good ? NULL : "other bytes than the loop over bytes";
}

int main(int argc, char **argv) {
    bench_program program = {.label = "bench-escape",
                             .about = "escapes texts in several ways, and compares",
                             .options = {.rounds = 21, .sample_ms = 1}};
    const jt_isa best = jt_get_isa();
    int status = bench_program_begin(&program, argc, argv);
    if (status)
        return status - 1;
    static char benchmark[32] = "escape", title[64];
    snprintf(title, sizeof title, "Escaping text for JSON strings, %s", jt_isa_name(jt_get_isa()));
    if (jt_get_isa() != best)
        snprintf(benchmark, sizeof benchmark, "escape-%s", jt_isa_name(jt_get_isa()));
    static size_t numbers[ESCAPE_LANES];
    bench_workload workloads[ESCAPE_LANES];
    for (size_t i = 0; i < ESCAPE_LANES; i++) {
        numbers[i] = i;
        workloads[i] = (bench_workload){escape_lane_label(i), NULL, escape_lane_size(i), &numbers[i], 0};
    }
    static state states[ESCAPE_WAYS];
    for (size_t i = 0; i < ESCAPE_WAYS; i++)
        states[i].way = i;
    bench_contestant contestants[] = {
        {"SWAR + copy", "", "scans 8 bytes at a time, copies runs by memcpy", &states[ESCAPE_WORDS], run, check},
        {"bytes", "", "one byte after the other", &states[ESCAPE_BYTES], run, check},
        {"vectors + copy", "", "scans by vectors, copies runs by memcpy", &states[ESCAPE_VECTORS], run, check},
        {"fused", JT_VERSION, "what ships: load, store, look; nothing is read behind the text", &states[ESCAPE_FUSED],
         run, check},
        {"fused, padded", JT_VERSION, "the same, where 64 bytes behind the text may be read", &states[ESCAPE_PADDED],
         run, check},
    };
    size_t count = sizeof contestants / sizeof *contestants;
    bench_results results = bench_program_measure(&program, workloads, ESCAPE_LANES, contestants, &count);
    const bench_report report = {.benchmark = benchmark, .title = title, .reference = "SWAR + copy"};
    status = bench_program_report(&program, &results, &report);
    bench_results_free(&results);
    return status;
}
