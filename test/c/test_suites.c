/* The public suites and real documents, on each instruction set: every case of JSONTestSuite and json_checker is
 * accepted or refused as it must be and as the oracle says, with its tape or its error; every document has the oracle's
 * tape. `--corpus DIR` says where they are; more files may be named as further arguments. Without either the test reads
 * documents that it generates, and says so. */
#include "folder.h"
#include "generate.h"

static bench b;
static size_t accepted, refused;

/* A file on each instruction set; what_must_be: 'y' accepted, 'n' refused, 'i' as the oracle says. */
static void run_file(const char *path, char what_must_be) {
    size_t length;
    uint8_t *data = check_read_file(path, &length);
    uint64_t before = check_failures;
    /* As it lies, and where the end of the text is the end of what may be read. */
    check_guard guard = check_guard_new(length);
    uint8_t *at = check_guard_end(&guard, length);
    if (length) {
        memcpy(at, data, length);
    }
    bench_take(&b, data, length);
    bool valid = bench_take(&b, at, length)->valid;
    bench_flush(&b);
    check_guard_free(&guard);
    if (what_must_be != 'i') {
        CHECK_EQ_U64(valid, what_must_be == 'y');
    }
    *(valid ? &accepted : &refused) += 1;
    if (check_failures != before) {
        fprintf(stderr, "    in %s\n", path);
    }
    free(data);
}

/* Every file of a folder, by name; the first letter or the word says what must be. Returns how many. */
static size_t run_folder(const char *corpus, const char *folder) {
    char path[4096], *names[FOLDER_MAX];
    size_t count = folder_names(corpus, folder, "json", names);
    accepted = refused = 0;
    for (size_t i = 0; i < count; i++) {
        const char *name = names[i];
        char must = 'i';
        if (strstr(folder, "documents")) {
            must = strstr(name, ".ndjson") ? 'n' : 'y';
        } else if (strstr(folder, "json_checker")) {
            must = strncmp(name, "pass", 4) == 0 || strstr(name, "_EXCLUDE") ? 'y' : 'n';
        } else if (strstr(folder, "test_parsing")) {
            must = name[0];
        }
        snprintf(path, sizeof path, "%s/%s/%s", corpus, folder, name);
        run_file(path, must);
        free(names[i]);
    }
    printf("%s: %zu files, %zu accepted, %zu refused\n", folder, count, accepted, refused);
    return count;
}

int main(int argc, char **argv) {
    const char *corpus = check_corpus(argc, argv);
    bench_init(&b, 1 << 16);
    if (corpus) {
        printf("corpus: %s\n", corpus);
        CHECK_EQ_U64(run_folder(corpus, "JSONTestSuite/test_parsing"), 318);
        CHECK_EQ_U64(run_folder(corpus, "JSONTestSuite/test_transform"), 22);
        CHECK_EQ_U64(run_folder(corpus, "json_checker"), 36);
        run_folder(corpus, "documents");
    }
    size_t files = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--corpus") == 0) {
            i++;
            continue;
        }
        printf("file: %s\n", argv[i]);
        run_file(argv[i], 'y');
        files++;
    }
    if (!corpus && !files) {
        static scratch x;
        printf("neither --corpus nor files given: generated documents\n");
        for (int i = 0; i < 200; i++) {
            generate_document(&b.random, &x, 20000);
            CHECK(bench_take(&b, x.bytes, x.length)->valid);
            bench_flush(&b);
        }
    }
    bench_free(&b);
    return check_report("suites");
}
