/* Input as a source of chunks: files and stdin through read(2), which every system here has. */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The most that one call of read is asked for: some systems refuse or cut more. */
#define READ_MOST ((size_t)1 << 30)

bool input_open(input *source, const char *path) {
    bool is_stdin = strcmp(path, "-") == 0;
    source->name = is_stdin ? "<stdin>" : path;
    source->size_hint = 0;
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
            source->size_hint = (uint64_t)info.st_size;
        }
    }
    return true;
}

ptrdiff_t input_read(input *source, uint8_t *chunk, size_t capacity) {
    for (;;) {
        ssize_t got = read(source->fd, chunk, capacity < READ_MOST ? capacity : READ_MOST);
        if (got >= 0) {
            return got;
        }
        if (errno == EAGAIN) { /* stdin may be shared with someone who does not like to wait */
            struct pollfd wait = {.fd = source->fd, .events = POLLIN};
            poll(&wait, 1, -1);
        } else if (errno != EINTR) {
            cli_complain("%s: %s", source->name, strerror(errno));
            return -1;
        }
    }
}

void input_close(input *source) {
    if (source->fd != STDIN_FILENO) {
        close(source->fd);
    }
    source->fd = -1;
}

/* Room for `size` bytes in all; false, and reported, where there is none. */
static bool reserve(const input *source, buffer *into, uint64_t size) {
    if (size <= into->size) {
        return true;
    }
    uint8_t *data = size <= SIZE_MAX ? realloc(into->data, (size_t)size) : NULL;
    if (!data) {
        cli_complain("%s: out of memory", source->name);
        return false;
    }
    into->data = data;
    into->size = (size_t)size;
    return true;
}

bool input_read_all(input *source, buffer *into) {
    /* One byte more than the file has shows its end without growing. What stdin has left may be less than its file
     * has, and special files tell no size: so it is a hint only. */
    uint64_t limit = (uint64_t)UINT32_MAX + 1;
    into->length = 0;
    if (source->size_hint >= limit) {
        cli_complain("%s: files of 4 GiB and more are not supported by this version", source->name);
        return false;
    }
    if (!reserve(source, into, source->size_hint + 1 > 65536 ? source->size_hint + 1 : 65536)) {
        return false;
    }
    for (;;) {
        if (into->length == into->size) {
            uint64_t larger = (uint64_t)into->size * 2;
            if (!reserve(source, into, larger < limit ? larger : limit)) {
                return false;
            }
        }
        ptrdiff_t got = input_read(source, into->data + into->length, into->size - into->length);
        if (got <= 0) {
            return got == 0;
        }
        into->length += (size_t)got;
        if (into->length >= limit) {
            cli_complain("%s: input of 4 GiB and more is not supported by this version", source->name);
            return false;
        }
    }
}
