/* Values read from input in segments: numbers, keys and strings, short and long, plain and escaped; beside yajl, which
 * takes segments too. What is read is summed up, and the sums must be equal. */
#include "pull.h"
#include "records.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>
#ifdef BENCH_YAJL
#include <yajl/yajl_parse.h>
#endif

enum { SEGMENTINGS = 4, WORKLOADS = 12, TEXT_MAX = 1 << 13 };

static const size_t segments[SEGMENTINGS] = {0, 4096, 64, 3};

/* What a run has read. */
typedef struct sums {
    double numbers;
    uint64_t texts; /* a hash of all keys and strings, unescaped */
    size_t count;
} sums;

static void add_text(sums *s, const void *text, size_t length) {
    const uint8_t *p = text;
    uint64_t word = 0;
    for (; length >= 8; p += 8, length -= 8) {
        memcpy(&word, p, 8);
        s->texts = (s->texts ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    }
    word = length;
    memcpy(&word, p, length);
    s->texts = (s->texts ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    s->count++;
}

static void add_number(sums *s, double number) {
    s->numbers += number;
    s->count++;
}

static const char *check_sums(const sums *got, const bench_workload *workload) {
    const sums *e = workload->expected;
    return got->numbers == e->numbers && got->texts == e->texts && got->count == e->count ? NULL
                                                                                          : "it read other values";
}

/* ---- Ours ----------------------------------------------------------------------------------------------------------
 */

typedef struct ours {
    pull pull;
    sums sums;
} ours;

static const char *run(void *self, const bench_workload *workload) {
    static uint8_t text[TEXT_MAX];
    ours *o = self;
    jt_status status;
    pull_start(&o->pull, workload->data, workload->size);
    memset(&o->sums, 0, sizeof o->sums);
    while ((status = pull_next(&o->pull)) == JT_OK) {
        double number;
        size_t length;
        switch (jt_reader_type(&o->pull.reader)) {
        case JT_NUMBER:
            if (!jt_reader_f64(&o->pull.reader, &number))
                return "no number";
            add_number(&o->sums, number);
            break;
        case JT_KEY:
        case JT_STRING:
            if (!jt_reader_copy_utf8(&o->pull.reader, text, sizeof text, &length))
                return "no text";
            add_text(&o->sums, text, length);
            break;
        default: break;
        }
    }
    return status == JT_END ? NULL : "it is not JSON";
}

static const char *check(void *self, const bench_workload *workload) {
    return check_sums(&((ours *)self)->sums, workload);
}

/* ---- yajl ----------------------------------------------------------------------------------------------------------
 */

#ifdef BENCH_YAJL
typedef struct theirs {
    size_t segment;
    sums sums;
} theirs;

static int on_nothing(void *self) {
    (void)self;
    return 1;
}

static int on_text(void *self, const unsigned char *text, size_t length) {
    add_text(&((theirs *)self)->sums, text, length);
    return 1;
}

static int on_number(void *self, const char *text, size_t length) {
    char copy[TEXT_MAX];
    memcpy(copy, text, length);
    copy[length] = 0;
    add_number(&((theirs *)self)->sums, strtod(copy, NULL));
    return 1;
}

static const char *run_yajl(void *self, const bench_workload *workload) {
    static const yajl_callbacks callbacks = {.yajl_null = on_nothing,
                                             .yajl_number = on_number,
                                             .yajl_string = on_text,
                                             .yajl_start_map = on_nothing,
                                             .yajl_map_key = on_text,
                                             .yajl_end_map = on_nothing,
                                             .yajl_start_array = on_nothing,
                                             .yajl_end_array = on_nothing};
    theirs *t = self;
    memset(&t->sums, 0, sizeof t->sums);
    yajl_handle handle = yajl_alloc(&callbacks, NULL, t);
    yajl_status status = yajl_status_ok;
    for (size_t at = 0; at < workload->size && status == yajl_status_ok;) {
        size_t rest = workload->size - at, length = t->segment && t->segment < rest ? t->segment : rest;
        status = yajl_parse(handle, workload->data + at, length);
        at += length;
    }
    if (status == yajl_status_ok)
        status = yajl_complete_parse(handle);
    yajl_free(handle);
    return status == yajl_status_ok ? NULL : yajl_status_to_string(status);
}

static const char *check_yajl(void *self, const bench_workload *workload) {
    return check_sums(&((theirs *)self)->sums, workload);
}
#endif

/* ---- Workloads -----------------------------------------------------------------------------------------------------
 */

static void separate(bench_text *text) {
    if (text->length > 1)
        bench_append(text, ",");
}

static void append_numbers(bench_text *text, size_t count) {
    uint32_t state = 3;
    bench_append(text, "[");
    for (size_t i = 0; i < count; i++) {
        separate(text);
        if (i % 2) {
            bench_append(text, "%u", bench_random(&state));
        } else {
            bench_append(text, "-%u.%05u", bench_below(&state, 180), bench_below(&state, 100000));
        }
    }
    bench_append(text, "]");
}

/* Numbers of so many digits. */
static void append_long_numbers(bench_text *text, size_t digits, size_t bytes) {
    uint32_t state = 5;
    bench_append(text, "[");
    do {
        separate(text);
        bench_append(text, "%u.", 1 + bench_below(&state, 9));
        for (size_t i = 1; i < digits; i++)
            bench_append(text, "%u", bench_below(&state, 10));
    } while (text->length < bytes);
    bench_append(text, "]");
}

static void append_keys(bench_text *text, bool escaped) {
    bench_append(text, "{");
    for (unsigned i = 0; i < 64; i++) {
        separate(text);
        bench_append(text, escaped ? "\"member\\t\\u00e9 %u\":true" : "\"member name %u\":true", i);
    }
    bench_append(text, "}");
}

static void append_strings(bench_text *text, bool escaped) {
    bench_append(text, "[");
    for (unsigned i = 0; i < 64; i++) {
        separate(text);
        bench_append(text,
                     escaped ? "\"She said: \\\"No\\\",\\n\\u20ac%u\\\\\"" : "\"plain text of ordinary length %u\"", i);
    }
    bench_append(text, "]");
}

/* Strings of so many bytes without their quotes. */
static void append_runs(bench_text *text, size_t length, size_t bytes) {
    bench_append(text, "[");
    do {
        separate(text);
        bench_append(text, "\"");
        bench_append_run(text, 'x', length);
        bench_append(text, "\"");
    } while (text->length < bytes);
    bench_append(text, "]");
}

static bench_workload make(size_t index, bool tiny) {
    static const char *const labels[WORKLOADS] = {
        "numbers, 32",      "numbers, 256",   "numbers, 1024",    "keys, plain", "keys, escaped", "strings, plain",
        "strings, escaped", "runs, 32 bytes", "runs, 4096 bytes", "digits, 9",   "digits, 129",   "digits, 4096"};
    static const size_t sizes[WORKLOADS] = {32, 256, 1024, 0, 1, 0, 1, 32, 4096, 9, 129, 4096};
    const size_t size = sizes[index], bytes = tiny ? 1 : 1 << 14;
    bench_text text = {0};
    if (index < 3) {
        append_numbers(&text, size);
    } else if (index < 5) {
        append_keys(&text, size);
    } else if (index < 7) {
        append_strings(&text, size);
    } else if (index < 9) {
        append_runs(&text, size, bytes);
    } else {
        append_long_numbers(&text, size, bytes);
    }
    return (bench_workload){.label = labels[index], .data = text.data, .size = text.length};
}

bench_record record_segments(bool tiny) {
    static bench_workload workloads[WORKLOADS];
    static sums all[WORKLOADS];
    static ours readers[SEGMENTINGS];
    static const char *const labels[SEGMENTINGS] = {"contiguous", "4096 bytes", "64 bytes", "3 bytes"};
    static bench_contestant contestants[2 * SEGMENTINGS];
    size_t count = 0;
    for (size_t i = 0; i < SEGMENTINGS; i++) {
        readers[i].pull.segment = segments[i];
        contestants[count++] = (bench_contestant){labels[i],
                                                  JT_VERSION,
                                                  "jsontape's pull reader, input in segments of that size; numbers to "
                                                  "double, text unescaped into memory of the program's; UTF-8 checked",
                                                  &readers[i],
                                                  run,
                                                  check};
    }
#ifdef BENCH_YAJL
    static theirs peers[SEGMENTINGS];
    static const char *const peer_labels[SEGMENTINGS] = {"yajl", "yajl, 4096", "yajl, 64", "yajl, 3"};
    for (size_t i = 0; i < SEGMENTINGS; i++) {
        peers[i].segment = segments[i];
        contestants[count++] = (bench_contestant){
            peer_labels[i], "2",      "yajl's callbacks on the same segments; numbers by strtod; UTF-8 checked",
            &peers[i],      run_yajl, check_yajl};
    }
#endif
    for (size_t i = 0; i < WORKLOADS; i++) {
        workloads[i] = make(i, tiny);
        run(&readers[0], &workloads[i]);
        all[i] = readers[0].sums;
        workloads[i].units = (double)all[i].count;
        workloads[i].expected = &all[i];
    }
    return (bench_record){.label = "segments",
                          .title = "Values read from segments",
                          .workloads = workloads,
                          .workload_count = WORKLOADS,
                          .contestants = contestants,
                          .contestant_count = count,
                          .reference = labels[0],
                          .unit = "key, string or number",
                          .sample_ms = 1};
}
