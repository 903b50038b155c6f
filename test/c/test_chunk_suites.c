/* The public suites and real documents in chunks, on each instruction set: whatever the cuts, the tokens, errors and
 * positions of the whole. `--corpus DIR` says where they are; without it nothing is left to do here, and the test says
 * so. */
#include "folder.h"
#include "streaming.h"

#define SMALL 200           /* bytes: every two-way cut, and everything that is said of a token */
#define MIDDLE (100 * 1024) /* one byte a chunk on each instruction set; what is larger on the best one */

static stream whole, cut;
static uint64_t random_state = 20261130;

static void run_file(const char *path, bool best) {
    size_t length;
    uint8_t *data = check_read_file(path, &length);
    uint64_t before = check_failures;
    whole.details = cut.details = length <= SMALL;
    if (length <= SMALL) {
        check_small(&whole, &cut, data, length, &random_state);
    } else {
        run_whole(&whole, data, length);
        if (length <= MIDDLE || best) {
            run_chunks(&cut, data, length, 1, 0, &random_state);
            same(&whole, &cut, data, length, "chunks of", 1);
        }
        static const size_t most[] = {100, 5000, 100000};
        for (size_t i = 0; i < sizeof most / sizeof most[0]; i++) {
            run_chunks(&cut, data, length, 0, most[i], &random_state);
            same(&whole, &cut, data, length, "chunks up to", most[i]);
        }
    }
    if (check_failures != before) {
        fprintf(stderr, "    in %s\n", path);
    }
    free(data);
}

int main(int argc, char **argv) {
    static const char *const folders[] = {"JSONTestSuite/test_parsing", "JSONTestSuite/test_transform", "json_checker",
                                          "documents"};
    const char *corpus = check_corpus(argc, argv);
    jt_isa isas[READING_ISAS];
    size_t count = reading_find_isas(isas);
    whole.r = reading_new(0);
    cut.r = reading_new(0);
    printf("%s%s\n", corpus ? "corpus: " : "no --corpus: nothing is read", corpus ? corpus : "");
    for (size_t i = 0; corpus && i < sizeof folders / sizeof folders[0]; i++) {
        char *names[FOLDER_MAX], path[4096];
        size_t files = folder_names(corpus, folders[i], "json", names);
        for (size_t k = 0; k < files; k++) {
            snprintf(path, sizeof path, "%s/%s/%s", corpus, folders[i], names[k]);
            for (size_t isa = 0; isa < count; isa++) {
                CHECK_EQ_U64(jt_set_isa(isas[isa]), JT_OK);
                run_file(path, isa == count - 1);
            }
            free(names[k]);
        }
        printf("%s: %zu files\n", folders[i], files);
    }
    free(cut.chunk);
    free(whole.tokens);
    free(cut.tokens);
    reading_free(whole.r);
    reading_free(cut.r);
    return check_report("chunk suites");
}
