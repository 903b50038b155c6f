/* What the programs of the C benchmarks share: options of the command line, documents from files, the facts that
 * results depend on, and how they end: tables on stdout, results as JSON, or instruction counts. */
#ifndef BENCH_PROGRAM_H
#define BENCH_PROGRAM_H

#include "report.h"

/* An option that a program has for itself. */
typedef struct bench_flag {
    const char *word;  /* "--chunks" */
    const char *about; /* for the help */
    bool *set;
} bench_flag;

enum { BENCH_CHOSEN = 8 };

typedef struct bench_program {
    const char *label; /* "bench-read" */
    const char *about; /* a sentence for the help */
    bool takes_files;
    const bench_flag *flags;
    size_t flag_count;
    bench_options options; /* the defaults; `progress` is set to the label */

    /* What the command line says. */
    const char *folder; /* where the results go as JSON, NULL: nowhere */
    bool markdown;
    bool instructions;                /* count instead of measuring: see bench_program_measure */
    const char *chosen[BENCH_CHOSEN]; /* of contestants, by the beginnings of their labels; none: all */
    size_t chosen_count;
    char **files;
    size_t file_count;
} bench_program;

/* Reads the command line, and sets the instruction set where it names one. 0 to go on, else the exit status plus 1. */
int bench_program_begin(bench_program *program, int argc, char **argv);

/* A file as a workload, with BENCH_PADDING zeros behind its data, which the caller frees; where it can't be read, ends
 * the process with a message and status 1. */
bench_workload bench_program_load(const bench_program *program, const char *path);

/* Measures those contestants that the command line chose, in place; their count is left in *contestant_count. With
 * --instructions each runs each workload once and is counted, labelled "contestant<TAB>workload<TAB>bytes", and the
 * process ends: under `valgrind --tool=callgrind` by a dump each, with BENCH_COUNTER=emulator in the environment under
 * qemu (count.c) by lines on stdout. */
bench_results bench_program_measure(const bench_program *program, const bench_workload *workloads,
                                    size_t workload_count, bench_contestant *contestants, size_t *contestant_count);

/* Prints, and writes FOLDER/BENCHMARK.json where that is wanted; before the report's own facts go those of every C
 * benchmark: processor, compiler, jsontape's version and instruction set, the commit. The exit status. */
int bench_program_report(const bench_program *program, const bench_results *results, const bench_report *report);

#endif
