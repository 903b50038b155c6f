/* Input in chunks: files and stdin through read(2), which every system here has. */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How long is waited for the rest of the line that an error lies in. */
#define LOOK_AHEAD_MS 200

_Static_assert(INPUT_AHEAD <= INPUT_CHUNK, "what was looked at is a chunk, with room to look ahead behind it");

bool input_open(input *source, const char *path) {
    bool is_stdin = strcmp(path, "-") == 0;
    source->name = is_stdin ? "<stdin>" : path;
    source->size = source->start = 0;
    source->before = source->length = source->ahead = 0;
    if (is_stdin) {
        source->fd = STDIN_FILENO;
    } else {
        do {
            source->fd = open(path, O_RDONLY);
        } while (source->fd < 0 && errno == EINTR);
        if (source->fd < 0) {
            cli_complain("%s: %s", source->name, strerror(errno));
            return false;
        }
    }
    struct stat info;
    if (fstat(source->fd, &info) == 0) {
        if (S_ISDIR(info.st_mode)) {
            cli_complain("%s: is a directory", source->name);
            input_close(source);
            return false;
        }
        if (S_ISREG(info.st_mode) && info.st_size > 0) {
            source->size = (uint64_t)info.st_size;
        }
    }
    return true;
}

/* As read(2), but waits where there is nothing yet. */
static ssize_t read_some(input *source, uint8_t *into, size_t capacity) {
    for (;;) {
        ssize_t got = read(source->fd, into, capacity);
        if (got >= 0) {
            return got;
        }
        if (errno == EAGAIN) { /* stdin may be shared with someone who does not like to wait */
            struct pollfd wait = {.fd = source->fd, .events = POLLIN};
            poll(&wait, 1, -1);
        } else if (errno != EINTR) {
            return -1;
        }
    }
}

bool input_next(input *source) {
    uint8_t *const chunk = source->data + INPUT_BEFORE, *const end = chunk + source->length;
    size_t before = source->before + source->length;
    before = before < INPUT_BEFORE ? before : INPUT_BEFORE;
    memmove(chunk - before, end - before, before);
    memmove(chunk, end, source->ahead);
    source->start += source->length;
    source->before = before;
    source->length = source->ahead;
    source->ahead = 0;
    if (source->length == 0) {
        ssize_t got = read_some(source, chunk, INPUT_CHUNK);
        if (got < 0) {
            cli_complain("%s: %s", source->name, strerror(errno));
            return false;
        }
        source->length = (size_t)got;
    }
    return true;
}

/* Whether there is something to read, or the end, within a moment: where an error is told, nobody knows whether more is
 * going to come. */
static bool comes_soon(const input *source) {
    struct pollfd wait = {.fd = source->fd, .events = POLLIN};
    return poll(&wait, 1, LOOK_AHEAD_MS) != 0;
}

void input_look_ahead(input *source, size_t place, size_t bytes) {
    const uint8_t *const chunk = input_chunk(source);
    for (;;) {
        size_t end = source->length + source->ahead;
        if (end - place >= bytes || source->ahead == INPUT_AHEAD || memchr(chunk + place, '\n', end - place) ||
            !comes_soon(source)) {
            return;
        }
        ssize_t got = read_some(source, source->data + INPUT_BEFORE + end, INPUT_AHEAD - source->ahead);
        if (got <= 0) {
            return;
        }
        source->ahead += (size_t)got;
    }
}

void input_close(input *source) {
    if (source->fd != STDIN_FILENO) {
        close(source->fd);
    }
    source->fd = -1;
}
