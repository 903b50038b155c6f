/* Runs a fuzz target without a fuzzer: on nothing, and once on each file that is named or lies in a folder that is. An
 * input on which something is wrong ends the program; the last one printed is the one. */
#include "fuzz.h"

#include <dirent.h>

static void run(const char *path) {
    size_t length;
    uint8_t *bytes = check_read_file(path, &length);
    printf("%s\n", path);
    fflush(stdout);
    uint8_t *input = fuzz_copy(bytes, length);
    free(bytes);
    CHECK(LLVMFuzzerTestOneInput(input, length) == 0);
    free(input);
}

static void run_folder(DIR *folder, const char *path) {
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char name[4096];
        if (entry->d_name[0] != '.') {
            snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
            run(name);
            count++;
        }
    }
    if (count == 0) {
        check_fatal("no inputs in", path);
    }
}

int main(int argc, char **argv) {
    const uint8_t nothing = 0;
    CHECK(LLVMFuzzerTestOneInput(&nothing, 0) == 0);
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        if (folder) {
            run_folder(folder, argv[i]);
            closedir(folder);
        } else {
            run(argv[i]);
        }
    }
    const char *name = strrchr(argv[0], '/');
    return check_report(name ? name + 1 : argv[0]);
}
