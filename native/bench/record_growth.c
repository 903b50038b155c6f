/* How time grows with the input: at once, through a window, and in segments, inside one token too. */
#include "holder.h"
#include "pull.h"
#include "records.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

enum { KB = 1024, MB = 1024 * 1024, WINDOW = 64 * KB };

/* What a run has come to; equal for all ways to read a workload, and told by its expected. */
static uint64_t seen;

static const char *check(void *self, const bench_workload *workload) {
    (void)self;
    return seen == *(const uint64_t *)workload->expected ? NULL : "it has come to something else";
}

static void expect(bench_workload *workload) {
    uint64_t *expected = bench_allocate(1, sizeof *expected);
    *expected = seen;
    workload->expected = expected;
}

static void size_label(char *label, size_t room, const char *kind, size_t size) {
    if (size < MB)
        snprintf(label, room, "%s, %zu KB", kind, size / KB);
    else
        snprintf(label, room, "%s, %zu MB", kind, size / MB);
}

/* ---- At once -------------------------------------------------------------------------------------------------------
 */

typedef struct whole {
    bool numbers;
    holder holder;
} whole;

static const char *tokenize(void *self, const bench_workload *workload) {
    whole *s = self;
    holder_reset(&s->holder, &(jt_options){.numbers = s->numbers});
    jt_status status = holder_tokenize(&s->holder, workload->data, workload->size);
    seen = jt_tokenizer_tape(&s->holder.t).length;
    return status == JT_OK ? NULL : "it is not JSON";
}

static const char *pull_all(void *self, const bench_workload *workload) {
    pull *p = self;
    jt_status status;
    pull_start(p, workload->data, workload->size);
    for (seen = 0; (status = pull_next(p)) == JT_OK;)
        seen++;
    return status == JT_END ? NULL : "it is not JSON";
}

/* The tape once more, minified. */
typedef struct minifier {
    whole whole;
    uint8_t *output;
    size_t capacity;
} minifier;

static const char *minify(void *self, const bench_workload *workload) {
    minifier *m = self;
    const char *problem = tokenize(&m->whole, workload);
    if (problem)
        return problem;
    if (m->capacity < workload->size + 4096)
        m->output = bench_reallocate(m->output, m->capacity = workload->size + 4096);
    jt_tape tape = jt_tokenizer_tape(&m->whole.holder.t);
    jt_writer w;
    size_t index = 0;
    jt_writer_init(&w, m->output, m->capacity, NULL);
    jt_status status = jt_write_tape(&w, &tape, &index);
    return status == JT_OK && w.length <= workload->size ? NULL : "it was not written";
}

/* A list of records up to about a size, on lines. */
static bench_workload records(const char *label, size_t size) {
    bench_text text = {0};
    bench_append(&text, "[");
    for (uint32_t i = 0; text.length + 200 < size; i++) {
        if (i > 0)
            bench_append(&text, ",\n  ");
        bench_append_record(&text, i);
    }
    bench_append(&text, "]\n");
    return (bench_workload){.label = label, .data = text.data, .size = text.length};
}

bench_record record_whole(bool tiny) {
    static const size_t sizes[] = {64 * KB, 256 * KB, 1 * MB, 4 * MB, 16 * MB, 64 * MB};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    static bench_workload workloads[SIZES];
    static char labels[SIZES][32];
    static whole spans, numbers = {.numbers = true};
    static pull reader;
    static minifier writer;
    static bench_contestant contestants[] = {
        {"tokenize", JT_VERSION, "every token on one tape", &spans, tokenize, check},
        {"with numbers", JT_VERSION, "the same, every number as a double too", &numbers, tokenize, check},
        {"reader", JT_VERSION, "the pull reader, token by token", &reader, pull_all, check},
        {"minify", JT_VERSION, "one tape, and its text written without whitespace", &writer, minify, check}};
    const size_t count = tiny ? 2 : SIZES;
    for (size_t i = 0; i < count; i++) {
        size_label(labels[i], sizeof labels[i], "records", sizes[i]);
        workloads[i] = records(labels[i], sizes[i]);
        tokenize(&spans, &workloads[i]);
        expect(&workloads[i]);
    }
    return (bench_record){.label = "whole",
                          .title = "Input of growing size, read at once",
                          .workloads = workloads,
                          .workload_count = count,
                          .contestants = contestants,
                          .contestant_count = sizeof contestants / sizeof *contestants,
                          .reference = contestants[0].label,
                          .sample_ms = 5,
                          .print = bench_print_growth};
}

/* ---- Through a window ----------------------------------------------------------------------------------------------
 */

/* A list of any length, of which only a window is there at a time: a block of records comes again and again, copied to
 * the window, which stands for a read from a file. */
typedef struct source {
    uint8_t window[WINDOW + BENCH_PADDING];
    const bench_text *block; /* of records, each with a comma and a line feed behind it */
    size_t length, at;       /* of the whole list, and of what has been given of it */
} source;

/* The next piece of the list, of which the last two bytes are a null and the bracket. */
static size_t next_piece(source *s, bool *last) {
    static const char end[] = "null]";
    const size_t middle = s->length - (sizeof end - 1);
    size_t rest = s->length - s->at, length = rest < WINDOW ? rest : WINDOW, made = 0;
    while (made < length) {
        size_t at = s->at + made, left = length - made, part;
        if (at == 0) {
            s->window[made++] = '[';
        } else if (at < middle) {
            size_t from = (at - 1) % s->block->length;
            part = s->block->length - from < left ? s->block->length - from : left;
            part = part < middle - at ? part : middle - at;
            memcpy(s->window + made, s->block->data + from, part);
            made += part;
        } else {
            part = left;
            memcpy(s->window + made, end + (at - middle), part);
            made += part;
        }
    }
    s->at += length;
    *last = s->at == s->length;
    return length;
}

typedef struct streamer {
    source source;
    holder holder;
    pull pull;
    uint8_t output[WINDOW];
} streamer;

static bench_text block; /* that all windows show */

static void open_source(source *s, const bench_workload *workload) {
    s->block = &block;
    s->length = workload->size;
    s->at = 0;
}

static const char *feed_window(void *self, const bench_workload *workload) {
    streamer *s = self;
    bool last = false;
    jt_status status = JT_OK;
    holder_reset(&s->holder, NULL);
    open_source(&s->source, workload);
    for (seen = 0; !last && status == JT_OK; seen += jt_tokenizer_tape(&s->holder.t).length) {
        size_t length = next_piece(&s->source, &last);
        status = holder_feed(&s->holder, s->source.window, length, last);
    }
    return status == JT_OK ? NULL : "it is not JSON";
}

/* What the reader wants: a piece, or memory. */
static bool serve(streamer *s, jt_status status) {
    if (status != JT_NEED_DATA)
        return pull_serve(&s->pull, status);
    bool last;
    size_t length = next_piece(&s->source, &last);
    return jt_reader_feed(&s->pull.reader, s->source.window, length, last) == JT_OK;
}

/* jt_reader_next, with what it wants. */
static jt_status next_token(streamer *s) {
    jt_status status;
    do
        status = jt_reader_next(&s->pull.reader);
    while (status != JT_OK && serve(s, status));
    return status;
}

static void start(streamer *s, const bench_workload *workload) {
    open_source(&s->source, workload);
    pull_start(&s->pull, NULL, 0);
}

static const char *pull_window(void *self, const bench_workload *workload) {
    streamer *s = self;
    jt_status status;
    start(s, workload);
    for (seen = 0; (status = next_token(s)) == JT_OK;)
        seen++;
    return status == JT_END ? NULL : "it is not JSON";
}

/* A flush function that lets the bytes go. */
static size_t let_go(void *context, const void *bytes, size_t length) {
    (void)bytes;
    *(uint64_t *)context += length;
    return length;
}

static const char *minify_window(void *self, const bench_workload *workload) {
    streamer *s = self;
    uint64_t written = 0;
    jt_writer w;
    start(s, workload);
    jt_writer_init(&w, s->output, sizeof s->output, &(jt_writer_options){.flush = let_go, .flush_context = &written});
    jt_status status = next_token(s);
    if (status != JT_OK)
        return "no value";
    do
        status = jt_write_reader(&w, &s->pull.reader);
    while (status != JT_OK && serve(s, status));
    if (status != JT_OK || jt_writer_flush(&w) != JT_OK)
        return "it was not written";
    seen = written;
    return NULL;
}

static const char *skip_window(void *self, const bench_workload *workload) {
    streamer *s = self;
    start(s, workload);
    jt_status status = next_token(s);
    if (status != JT_OK)
        return "no value";
    do
        status = jt_reader_skip_unvalidated(&s->pull.reader);
    while (status != JT_OK && serve(s, status));
    return status == JT_OK ? NULL : "it was not skipped";
}

/* Of minified output, what is known is its length: the line feeds are gone. */
static const char *check_minified(void *self, const bench_workload *workload) {
    size_t blocks = (workload->size - 6) / block.length, lines = 0;
    (void)self;
    for (size_t i = 0; i < block.length; i++)
        lines += block.data[i] == '\n';
    return seen == workload->size - blocks * lines ? NULL : "it wrote something else";
}

static const char *check_skipped(void *self, const bench_workload *workload) {
    return jt_reader_consumed(&((streamer *)self)->pull.reader) == workload->size ? NULL : "it stopped elsewhere";
}

bench_record record_window(bool tiny) {
    static const size_t sizes[] = {1 * MB, 16 * MB, 256 * MB, (size_t)1024 * MB};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    static bench_workload workloads[SIZES];
    static char labels[SIZES][32];
    static streamer tokenizer, reader, minifying, skipping;
    static bench_contestant contestants[] = {
        {"tokenize", JT_VERSION, "jt_feed of chunks of 64 KB, each with a tape", &tokenizer, feed_window, check},
        {"reader", JT_VERSION, "the pull reader on the same chunks", &reader, pull_window, check},
        {"minify", JT_VERSION, "jt_write_reader into a buffer of 64 KB", &minifying, minify_window, check_minified},
        {"skip", JT_VERSION, "jt_reader_skip_unvalidated", &skipping, skip_window, check_skipped}};
    const size_t count = tiny ? 2 : SIZES;
    if (block.length == 0) {
        for (uint32_t i = 0; block.length < (tiny ? 4 * KB : MB - 256); i++) {
            bench_append_record(&block, i);
            bench_append(&block, ",\n");
        }
    }
    for (size_t i = 0; i < count; i++) {
        size_t size = tiny ? (i + 1) * 128 * KB : sizes[i], blocks = size / block.length;
        size_label(labels[i], sizeof labels[i], "records", size);
        workloads[i] = (bench_workload){.label = labels[i], .size = 1 + blocks * block.length + 5};
        feed_window(&tokenizer, &workloads[i]);
        expect(&workloads[i]);
    }
    return (bench_record){.label = "window",
                          .title = "Input of growing size, through a window of 64 KB",
                          .workloads = workloads,
                          .workload_count = count,
                          .contestants = contestants,
                          .contestant_count = sizeof contestants / sizeof *contestants,
                          .reference = contestants[0].label,
                          .sample_ms = 5,
                          .print = bench_print_growth};
}

/* ---- One token -----------------------------------------------------------------------------------------------------
 */

enum { TOKENS = 6, LENGTHS = 4, SEGMENTINGS = 3 };

static bench_workload one_token(const char *label, size_t kind, size_t size) {
    bench_text text = {0};
    switch (kind) {
    case 0:
        bench_append(&text, "\"");
        bench_append_run(&text, 'x', size);
        bench_append(&text, "\"");
        break;
    case 1:
        bench_append(&text, "\"");
        while (text.length < size)
            bench_append(&text, "\\u00e9\\n\\ud83d\\ude00");
        bench_append(&text, "\"");
        break;
    case 2:
        bench_append(&text, "{\"");
        bench_append_run(&text, 'k', size);
        bench_append(&text, "\":0}");
        break;
    case 3:
        bench_append(&text, "1.");
        bench_append_run(&text, '7', size);
        break;
    case 4:
        bench_append(&text, "[");
        bench_append_run(&text, ' ', size);
        bench_append(&text, "]");
        break;
    default: return records(label, size);
    }
    return (bench_workload){.label = label, .data = text.data, .size = text.length};
}

/* Beside times, what the reader says of its work, which no machine changes. */
static void print_work(FILE *out, const bench_results *results) {
    bench_print_growth(out, results);
    fputs("\nBytes that were read one at a time, for each byte of the input:\n", out);
    for (size_t w = 0; w < results->workload_count; w++) {
        const bench_workload *workload = &results->workloads[w];
        fprintf(out, "  %s:", workload->label);
        for (size_t c = 0; c < results->contestant_count; c++) {
            pull *p = results->contestants[c].state;
            pull_all(p, workload);
            fprintf(out, "%s %s %.3f", c > 0 ? "," : "", results->contestants[c].label,
                    (double)p->reader.t.visited / (double)workload->size);
        }
        fputc('\n', out);
    }
}

bench_record record_tokens(bool tiny) {
    static const char *const kinds[TOKENS] = {"string", "escapes", "key", "number", "whitespace", "records"};
    static const size_t lengths[LENGTHS] = {4 * KB, 16 * KB, 64 * KB, 256 * KB};
    static const size_t segments[SEGMENTINGS] = {4096, 64, 3};
    static const char *const names[SEGMENTINGS] = {"4096 bytes", "64 bytes", "3 bytes"};
    static bench_workload workloads[TOKENS * LENGTHS];
    static char labels[TOKENS * LENGTHS][32];
    static pull readers[SEGMENTINGS];
    static bench_contestant contestants[SEGMENTINGS];
    const size_t count = tiny ? 2 : LENGTHS;
    for (size_t i = 0; i < SEGMENTINGS; i++) {
        readers[i].segment = segments[i];
        contestants[i] = (bench_contestant){names[i],    JT_VERSION, "the pull reader on segments of that size",
                                            &readers[i], pull_all,   check};
    }
    for (size_t i = 0; i < TOKENS * count; i++) {
        size_label(labels[i], sizeof labels[i], kinds[i / count], lengths[i % count]);
        workloads[i] = one_token(labels[i], i / count, lengths[i % count]);
        pull_all(&readers[0], &workloads[i]);
        expect(&workloads[i]);
    }
    return (bench_record){.label = "tokens",
                          .title = "One token of growing length, and records, in segments",
                          .workloads = workloads,
                          .workload_count = TOKENS * count,
                          .contestants = contestants,
                          .contestant_count = SEGMENTINGS,
                          .reference = names[0],
                          .sample_ms = 1,
                          .print = print_work};
}
