/* bench-whitespace: the ways of skipping whitespace beside one another, on documents of several kinds. Natively each
 * way is a shared library beside the program; under a WASI runtime a module that is preloaded by the way's name. */
#include "../../native/bench/program.h"
#include "whitespace_documents.h"

#include <stdlib.h>
#include <string.h>

typedef struct way {
    const char *name, *label, *about;
    uint32_t (*make)(uint32_t which);
    uint32_t (*gaps)(void);
    uint32_t (*tokens)(void);
    uint32_t (*expected)(uint32_t what);
    uint32_t (*run)(uint32_t what, uint32_t repeats);
} way;

#define FOR_WAYS(DO)                                                         \
    DO(scalar, "scalar", "a byte after the other")                           \
    DO(vector, "vector", "a test of one byte, then vectors")                 \
    DO(hybrid4, "hybrid(4)", "scalar for 4 bytes of a run, then vectors")    \
    DO(hybrid8, "hybrid(8)", "scalar for 8 bytes of a run, then vectors")    \
    DO(hybrid16, "hybrid(16)", "scalar for 16 bytes of a run, then vectors") \
    DO(hybrid32, "hybrid(32)", "scalar for 32 bytes of a run, then vectors") \
    DO(hybrid64, "hybrid(64)", "scalar for 64 bytes of a run, then vectors")

#ifdef __wasi__
#define IMPORT(name, what) __attribute__((import_module(#name), import_name(#what)))
#define DECLARE(name, label, about)                                    \
    IMPORT(name, ws_make) uint32_t name##_make(uint32_t which);        \
    IMPORT(name, ws_gaps) uint32_t name##_gaps(void);                  \
    IMPORT(name, ws_tokens) uint32_t name##_tokens(void);              \
    IMPORT(name, ws_expected) uint32_t name##_expected(uint32_t what); \
    IMPORT(name, ws_run) uint32_t name##_run(uint32_t what, uint32_t repeats);
FOR_WAYS(DECLARE)
#define ROW(name, label, about) \
    {#name, label, about, name##_make, name##_gaps, name##_tokens, name##_expected, name##_run},
static way ways[] = {FOR_WAYS(ROW)};
static void load_ways(void) {}
#else
#include <dlfcn.h>
#define ROW(name, label, about) {#name, label, about, NULL, NULL, NULL, NULL, NULL},
static way ways[] = {FOR_WAYS(ROW)};

/* A function of a library; ends the process where it lacks. */
static void *find(void *library, const char *symbol) {
    void *found = library ? dlsym(library, symbol) : NULL;
    if (found)
        return found;
    fprintf(stderr, "bench-whitespace: %s\n", dlerror());
    exit(1);
}

static void load_ways(void) {
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char path[4096];
        snprintf(path, sizeof path, WHITESPACE_LIBRARIES "/whitespace-%s.so", ways[i].name);
        void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        *(void **)&ways[i].make = find(library, "ws_make");
        *(void **)&ways[i].gaps = find(library, "ws_gaps");
        *(void **)&ways[i].tokens = find(library, "ws_tokens");
        *(void **)&ways[i].expected = find(library, "ws_expected");
        *(void **)&ways[i].run = find(library, "ws_run");
    }
}
#endif

enum { WAYS = sizeof ways / sizeof *ways, BYTES = 400000 };

static const char *const benchmarks[] = {"whitespace-dependent", "whitespace-independent", "whitespace-tokens"};
static const char *const titles[] = {"Skipping whitespace, each call where the last one ended",
                                     "Skipping whitespace, each call at a place that is known before",
                                     "Tokenizing, by the way of skipping whitespace"};

/* What is measured; the document that each way holds. */
static uint32_t what;
static struct held {
    size_t document; /* plus 1 */
    uint32_t result;
} held[WAYS];

typedef struct goal {
    uint32_t document, repeats, expected;
} goal;

static const char *run(void *state, const bench_workload *workload) {
    const goal *g = workload->expected;
    const way *w = state;
    struct held *h = &held[w - ways];
    if (h->document != g->document + 1)
        w->make(g->document);
    h->document = g->document + 1;
    h->result = w->run(what, g->repeats);
    return NULL;
}

static const char *check(void *state, const bench_workload *workload) {
    const goal *g = workload->expected;
    return held[(way *)state - ways].result == g->expected ? NULL : "another result than the document's";
}

/* A document as a workload of what is measured; all ways must have made the same. */
static bench_workload make(uint32_t which, goal *g) {
    uint32_t bytes = ways[0].make(which), gaps = ways[0].gaps(), tokens = ways[0].tokens();
    *g = (goal){which, bytes < BYTES ? BYTES / bytes : 1, ways[0].expected(what)};
    for (size_t i = 0; i < WAYS; i++) {
        held[i].document = which + 1;
        if (ways[i].make(which) != bytes || ways[i].tokens() != tokens || ways[i].expected(what) != g->expected) {
            fprintf(stderr, "bench-whitespace: %s has other documents\n", ways[i].name);
            exit(1);
        }
    }
    double units = (double)(what == 2 ? tokens : gaps) * g->repeats;
    return (bench_workload){whitespace_label(which), NULL, (size_t)bytes * g->repeats, g, units};
}

int main(int argc, char **argv) {
    bool independent = false, tokens = false;
    const bench_flag flags[] = {{"--independent", "calls at places that are known before", &independent},
                                {"--tokens", "the tokenizer instead of calls", &tokens}};
    bench_program program = {.label = "bench-whitespace",
                             .about = "skips the whitespace of documents in several ways, and compares",
                             .flags = flags,
                             .flag_count = 2,
                             .options = {.rounds = 21, .sample_ms = 3}};
    int status = bench_program_begin(&program, argc, argv);
    if (status)
        return status - 1;
    what = tokens ? 2 : independent ? 1 : 0;
    load_ways();
    goal goals[WHITESPACE_DOCUMENTS];
    bench_workload workloads[WHITESPACE_DOCUMENTS];
    for (uint32_t i = 0; i < WHITESPACE_DOCUMENTS; i++)
        workloads[i] = make(i, &goals[i]);
    bench_contestant contestants[WAYS];
    size_t count = WAYS;
    for (size_t i = 0; i < WAYS; i++)
        contestants[i] = (bench_contestant){ways[i].label, "", ways[i].about, &ways[i], run, check};
    bench_results results = bench_program_measure(&program, workloads, WHITESPACE_DOCUMENTS, contestants, &count);
    const bench_report report = {.benchmark = benchmarks[what],
                                 .title = titles[what],
                                 .reference = "hybrid(16)",
                                 .unit = what == 2 ? "token" : "call"};
    status = bench_program_report(&program, &results, &report);
    bench_results_free(&results);
    return status;
}
