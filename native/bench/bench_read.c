/* bench-read: tokenizing with key interning, by the public functions alone, beside other readers of JSON, on documents
 * that are given as files. */
#include "chunks.h"
#include "holder.h"
#include "peers.h"
#include "program.h"

#include "../../core/include/jsontape.h"

#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* ---- Ours ---------------------------------------------------------------------------------------------------------
 */

static const char *run_jsontape(void *state, const bench_workload *workload) {
    holder *h = state;
    holder_reset(h, NULL);
    if (holder_tokenize(h, workload->data, workload->size) == JT_OK)
        return NULL;
    static char message[256];
    jt_error_message(&h->t, message, sizeof message);
    return message;
}

/* FNV-1a over the words. */
static uint64_t digest(const jt_tape *tape) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < tape->length; i++) {
        const uint32_t words[] = {tape->tokens[i].start, tape->tokens[i].length, tape->tokens[i].info};
        for (size_t k = 0; k < 3; k++)
            hash = (hash ^ words[k]) * 0x100000001b3u;
    }
    return hash;
}

static const char *check_jsontape(void *state, const bench_workload *workload) {
    const bench_expected *expected = workload->expected;
    const jt_tokenizer *t = &((holder *)state)->t;
    jt_tape tape = jt_tokenizer_tape(t);
    if (t->options.numbers && tape.number_count != expected->seen.numbers)
        return "another number of doubles";
    return tape.length == expected->tokens && digest(&tape) == expected->tape_digest ? NULL
                                                                                     : "another tape than at first";
}

static census census_of(const jt_tape *tape) {
    census seen = {0};
    for (size_t i = 0; i < tape->length; i++) {
        switch (jt_token_type(tape->tokens[i])) {
        case JT_OBJECT_START: seen.objects++; break;
        case JT_ARRAY_START: seen.arrays++; break;
        case JT_KEY: seen.keys++; break;
        case JT_STRING: seen.strings++; break;
        case JT_NUMBER: seen.numbers++; break;
        case JT_TRUE: seen.trues++; break;
        case JT_FALSE: seen.falses++; break;
        case JT_NULL: seen.nulls++; break;
        default: break;
        }
    }
    return seen;
}

/* ---- Documents ----------------------------------------------------------------------------------------------------
 */

/* Reads a document and what all readers must find in it; ends the process where that fails. */
static bench_workload load(const bench_program *program, const char *path, holder *ours) {
    bench_workload workload = bench_program_load(program, path);
    const char *problem = run_jsontape(ours, &workload);
    if (problem) {
        fprintf(stderr, "bench-read: %s: %s\n", path, problem);
        exit(1);
    }
    bench_expected *expected = bench_allocate(1, sizeof *expected);
    jt_tape tape = jt_tokenizer_tape(&ours->t);
    *expected = (bench_expected){census_of(&tape), digest(&tape), tape.length};
    workload.expected = expected;
    return workload;
}

/* glibc gives large blocks back to the system and takes them anew, which costs peers that allocate for each document
 * more than their work does. */
static void keep_memory(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

/* ---- The program --------------------------------------------------------------------------------------------------
 */

int main(int argc, char **argv) {
    bool in_chunks = false, numbers = false;
    const bench_flag flags[] = {{"--numbers", "every number as a double too, beside peers that do the same", &numbers},
                                {"--chunks", "instead of peers: the document in chunks of several sizes", &in_chunks}};
    bench_program program = {.label = "bench-read",
                             .about = "reads JSON documents with jsontape and its peers, and compares;\n"
                                      "SIMDJSON_FORCE_IMPLEMENTATION of the environment names simdjson's code",
                             .takes_files = true,
                             .flags = flags,
                             .flag_count = 2,
                             .options = {.rounds = 21, .sample_ms = 3}};
    int status = bench_program_begin(&program, argc, argv);
    if (status)
        return status - 1;
    keep_memory();

    holder ours = {0};
    holder_reset(&ours, &(jt_options){.numbers = numbers});
    bench_workload *workloads = bench_allocate(program.file_count, sizeof *workloads);
    for (size_t i = 0; i < program.file_count; i++)
        workloads[i] = load(&program, program.files[i], &ours);

    bench_contestant contestants[BENCH_CHUNKINGS + 1 + BENCH_PEERS_MAX];
    char missing[BENCH_MISSING_SIZE] = "";
    size_t count, whole = 0;
    if (in_chunks) {
        count = BENCH_CHUNKINGS;
        bench_chunk_contestants(contestants);
    } else {
        contestants[0] = (bench_contestant){"jsontape",
                                            JT_VERSION,
                                            numbers ? "every token on a tape, keys interned, every number as a double "
                                                      "too, UTF-8 checked; memory reused"
                                                    : "every token on a tape, keys interned, numbers checked and left "
                                                      "as spans, UTF-8 checked; memory reused",
                                            &ours,
                                            run_jsontape,
                                            check_jsontape};
        count = 1 + bench_peers(contestants + 1, &whole, numbers, missing);
    }
    const char *first_peer = count > 1 ? contestants[1].label : NULL;
    bench_results results = bench_program_measure(&program, workloads, program.file_count, contestants, &count);

    const bench_fact not_here = {"not found when this was built", missing};
    const bench_report report = {.benchmark = in_chunks ? "chunks"
                                              : numbers ? "numbers"
                                                        : "read",
                                 .title = in_chunks ? "Native tokenizing in chunks"
                                          : numbers ? "Native tokenizing with all numbers as doubles"
                                                    : "Native tokenizing",
                                 .facts = &not_here,
                                 .fact_count = missing[0] != 0,
                                 .reference = in_chunks ? "whole" : first_peer};
    status = bench_program_report(&program, &results, &report);
    if (in_chunks) {
        bench_print_chunks(stdout, &results);
    } else if (program.chosen_count == 0) {
        bench_print_best(stdout, &results, whole);
    }

    bench_results_free(&results);
    for (size_t i = 0; i < program.file_count; i++) {
        free((void *)(uintptr_t)workloads[i].data);
        free((void *)(uintptr_t)workloads[i].expected);
    }
    free(workloads);
    holder_free(&ours);
    return status;
}
