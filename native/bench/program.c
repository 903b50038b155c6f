#include "program.h"

#include "../../core/include/jsontape.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>
#if defined(__has_include)
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define BENCH_CALLGRIND 1
#endif
#endif

enum { USAGE = 2 };

/* ---- Arguments ----------------------------------------------------------------------------------------------------
 */

static void print_help(const bench_program *p) {
    printf("%s - %s\n\nUsage: %s [OPTION...]%s\n\n", p->label, p->about, p->label, p->takes_files ? " FILE..." : "");
    for (size_t i = 0; i < p->flag_count; i++)
        printf("  %-16s %s\n", p->flags[i].word, p->flags[i].about);
    printf("  --rounds N       samples of each contestant on each workload, 1 to 1000 (default %u)\n"
           "  --isa ISA        jsontape's instruction set (default: the best here)\n"
           "  --contestant L   those whose labels begin so; up to %d times (default: all)\n"
           "  --json FOLDER    all samples as FOLDER/BENCHMARK.json\n"
           "  --markdown       tables as Markdown\n"
           "  --paced          says `ready` on stderr before each round, which waits for a line on stdin\n"
           "  --instructions   under `valgrind --tool=callgrind`: counts instead of times\n"
           "  -h, --help       prints this\n",
           p->options.rounds, BENCH_CHOSEN);
}

static int wrong(const bench_program *p, const char *text, const char *about) {
    fprintf(stderr, "%s: %s%s\n`%s --help` says more.\n", p->label, text, about, p->label);
    return 1 + USAGE;
}

static bool set_flag(const bench_program *p, const char *word) {
    for (size_t i = 0; i < p->flag_count; i++) {
        if (strcmp(p->flags[i].word, word) == 0)
            return *p->flags[i].set = true;
    }
    return false;
}

/* An option with a value; 0, or the exit status plus 1. */
static int set_value(bench_program *p, const char *option, const char *value) {
    const char *const known[] = {"--rounds", "--isa", "--contestant", "--json"};
    size_t which = 0;
    while (which < 4 && strcmp(known[which], option) != 0)
        which++;
    if (which == 4)
        return wrong(p, "unknown option ", option);
    if (!value)
        return wrong(p, "a value is missing behind ", option);
    if (which == 0) {
        char *end;
        unsigned long rounds = strtoul(value, &end, 10);
        if (*end || rounds < 1 || rounds > 1000)
            return wrong(p, "--rounds takes 1 to 1000, not ", value);
        p->options.rounds = (unsigned)rounds;
    } else if (which == 1) {
        int isa = jt_isa_from_name(value);
        if (isa < 0 || jt_set_isa((jt_isa)isa) != JT_OK)
            return wrong(p, "this build or processor has no instruction set ", value);
    } else if (which == 2) {
        if (p->chosen_count == BENCH_CHOSEN)
            return wrong(p, "too often: --contestant ", value);
        p->chosen[p->chosen_count++] = value;
    } else {
        p->folder = value;
    }
    return 0;
}

int bench_program_begin(bench_program *p, int argc, char **argv) {
    p->options.progress = p->label;
    p->files = argv;
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        if (strcmp(argument, "-h") == 0 || strcmp(argument, "--help") == 0) {
            print_help(p);
            return 1;
        }
        if (strcmp(argument, "--markdown") == 0) {
            p->markdown = true;
        } else if (strcmp(argument, "--paced") == 0) {
            p->options.paced = true;
        } else if (strcmp(argument, "--instructions") == 0) {
            p->instructions = true;
        } else if (argument[0] == '-') {
            if (set_flag(p, argument))
                continue;
            int status = set_value(p, argument, i + 1 < argc ? argv[i + 1] : NULL);
            if (status)
                return status;
            i++;
        } else if (p->takes_files) {
            argv[p->file_count++] = argv[i];
        } else {
            return wrong(p, "it takes no files, but there is ", argument);
        }
    }
    return p->takes_files && !p->file_count ? wrong(p, "no file is given", "") : 0;
}

/* ---- Documents ----------------------------------------------------------------------------------------------------
 */

bench_workload bench_program_load(const bench_program *program, const char *path) {
    const char *slash = strrchr(path, '/');
    size_t capacity = 1 << 16, length = 0, got;
    uint8_t *data = bench_allocate(1, capacity + BENCH_PADDING);
    FILE *file = fopen(path, "rb");
    errno = file ? 0 : errno;
    while (file && (got = fread(data + length, 1, capacity - length, file)) > 0) {
        length += got;
        if (length == capacity)
            data = bench_reallocate(data, (capacity *= 2) + BENCH_PADDING);
    }
    if (!file || ferror(file)) {
        fprintf(stderr, "%s: %s: %s\n", program->label, path, strerror(errno));
        exit(1);
    }
    fclose(file);
    memset(data + length, 0, BENCH_PADDING);
    return (bench_workload){.label = slash ? slash + 1 : path, .data = data, .size = length};
}

/* ---- Facts --------------------------------------------------------------------------------------------------------
 */

static void processor(char *text, size_t capacity) {
    struct utsname system = {0};
    uname(&system);
    snprintf(text, capacity, "%s", system.machine);
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (!file)
        return;
    char line[256];
    while (fgets(line, sizeof line, file)) {
        char *value = strchr(line, ':');
        if (!value || strncmp(line, "model name", 10) != 0)
            continue;
        value += strspn(value, ": \t");
        value[strcspn(value, "\n")] = 0;
        snprintf(text, capacity, "%s (%s)", value, system.machine);
        break;
    }
    fclose(file);
}

/* BENCH_COMMIT of the environment, or what git says of the checkout that this was built from. */
static void commit(char *text, size_t capacity) {
    const char *given = getenv("BENCH_COMMIT");
    snprintf(text, capacity, "%s", given ? given : "unknown");
#if defined(BENCH_CHECKOUT) && !defined(__wasi__)
    FILE *git = given ? NULL : popen("git -C '" BENCH_CHECKOUT "' describe --always --dirty --abbrev=10 2>&1", "r");
    char line[64];
    if (git && fgets(line, sizeof line, git) && !strchr(line, ':')) {
        line[strcspn(line, "\n")] = 0;
        snprintf(text, capacity, "%s", line);
    }
    if (git)
        pclose(git);
#endif
}

/* BENCH_ENGINE of the environment says what runs a program that is not native. */
#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

enum { FACTS = 4 };

/* Those of every C benchmark; valid until the next call. */
static void set_facts(bench_fact facts[FACTS]) {
    static char cpu[320], built[192], version[64], revision[64];
    const char *engine = getenv("BENCH_ENGINE");
    processor(cpu, sizeof cpu);
    snprintf(built, sizeof built, "%s%s%s", engine ? engine : "", engine ? ", " : "", COMPILER);
    commit(revision, sizeof revision);
    snprintf(version, sizeof version, "%s, %s", jt_version(), jt_isa_name(jt_get_isa()));
    facts[0] = (bench_fact){"processor", cpu};
    facts[1] = (bench_fact){"engine", built};
    facts[2] = (bench_fact){"jsontape", version};
    facts[3] = (bench_fact){"commit", revision};
}

/* ---- The run ------------------------------------------------------------------------------------------------------
 */

static bool is_chosen(const bench_program *p, const bench_contestant *contestant) {
    for (size_t i = 0; i < p->chosen_count; i++) {
        if (strncmp(contestant->label, p->chosen[i], strlen(p->chosen[i])) == 0)
            return true;
    }
    return p->chosen_count == 0;
}

/* What is counted lies between these: callgrind dumps it by the label; an emulator that counts (count.c) sees a system
 * call at both ends, and the label is printed. */
#ifdef __wasi__
#define MARK() ((void)0)
#else
#define MARK() ((void)getppid())
#endif

static void begin_count(bool emulated) {
    if (emulated)
        MARK();
#ifdef BENCH_CALLGRIND
    else
        CALLGRIND_ZERO_STATS;
#endif
}

static void end_count(bool emulated, const char *label) {
    if (emulated) {
        MARK();
        puts(label);
    }
#ifdef BENCH_CALLGRIND
    else {
        CALLGRIND_DUMP_STATS_AT(label);
    }
#endif
}

/* Ends the process. */
static void count_instructions(const bench_program *p, const bench_workload *workloads, size_t workload_count,
                               const bench_contestant *contestants, size_t contestant_count) {
    const char *counter = getenv("BENCH_COUNTER");
    const bool emulated = counter && strcmp(counter, "emulator") == 0;
    bool counted = emulated;
#ifdef BENCH_CALLGRIND
    counted = counted || RUNNING_ON_VALGRIND;
#endif
    if (!counted) {
        fprintf(stderr,
                "%s: --instructions counts under valgrind --tool=callgrind (its header has to be there when this "
                "is built), or under qemu (bench-node/instructions.js)\n",
                p->label);
        exit(USAGE);
    }
    for (size_t w = 0; w < workload_count; w++) {
        for (size_t c = 0; c < contestant_count; c++) {
            char label[256];
            snprintf(label, sizeof label, "%s\t%s\t%zu", contestants[c].label, workloads[w].label, workloads[w].size);
            /* The first runs find memory and tables as no later one does. */
            const char *problem = NULL;
            for (int i = 0; i < 2 && !problem; i++)
                problem = contestants[c].run(contestants[c].state, &workloads[w]);
            if (problem)
                continue;
            begin_count(emulated);
            contestants[c].run(contestants[c].state, &workloads[w]);
            end_count(emulated, label);
        }
    }
    exit(0);
}

bench_results bench_program_measure(const bench_program *program, const bench_workload *workloads,
                                    size_t workload_count, bench_contestant *contestants, size_t *contestant_count) {
    size_t count = 0;
    for (size_t c = 0; c < *contestant_count; c++) {
        if (is_chosen(program, &contestants[c]))
            contestants[count++] = contestants[c];
    }
    if (count == 0) {
        fprintf(stderr, "%s: no contestant's label begins with '%s'; they are:\n", program->label, program->chosen[0]);
        for (size_t c = 0; c < *contestant_count; c++)
            fprintf(stderr, "  %s\n", contestants[c].label);
        exit(USAGE);
    }
    *contestant_count = count;
    if (program->instructions)
        count_instructions(program, workloads, workload_count, contestants, count);
    return bench_measure(workloads, workload_count, contestants, count, &program->options);
}

/* Writes FOLDER/BENCHMARK.json. The exit status. */
static int write_results(const bench_program *program, const bench_results *results, const bench_report *report) {
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s.json", program->folder, report->benchmark);
    errno = length < (int)sizeof path ? 0 : ENAMETOOLONG;
    bool made = !errno && (mkdir(program->folder, 0777) == 0 || errno == EEXIST);
    if (made && bench_write_json(path, results, report))
        return 0;
    fprintf(stderr, "%s: %s: %s\n", program->label, path, strerror(errno));
    return 1;
}

int bench_program_report(const bench_program *program, const bench_results *results, const bench_report *report) {
    bench_report whole = *report;
    bench_fact *facts = bench_allocate(FACTS + report->fact_count, sizeof *facts);
    set_facts(facts);
    for (size_t i = 0; i < report->fact_count; i++)
        facts[FACTS + i] = report->facts[i];
    whole.facts = facts;
    whole.fact_count += FACTS;
    bench_print(stdout, results, &whole, program->markdown);
    int status = program->folder ? write_results(program, results, &whole) : 0;
    free(facts);
    return status;
}
