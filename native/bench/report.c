#include "report.h"

#include "../../core/include/jsontape.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Of the JSON. */
#define BENCH_SCHEMA 1
#ifdef __wasi__
#define BENCH_CLOCK "wall"
#else
#define BENCH_CLOCK "cpu"
#endif

/* ---- Table ---------------------------------------------------------------------------------------------------- */

enum { CELL = 96 }; /* room for the text of a cell */

typedef struct table {
    size_t rows, columns;
    char (*cells)[CELL];
} table;

static char *table_cell(const table *t, size_t row, size_t column) {
    return t->cells[row * t->columns + column];
}

__attribute__((format(printf, 4, 5))) static void set(const table *t, size_t row, size_t column, const char *format,
                                                      ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(table_cell(t, row, column), CELL, format, arguments);
    va_end(arguments);
}

static void rule(FILE *out, size_t width, bool left) {
    fputs(left ? "| :" : "| ", out);
    for (size_t i = 1; i < width; i++)
        fputc('-', out);
    fputs(left ? " " : ": ", out);
}

/* The first column goes left, the others right; the first row is the head. */
static void print_table(FILE *out, const table *t, bool markdown) {
    size_t *widths = bench_allocate(t->columns, sizeof *widths);
    for (size_t column = 0; column < t->columns; column++) {
        for (size_t row = 0; row < t->rows; row++) {
            size_t length = strlen(table_cell(t, row, column));
            if (length > widths[column])
                widths[column] = length;
        }
    }
    for (size_t row = 0; row < t->rows; row++) {
        for (size_t column = 0; column < t->columns; column++) {
            int width = (int)widths[column];
            if (markdown)
                fputs("| ", out);
            fprintf(out, "%*s%s", column == 0 ? -width : width, table_cell(t, row, column),
                    markdown                  ? " "
                    : column + 1 < t->columns ? "  "
                                              : "");
        }
        fputs(markdown ? "|\n" : "\n", out);
        if (row > 0 || !markdown)
            continue;
        for (size_t column = 0; column < t->columns; column++)
            rule(out, widths[column], column == 0);
        fputs("|\n", out);
    }
    free(widths);
}

/* MB/s, which is bytes a nanosecond times 1000; or nanoseconds a unit. */
static double figure(const bench_report *report, const bench_workload *workload, const bench_cell *cell) {
    return report->unit ? cell->median / workload->units : (double)workload->size * 1e3 / cell->median;
}

/* The index of the reference; where it does not take part, SIZE_MAX. */
static size_t reference_of(const bench_results *results, const bench_report *report) {
    for (size_t c = 0; report->reference && c < results->contestant_count; c++) {
        if (strcmp(results->contestants[c].label, report->reference) == 0)
            return c;
    }
    return SIZE_MAX;
}

static void set_estimate(const table *t, size_t row, size_t column, const char *before, bench_estimate e) {
    set(t, row, column, "%s%.2fx [%.2f, %.2f]%s", before, e.ratio, e.low, e.high, bench_is_tie(e.ratio) ? " tie" : "");
}

static void set_workload(const table *t, size_t row, const bench_results *results, const bench_report *report, size_t w,
                         size_t reference) {
    const bench_workload *workload = &results->workloads[w];
    double spread = 0;
    set(t, row, 0, "%s", workload->label);
    set(t, row, 1, "%.1f", (double)workload->size / 1e3);
    for (size_t c = 0; c < results->contestant_count; c++) {
        const bench_cell *cell = bench_cell_at(results, w, c);
        if (cell->refused) {
            set(t, row, c + 2, "refused");
            continue;
        }
        if (cell->deviation > spread)
            spread = cell->deviation;
        char text[32];
        snprintf(text, sizeof text, report->unit ? "%.2f" : "%.0f", figure(report, workload, cell));
        bench_estimate e = {0};
        if (reference < results->contestant_count && c != reference)
            e = bench_ratio(results, w, c, reference);
        if (e.ratio > 0) {
            strcat(text, "  ");
            set_estimate(t, row, c + 2, text, e);
        } else {
            set(t, row, c + 2, "%s", text);
        }
    }
    set(t, row, results->contestant_count + 2, "%.0f%%", spread * 100);
}

static void print_refusals(FILE *out, const bench_results *results) {
    for (size_t w = 0; w < results->workload_count; w++) {
        for (size_t c = 0; c < results->contestant_count; c++) {
            const char *words = bench_cell_at(results, w, c)->refused;
            if (words) {
                fprintf(out, "%s refused %s: %s\n", results->contestants[c].label, results->workloads[w].label, words);
            }
        }
    }
}

void bench_print(FILE *out, const bench_results *results, const bench_report *report, bool markdown) {
    const size_t contestants = results->contestant_count, workloads = results->workload_count;
    const size_t reference = reference_of(results, report);
    const bool compared = reference < contestants;

    table t = {workloads + 1 + compared, contestants + 3, NULL};
    t.cells = bench_allocate(t.rows * t.columns, CELL);
    set(&t, 0, 0, "workload");
    set(&t, 0, 1, "KB");
    for (size_t c = 0; c < contestants; c++)
        set(&t, 0, c + 2, "%s", results->contestants[c].label);
    set(&t, 0, contestants + 2, "spread");
    for (size_t w = 0; w < workloads; w++)
        set_workload(&t, w + 1, results, report, w, reference);
    if (compared) {
        set(&t, t.rows - 1, 0, "geomean");
        for (size_t c = 0; c < contestants; c++) {
            bench_estimate mean = c == reference ? (bench_estimate){0} : bench_ratio_mean(results, c, reference);
            if (mean.ratio > 0)
                set_estimate(&t, t.rows - 1, c + 2, "", mean);
        }
    }

    fprintf(out, markdown ? "### %s\n\n" : "%s\n\n", report->title);
    for (size_t i = 0; i < report->fact_count; i++) {
        fprintf(out, "%s%s: %s\n", markdown ? "- " : "  ", report->facts[i].label, report->facts[i].value);
    }
    for (size_t c = 0; c < contestants; c++) {
        const bench_contestant *contestant = &results->contestants[c];
        fprintf(out, "%s%s %s: %s\n", markdown ? "- " : "  ", contestant->label, contestant->version,
                contestant->about);
    }
    fputc('\n', out);
    print_table(out, &t, markdown);
    if (report->unit)
        fprintf(out, "\nNanoseconds a %s", report->unit);
    else
        fputs("\nMB/s", out);
    fprintf(out, " of processor time by the median of %u rounds, interleaved, the order flipped each round.",
            results->options.rounds);
    if (compared) {
        fprintf(out,
                " Behind it: how many times as fast as %s,\nthe median of the rounds' ratios, and its 95 %% interval; "
                "%.1f to %.1f is a tie.",
                report->reference, BENCH_TIE_LOW, BENCH_TIE_HIGH);
    }
    fputs(" Spread: the largest median absolute deviation in the row.\n", out);
    print_refusals(out, results);
    free(t.cells);
}

/* ---- JSON ----------------------------------------------------------------------------------------------------- */

/* A writer onto a file. */
typedef struct sink {
    jt_writer writer;
    FILE *file;
    char buffer[4096];
} sink;

/* Ends a call of the writer, however often it takes room. Nothing here is refused: the structure is ours, the text
 * of file names is checked by the writer, and what it refuses is named as such. */
static void done(sink *s, jt_status status) {
    while (status == JT_FULL) {
        fwrite(s->buffer, 1, s->writer.length, s->file);
        jt_writer_drain(&s->writer, s->buffer, sizeof s->buffer);
        status = jt_writer_continue(&s->writer);
    }
    if (status != JT_OK) {
        fputs("bench: the JSON of the results can't be written: a label is not UTF-8, or a figure not finite\n",
              stderr);
        exit(1);
    }
}

static void key(sink *s, const char *text) {
    done(s, jt_write_key(&s->writer, text, strlen(text)));
}

static void text_member(sink *s, const char *label, const char *text) {
    key(s, label);
    done(s, jt_write_string(&s->writer, text, strlen(text)));
}

static void number_member(sink *s, const char *label, double value) {
    key(s, label);
    done(s, jt_write_f64(&s->writer, value));
}

/* Opens an array at a key; ends in close_array. */
static void open_array(sink *s, const char *label) {
    key(s, label);
    done(s, jt_write_array_start(&s->writer));
}

static void close_array(sink *s) {
    done(s, jt_write_array_end(&s->writer));
}

static void pair_member(sink *s, const char *label, double first, double second) {
    open_array(s, label);
    done(s, jt_write_f64(&s->writer, first));
    done(s, jt_write_f64(&s->writer, second));
    close_array(s);
}

/* Nothing where there is no estimate. */
static void estimate_members(sink *s, const char *label, bench_estimate e) {
    if (e.ratio <= 0)
        return;
    number_member(s, label, e.ratio);
    pair_member(s, "interval", e.low, e.high);
    pair_member(s, "orders", e.forward, e.backward);
}

static void write_cell(sink *s, const bench_results *results, size_t w, size_t c, size_t reference) {
    const bench_cell *cell = bench_cell_at(results, w, c);
    done(s, jt_write_object_start(&s->writer));
    text_member(s, "contestant", results->contestants[c].label);
    if (cell->refused) {
        text_member(s, "refused", cell->refused);
    } else {
        number_member(s, "repeats", (double)cell->repeats);
        number_member(s, "medianNs", cell->median);
        number_member(s, "deviation", cell->deviation);
        if (reference < results->contestant_count)
            estimate_members(s, "ratio", bench_ratio(results, w, c, reference));
        open_array(s, "samplesNs");
        for (unsigned i = 0; i < results->options.rounds; i++)
            done(s, jt_write_f64(&s->writer, cell->samples[i]));
        close_array(s);
    }
    done(s, jt_write_object_end(&s->writer));
}

static void write_contestants(sink *s, const bench_results *results, size_t reference) {
    open_array(s, "contestants");
    for (size_t c = 0; c < results->contestant_count; c++) {
        done(s, jt_write_object_start(&s->writer));
        text_member(s, "label", results->contestants[c].label);
        text_member(s, "version", results->contestants[c].version);
        text_member(s, "about", results->contestants[c].about);
        if (reference < results->contestant_count)
            estimate_members(s, "geomean", bench_ratio_mean(results, c, reference));
        done(s, jt_write_object_end(&s->writer));
    }
    close_array(s);
}

static void write_workloads(sink *s, const bench_results *results, const bench_report *report, size_t reference) {
    open_array(s, "workloads");
    for (size_t w = 0; w < results->workload_count; w++) {
        done(s, jt_write_object_start(&s->writer));
        text_member(s, "label", results->workloads[w].label);
        number_member(s, "bytes", (double)results->workloads[w].size);
        if (report->unit)
            number_member(s, "units", results->workloads[w].units);
        open_array(s, "cells");
        for (size_t c = 0; c < results->contestant_count; c++)
            write_cell(s, results, w, c, reference);
        close_array(s);
        done(s, jt_write_object_end(&s->writer));
    }
    close_array(s);
}

bool bench_write_json(const char *path, const bench_results *results, const bench_report *report) {
    const size_t reference = reference_of(results, report);
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    sink *s = bench_allocate(1, sizeof *s);
    const jt_writer_options options = {.indent = " "};
    s->file = file;
    jt_writer_init(&s->writer, s->buffer, sizeof s->buffer, &options);

    done(s, jt_write_object_start(&s->writer));
    number_member(s, "schema", BENCH_SCHEMA);
    text_member(s, "benchmark", report->benchmark);
    text_member(s, "title", report->title);
    key(s, "facts");
    done(s, jt_write_object_start(&s->writer));
    for (size_t i = 0; i < report->fact_count; i++)
        text_member(s, report->facts[i].label, report->facts[i].value);
    done(s, jt_write_object_end(&s->writer));
    text_member(s, "clock", BENCH_CLOCK);
    number_member(s, "rounds", results->options.rounds);
    number_member(s, "sampleMs", results->options.sample_ms);
    pair_member(s, "tie", BENCH_TIE_LOW, BENCH_TIE_HIGH);
    if (report->unit)
        text_member(s, "unit", report->unit);
    if (reference < results->contestant_count)
        text_member(s, "reference", report->reference);
    write_contestants(s, results, reference);
    write_workloads(s, results, report, reference);
    done(s, jt_write_object_end(&s->writer));

    fwrite(s->buffer, 1, s->writer.length, file);
    fputc('\n', file);
    bool good = !ferror(file);
    free(s);
    return fclose(file) == 0 && good;
}
