#include "chunks.h"

#include "holder.h"
#include "peers.h"

/* Sizes of chunks; 0: the whole document. */
static const size_t sizes[BENCH_CHUNKINGS] = {0, 65536, 4096, 64, 3, 1};

static holder ours;
static size_t tokens; /* of the last run */

static const char *feed(const uint8_t *chunk, size_t length, bool last) {
    jt_status status = holder_feed(&ours, chunk, length, last);
    tokens += jt_tokenizer_tape(&ours.t).length;
    return status == JT_OK ? NULL : "it is not JSON";
}

static const char *run(void *state, const bench_workload *workload) {
    const size_t size = *(const size_t *)state;
    const char *problem = NULL;
    tokens = 0;
    holder_reset(&ours, NULL);
    for (size_t at = 0; !problem && (at == 0 || at < workload->size);) {
        size_t rest = workload->size - at, length = size && size < rest ? size : rest;
        problem = feed(workload->data + at, length, length == rest);
        at += length ? length : 1;
    }
    return problem;
}

static const char *check(void *state, const bench_workload *workload) {
    (void)state;
    return tokens == ((const bench_expected *)workload->expected)->tokens ? NULL : "another number of tokens";
}

void bench_chunk_contestants(bench_contestant contestants[BENCH_CHUNKINGS]) {
    static const char *const labels[BENCH_CHUNKINGS] = {"whole", "64 KB", "4 KB", "64 bytes", "3 bytes", "1 byte"};
    for (size_t i = 0; i < BENCH_CHUNKINGS; i++) {
        const char *about = i ? "chunks of that size, each with a tape of its own" : "the document at once";
        contestants[i] =
            (bench_contestant){labels[i], JT_VERSION, about, (void *)(uintptr_t)(const void *)&sizes[i], run, check};
    }
}

static size_t size_of(const bench_results *results, size_t contestant) {
    return *(const size_t *)results->contestants[contestant].state;
}

void bench_print_chunks(FILE *out, const bench_results *results) {
    if (results->contestant_count < 2 || size_of(results, 0) != 0)
        return;
    fputs("\nNanoseconds a chunk; of 4 KB and more, beyond its part of the whole document:\n", out);
    for (size_t w = 0; w < results->workload_count; w++) {
        const bench_workload *workload = &results->workloads[w];
        double whole = bench_cell_at(results, w, 0)->median;
        fprintf(out, "  %s:", workload->label);
        for (size_t i = 1; i < results->contestant_count; i++) {
            const size_t size = size_of(results, i);
            double time = bench_cell_at(results, w, i)->median;
            double chunks = (double)((workload->size + size - 1) / size);
            fprintf(out, "%s %s %.0f", i > 1 ? "," : "", results->contestants[i].label,
                    (size >= 4096 ? time - whole : time) / chunks);
        }
        fputc('\n', out);
    }
}
