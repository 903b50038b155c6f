/* bench-read: tokenizing with key interning, by the public functions alone, beside other readers of JSON, on documents
 * that are given as files. */
#include "chunks.h"
#include "peers.h"
#include "report.h"

#include "../../core/include/jsontape.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static const char help[] = "bench-read - reads JSON documents with jsontape and its peers, and compares\n"
                           "\n"
                           "Usage: bench-read [OPTION...] FILE...\n"
                           "\n"
                           "  --rounds N     samples of each reader on each document, 1 to 1000 (default 21)\n"
                           "  --isa ISA      jsontape's instruction set (default: the best here)\n"
                           "  --chunks       instead of peers: the document in chunks of several sizes\n"
                           "  --json FILE    all samples as JSON\n"
                           "  --markdown     the table as Markdown\n"
                           "  -h, --help     prints this\n"
                           "\n"
                           "Environment: SIMDJSON_FORCE_IMPLEMENTATION names the implementation that simdjson uses.\n";

enum { USAGE = 2 };

/* ---- Ours ---------------------------------------------------------------------------------------------------------
 */

/* A tokenizer with its blocks, which serve every document. */
typedef struct reader {
    jt_tokenizer tokenizer;
    void *blocks[JT_BLOCKS];
} reader;

static const char *run_jsontape(void *state, const bench_workload *workload) {
    reader *r = state;
    jt_tokenizer *t = &r->tokenizer;
    jt_status status;
    jt_tokenizer_reset(t, NULL);
    while ((status = jt_tokenize(t, workload->data, workload->size)) == JT_NEED_MEMORY) {
        r->blocks[t->need] = bench_reallocate(r->blocks[t->need], t->wanted);
        jt_tokenizer_set_block(t, t->need, r->blocks[t->need], t->wanted);
    }
    if (status == JT_OK)
        return NULL;
    static char message[256];
    jt_error_message(t, message, sizeof message);
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
    jt_tape tape = jt_tokenizer_tape(&((reader *)state)->tokenizer);
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

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The file, with zeros behind it; false with errno. */
static bool read_file(const char *path, bench_workload *workload) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    size_t capacity = 1 << 16, length = 0, got;
    uint8_t *data = bench_allocate(1, capacity + BENCH_PADDING);
    errno = 0;
    while ((got = fread(data + length, 1, capacity - length, file)) > 0) {
        length += got;
        if (length < capacity)
            continue;
        capacity *= 2;
        data = bench_reallocate(data, capacity + BENCH_PADDING);
    }
    bool good = !ferror(file);
    fclose(file);
    memset(data + length, 0, BENCH_PADDING);
    *workload = (bench_workload){.label = last_part(path), .data = data, .size = length};
    if (!good)
        free(data);
    return good;
}

/* Reads a document and what all readers must find in it; ends the process where that fails. */
static bench_workload load(const char *path, reader *ours) {
    bench_workload workload;
    if (!read_file(path, &workload)) {
        fprintf(stderr, "bench-read: %s: %s\n", path, strerror(errno));
        exit(1);
    }
    const char *problem = run_jsontape(ours, &workload);
    if (problem) {
        fprintf(stderr, "bench-read: %s: %s\n", path, problem);
        exit(1);
    }
    bench_expected *expected = bench_allocate(1, sizeof *expected);
    jt_tape tape = jt_tokenizer_tape(&ours->tokenizer);
    *expected = (bench_expected){census_of(&tape), digest(&tape), tape.length};
    workload.expected = expected;
    return workload;
}

/* ---- The machine --------------------------------------------------------------------------------------------------
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

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

/* glibc gives large blocks back to the system and takes them anew, which costs peers that allocate for each document
 * more than their work does. */
static void keep_memory(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

/* ---- Arguments ----------------------------------------------------------------------------------------------------
 */

typedef struct settings {
    bench_options options;
    const char *json;
    bool markdown;
    bool chunks;
    int files; /* the first so many of argv */
} settings;

static int wrong(const char *text, const char *about) {
    fprintf(stderr, "bench-read: %s%s\n`bench-read --help` says more.\n", text, about);
    return USAGE;
}

/* 0, or the exit status plus 1. */
static int read_arguments(int argc, char **argv, settings *s) {
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        if (!strcmp(argument, "-h") || !strcmp(argument, "--help")) {
            fputs(help, stdout);
            return 1;
        }
        if (!strcmp(argument, "--markdown")) {
            s->markdown = true;
        } else if (!strcmp(argument, "--chunks")) {
            s->chunks = true;
        } else if (argument[0] != '-') {
            argv[s->files++] = argv[i];
        } else {
            bool rounds = !strcmp(argument, "--rounds"), isa = !strcmp(argument, "--isa");
            if (!rounds && !isa && strcmp(argument, "--json") != 0)
                return 1 + wrong("unknown option ", argument);
            if (++i == argc)
                return 1 + wrong("a value is missing behind ", argument);
            if (rounds) {
                char *end;
                unsigned long value = strtoul(argv[i], &end, 10);
                if (*end || value < 1 || value > 1000)
                    return 1 + wrong("--rounds takes 1 to 1000, not ", argv[i]);
                s->options.rounds = (unsigned)value;
            } else if (isa) {
                int value = jt_isa_from_name(argv[i]);
                if (value < 0 || jt_set_isa((jt_isa)value) != JT_OK) {
                    return 1 + wrong("this build or processor has no instruction set ", argv[i]);
                }
            } else {
                s->json = argv[i];
            }
        }
    }
    return s->files ? 0 : 1 + wrong("no file is given", "");
}

/* Those that were found when this was built; the labels of the others go to missing. Returns how many. */
static size_t add_peers(bench_contestant *peers, char *missing) {
    size_t count = 0;
    missing[0] = 0;
#ifdef BENCH_SIMDJSON
    peers[count++] = peer_simdjson();
#else
    strcat(missing, " simdjson");
#endif
#ifdef BENCH_YAJL
    peers[count++] = peer_yajl();
#else
    strcat(missing, " yajl");
#endif
#ifdef BENCH_RAPIDJSON
    peers[count++] = peer_rapidjson();
#else
    strcat(missing, " RapidJSON");
#endif
    return count;
}

int main(int argc, char **argv) {
    settings s = {.options = {.rounds = 21, .sample_ms = 3, .progress = "bench-read"}};
    int status = read_arguments(argc, argv, &s);
    if (status)
        return status - 1;
    keep_memory();

    reader ours = {0};
    jt_tokenizer_init(&ours.tokenizer, NULL);
    ours.blocks[JT_BLOCK_KEYS] = bench_allocate(1, JT_KEYS_BYTES_MIN);
    jt_tokenizer_set_block(&ours.tokenizer, JT_BLOCK_KEYS, ours.blocks[JT_BLOCK_KEYS], JT_KEYS_BYTES_MIN);
    bench_workload *workloads = bench_allocate((size_t)s.files, sizeof *workloads);
    for (int i = 0; i < s.files; i++)
        workloads[i] = load(argv[i], &ours);

    char cpu[320], version[64];
    processor(cpu, sizeof cpu);
    snprintf(version, sizeof version, "%s (%s)", jt_version(), jt_isa_name(jt_get_isa()));
    bench_contestant contestants[BENCH_CHUNKINGS] = {
        {"jsontape", version, "every token on a tape, keys interned, numbers as spans, UTF-8 checked; memory reused",
         &ours, run_jsontape, check_jsontape}};
    char missing[64] = "";
    size_t count = s.chunks ? BENCH_CHUNKINGS : 1 + add_peers(contestants + 1, missing);
    if (s.chunks)
        bench_chunk_contestants(contestants, version);
    bench_results results = bench_measure(workloads, (size_t)s.files, contestants, count, &s.options);

    const bench_fact facts[] = {
        {"processor", cpu}, {"compiler", COMPILER}, {"not found when this was built", missing + 1}};
    const bench_report read = {"read", "Native tokenizing", facts, missing[0] ? 3 : 2, count > 1 ? 1 : SIZE_MAX};
    const bench_report chunks = {"chunks", "Native tokenizing in chunks", facts, 2, 0};
    const bench_report report = s.chunks ? chunks : read;
    bench_print(stdout, &results, &report, s.markdown);
    if (s.chunks)
        bench_print_chunks(stdout, &results);
    if (s.json && !bench_write_json(s.json, &results, &report)) {
        fprintf(stderr, "bench-read: %s: %s\n", s.json, strerror(errno));
        status = 1;
    }

    bench_results_free(&results);
    for (int i = 0; i < s.files; i++) {
        free((void *)(uintptr_t)workloads[i].data);
        free((void *)(uintptr_t)workloads[i].expected);
    }
    free(workloads);
    for (size_t i = 0; i < JT_BLOCKS; i++)
        free(ours.blocks[i]);
    return status;
}
