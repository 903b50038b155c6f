#include "report.h"

#include "../../core/include/jsontape.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

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

static double rate(const bench_workload *workload, const bench_cell *cell) {
    return (double)workload->size * 1e3 / cell->median; /* bytes a nanosecond as MB/s */
}

void bench_print(FILE *out, const bench_results *results, const bench_report *report, bool markdown) {
    const size_t contestants = results->contestant_count, workloads = results->workload_count;
    const bool compared = report->reference < contestants;
    bool refused = false;

    table t = {workloads + 1 + compared, contestants + 3, NULL};
    t.cells = bench_allocate(t.rows * t.columns, CELL);
    set(&t, 0, 0, "document");
    set(&t, 0, 1, "KB");
    for (size_t c = 0; c < contestants; c++)
        set(&t, 0, c + 2, "%s", results->contestants[c].label);
    set(&t, 0, contestants + 2, "spread");

    for (size_t w = 0; w < workloads; w++) {
        double spread = 0;
        set(&t, w + 1, 0, "%s", results->workloads[w].label);
        set(&t, w + 1, 1, "%.0f", (double)results->workloads[w].size / 1e3);
        for (size_t c = 0; c < contestants; c++) {
            const bench_cell *cell = bench_cell_at(results, w, c);
            if (cell->refused) {
                set(&t, w + 1, c + 2, "refused");
                refused = true;
                continue;
            }
            if (cell->deviation > spread)
                spread = cell->deviation;
            double ratio = compared && c != report->reference ? bench_ratio(results, w, c, report->reference) : 0;
            if (ratio > 0) {
                set(&t, w + 1, c + 2, "%.0f (%.2fx%s)", rate(&results->workloads[w], cell), ratio,
                    bench_is_tie(ratio) ? ", tie" : "");
            } else {
                set(&t, w + 1, c + 2, "%.0f", rate(&results->workloads[w], cell));
            }
        }
        set(&t, w + 1, contestants + 2, "%.0f%%", spread * 100);
    }
    if (compared) {
        set(&t, t.rows - 1, 0, "geomean");
        for (size_t c = 0; c < contestants; c++) {
            double mean = c == report->reference ? 0 : bench_ratio_mean(results, c, report->reference);
            if (mean > 0)
                set(&t, t.rows - 1, c + 2, "%.2fx", mean);
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
    fprintf(out, "\nMB/s of processor time by the median of %u rounds, interleaved, the order flipped each round.",
            results->options.rounds);
    if (compared) {
        fprintf(out, " In brackets: how many times as fast as %s;\n%.1f to %.1f is a tie.",
                results->contestants[report->reference].label, BENCH_TIE_LOW, BENCH_TIE_HIGH);
    }
    fputs(" Spread: the largest median absolute deviation in the row.\n", out);
    if (refused) {
        for (size_t w = 0; w < workloads; w++) {
            for (size_t c = 0; c < contestants; c++) {
                const char *words = bench_cell_at(results, w, c)->refused;
                if (words) {
                    fprintf(out, "%s refused %s: %s\n", results->contestants[c].label, results->workloads[w].label,
                            words);
                }
            }
        }
    }
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
        if (reference < results->contestant_count && bench_ratio(results, w, c, reference) > 0) {
            number_member(s, "ratio", bench_ratio(results, w, c, reference));
        }
        key(s, "samplesNs");
        done(s, jt_write_array_start(&s->writer));
        for (unsigned i = 0; i < results->options.rounds; i++)
            done(s, jt_write_f64(&s->writer, cell->samples[i]));
        done(s, jt_write_array_end(&s->writer));
    }
    done(s, jt_write_object_end(&s->writer));
}

bool bench_write_json(const char *path, const bench_results *results, const bench_report *report) {
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    sink *s = bench_allocate(1, sizeof *s);
    const jt_writer_options options = {.indent = " "};
    s->file = file;
    jt_writer_init(&s->writer, s->buffer, sizeof s->buffer, &options);

    done(s, jt_write_object_start(&s->writer));
    text_member(s, "benchmark", report->benchmark);
    text_member(s, "title", report->title);
    key(s, "facts");
    done(s, jt_write_object_start(&s->writer));
    for (size_t i = 0; i < report->fact_count; i++)
        text_member(s, report->facts[i].label, report->facts[i].value);
    done(s, jt_write_object_end(&s->writer));
    text_member(s, "clock", "cpu");
    number_member(s, "rounds", results->options.rounds);
    number_member(s, "sampleMs", results->options.sample_ms);
    if (report->reference < results->contestant_count) {
        text_member(s, "reference", results->contestants[report->reference].label);
    }
    key(s, "contestants");
    done(s, jt_write_array_start(&s->writer));
    for (size_t c = 0; c < results->contestant_count; c++) {
        done(s, jt_write_object_start(&s->writer));
        text_member(s, "label", results->contestants[c].label);
        text_member(s, "version", results->contestants[c].version);
        text_member(s, "about", results->contestants[c].about);
        double mean =
            report->reference < results->contestant_count ? bench_ratio_mean(results, c, report->reference) : 0;
        if (mean > 0)
            number_member(s, "geomean", mean);
        done(s, jt_write_object_end(&s->writer));
    }
    done(s, jt_write_array_end(&s->writer));
    key(s, "workloads");
    done(s, jt_write_array_start(&s->writer));
    for (size_t w = 0; w < results->workload_count; w++) {
        done(s, jt_write_object_start(&s->writer));
        text_member(s, "label", results->workloads[w].label);
        number_member(s, "bytes", (double)results->workloads[w].size);
        key(s, "cells");
        done(s, jt_write_array_start(&s->writer));
        for (size_t c = 0; c < results->contestant_count; c++)
            write_cell(s, results, w, c, report->reference);
        done(s, jt_write_array_end(&s->writer));
        done(s, jt_write_object_end(&s->writer));
    }
    done(s, jt_write_array_end(&s->writer));
    done(s, jt_write_object_end(&s->writer));

    fwrite(s->buffer, 1, s->writer.length, file);
    fputc('\n', file);
    bool good = !ferror(file);
    free(s);
    return fclose(file) == 0 && good;
}
