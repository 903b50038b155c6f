/* A value passed over by the pull reader: four distributions of tokens, two sizes, four sizes of segments, validated or
 * not. */
#include "pull.h"
#include "records.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

enum { DISTRIBUTIONS = 4, SIZES = 2, SEGMENTINGS = 4, WORKLOADS = DISTRIBUTIONS * SIZES };

typedef struct skipper {
    bool trusted;
    pull pull;
} skipper;

static const char *run(void *self, const bench_workload *workload) {
    skipper *s = self;
    pull_start(&s->pull, workload->data, workload->size);
    jt_status status = pull_next(&s->pull);
    if (status != JT_OK)
        return "no value";
    do
        status = s->trusted ? jt_reader_skip_unvalidated(&s->pull.reader) : jt_reader_skip(&s->pull.reader);
    while (status != JT_OK && pull_serve(&s->pull, status));
    if (status != JT_OK)
        return "it was not skipped";
    return pull_next(&s->pull) == JT_END ? NULL : "there is more";
}

static const char *check(void *self, const bench_workload *workload) {
    return jt_reader_consumed(&((skipper *)self)->pull.reader) == workload->size ? NULL : "it stopped elsewhere";
}

static void append_element(bench_text *text, size_t distribution, uint32_t *state, uint32_t index) {
    switch (distribution) {
    case 0: bench_append_record(text, index); break;
    case 1:
        bench_append(text, "-%u.%06u,%u", bench_below(state, 180), bench_below(state, 1000000), bench_random(state));
        break;
    case 2:
        bench_append(text, "\"Some words, \\\"quoted\\\" and [in brackets], of number %u: {", index);
        bench_append_run(text, 'x', bench_below(state, 60));
        bench_append(text, "}\"");
        break;
    default: bench_append(text, "[[],{},[{\"a\":[%u]}],[[[[]]]]]", bench_below(state, 10)); break;
    }
}

bench_record record_skip(bool tiny) {
    static const char *const distributions[DISTRIBUTIONS] = {"records", "numbers", "strings", "brackets"};
    static const size_t segments[SEGMENTINGS] = {0, 4096, 64, 3};
    static bench_workload workloads[WORKLOADS];
    static char labels[WORKLOADS][32];
    const size_t sizes[SIZES] = {tiny ? 256 : 4096, tiny ? 1024 : 1 << 18};
    for (size_t i = 0; i < WORKLOADS; i++) {
        bench_text text = {0};
        uint32_t state = 7, index = 0;
        bench_append(&text, "[");
        do {
            if (index > 0)
                bench_append(&text, ",");
            append_element(&text, i / SIZES, &state, index++);
        } while (text.length < sizes[i % SIZES]);
        bench_append(&text, "]");
        snprintf(labels[i], sizeof labels[i], "%s, %zu KB", distributions[i / SIZES], sizes[i % SIZES] / 1024);
        workloads[i] = (bench_workload){.label = labels[i], .data = text.data, .size = text.length};
    }
    static const char *const names[2 * SEGMENTINGS] = {"contiguous", "trusted",     "4096", "4096, trusted",
                                                       "64",         "64, trusted", "3",    "3, trusted"};
    static skipper skippers[2 * SEGMENTINGS];
    static bench_contestant contestants[2 * SEGMENTINGS];
    for (size_t i = 0; i < 2 * SEGMENTINGS; i++) {
        skippers[i].pull.segment = segments[i / 2];
        skippers[i].trusted = i % 2;
        contestants[i] =
            (bench_contestant){names[i],
                               JT_VERSION,
                               i % 2 ? "jt_reader_skip_unvalidated on segments of that many bytes: brackets "
                                       "outside strings are counted"
                                     : "jt_reader_skip on segments of that many bytes: all is validated",
                               &skippers[i],
                               run,
                               check};
    }
    return (bench_record){.label = "skip",
                          .title = "A value passed over",
                          .workloads = workloads,
                          .workload_count = WORKLOADS,
                          .contestants = contestants,
                          .contestant_count = 2 * SEGMENTINGS,
                          .reference = names[0],
                          .sample_ms = 1};
}
