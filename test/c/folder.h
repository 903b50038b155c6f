/* The files of a folder of the corpus, by name. */
#ifndef JSONTAPE_TEST_FOLDER_H
#define JSONTAPE_TEST_FOLDER_H

#include "check.h"

#include <dirent.h>

#define FOLDER_MAX 1024

static inline int folder_by_name(const void *a, const void *c) {
    return strcmp(*(char *const *)a, *(char *const *)c);
}

/* Gives the names that have a part, each to be freed. Returns how many there are. */
static inline size_t folder_names(const char *corpus, const char *folder, const char *part, char *names[FOLDER_MAX]) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", corpus, folder);
    DIR *dir = opendir(path);
    if (!dir) {
        check_fatal("not in the corpus", path);
    }
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (strstr(entry->d_name, part) && count < FOLDER_MAX) {
            names[count++] = strdup(entry->d_name);
        }
    }
    closedir(dir);
    CHECK(count > 0 && count < FOLDER_MAX);
    qsort(names, count, sizeof names[0], folder_by_name);
    return count;
}

#endif
