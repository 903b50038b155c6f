/* bench-escape: the escape kernel that ships beside a loop over bytes, and beside scans by 8 bytes and by vectors that
 * copy what they pass. */
#include "escape_ways.h"
#include "../../native/bench/report.h"

#include <errno.h>
#include <stdlib.h>

static const char help[] = "bench-escape - escapes texts in several ways, and compares\n"
                           "\n"
                           "Usage: bench-escape [OPTION...]\n"
                           "\n"
                           "  --rounds N     samples of each way on each lane, 1 to 1000 (default 21)\n"
                           "  --isa ISA      the instruction set of the kernel that ships (default: the best here)\n"
                           "  --json FILE    all samples as JSON\n"
                           "  --markdown     the table as Markdown\n";

enum { USAGE = 2 };

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
    bench_options options = {.rounds = 21, .sample_ms = 1, .progress = "bench-escape"};
    const char *json = NULL;
    bool markdown = false;
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--markdown") == 0) {
            markdown = true;
        } else if (strcmp(argv[i], "--rounds") == 0 && value && atoi(value) >= 1 && atoi(value) <= 1000) {
            options.rounds = (unsigned)atoi(argv[++i]);
        } else if (strcmp(argv[i], "--isa") == 0 && value && jt_isa_from_name(value) >= 0 &&
                   jt_set_isa((jt_isa)jt_isa_from_name(value)) == JT_OK) {
            i++;
        } else if (strcmp(argv[i], "--json") == 0 && value) {
            json = argv[++i];
        } else {
            fputs(help, stderr);
            return USAGE;
        }
    }
    static size_t numbers[ESCAPE_LANES];
    bench_workload workloads[ESCAPE_LANES];
    for (size_t i = 0; i < ESCAPE_LANES; i++) {
        numbers[i] = i;
        workloads[i] = (bench_workload){escape_lane_label(i), NULL, escape_lane_size(i), &numbers[i]};
    }
    static state states[ESCAPE_WAYS];
    for (size_t i = 0; i < ESCAPE_WAYS; i++)
        states[i].way = i;
    const bench_contestant contestants[] = {
        {"SWAR + copy", "", "scans 8 bytes at a time, copies runs by memcpy", &states[ESCAPE_WORDS], run, check},
        {"bytes", "", "one byte after the other", &states[ESCAPE_BYTES], run, check},
        {"vectors + copy", "", "scans by vectors, copies runs by memcpy", &states[ESCAPE_VECTORS], run, check},
        {"fused", JT_VERSION, "what ships: load, store, look; nothing is read behind the text", &states[ESCAPE_FUSED],
         run, check},
        {"fused, padded", JT_VERSION, "the same, where 64 bytes behind the text may be read", &states[ESCAPE_PADDED],
         run, check},
    };
    const size_t count = sizeof contestants / sizeof *contestants;
    bench_results results = bench_measure(workloads, ESCAPE_LANES, contestants, count, &options);
    const bench_fact facts[] = {{"compiler", __VERSION__}, {"instruction set", jt_isa_name(jt_get_isa())}};
    const bench_report report = {"escape", "Escaping text for JSON strings", facts, 2, 0};
    bench_print(stdout, &results, &report, markdown);
    if (json && !bench_write_json(json, &results, &report)) {
        fprintf(stderr, "bench-escape: %s: %s\n", json, strerror(errno));
        return 1;
    }
    bench_results_free(&results);
    return 0;
}
