/* How far a long input has been read, for who waits at a terminal. */
#include "cli.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static bool wanted, shown;
static double next; /* when the line is due, in seconds */

static double now(void) {
    struct timespec time;
    return clock_gettime(CLOCK_MONOTONIC, &time) == 0 ? (double)time.tv_sec + (double)time.tv_nsec * 1e-9 : 0;
}

void progress_begin(bool writes_stdout) {
    wanted = isatty(STDERR_FILENO) && !(writes_stdout && isatty(STDOUT_FILENO));
    next = wanted ? now() + 1 : 0;
}

void progress_step(uint64_t done, uint64_t total) {
    if (!wanted) {
        return;
    }
    double time = now();
    if (time < next) {
        return;
    }
    next = time + 0.1;
    shown = true;
    fprintf(stderr, "\r%.1f MB", (double)done / 1e6);
    if (total >= done && total > 0) {
        fprintf(stderr, " of %.1f MB, %d %%", (double)total / 1e6, (int)((double)done / (double)total * 100));
    }
    fputs("\x1b[K", stderr);
    fflush(stderr);
}

void progress_clear(void) {
    if (shown) {
        shown = false;
        fputs("\r\x1b[K", stderr);
        fflush(stderr);
    }
}
