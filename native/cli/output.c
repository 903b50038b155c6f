/* Output: a buffer that is drained to stdout by write(2), so that a full disk is seen. A pipe that nobody reads any
 * more ends the program without a word: by SIGPIPE or, where there are no signals or that one is ignored, here. */
#include "cli.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether an error of write says that nobody reads any more: of a pipe, wasmtime has no better word than EIO. */
static bool is_closed_pipe(int error) {
#ifdef __wasi__
    struct stat file;
    if (error == EIO)
        return fstat(STDOUT_FILENO, &file) == 0 && !S_ISREG(file.st_mode);
#endif
    return error == EPIPE;
}

static bool write_all(output *out, const uint8_t *bytes, size_t length) {
    while (!out->failed && length > 0) {
        ssize_t wrote = write(STDOUT_FILENO, bytes, length);
        if (wrote >= 0) {
            bytes += wrote;
            length -= (size_t)wrote;
        } else if (errno == EAGAIN) { /* stdout may be shared with someone who does not like to wait */
            struct pollfd wait = {.fd = STDOUT_FILENO, .events = POLLOUT};
            poll(&wait, 1, -1);
        } else if (errno != EINTR) {
            if (!is_closed_pipe(errno))
                cli_complain("cannot write: %s", strerror(errno));
            out->failed = true;
        }
    }
    return !out->failed;
}

/* ---- U+FFFD for ill-formed UTF-8 ---- */

/* What may follow the bytes of a sequence that is well-formed so far: how many bytes, and from which to which the next
 * (Unicode 15, table 3-7). */
static unsigned may_follow(const uint8_t *bytes, size_t length, uint8_t *low, uint8_t *high) {
    uint8_t b = bytes[0];
    *low = length > 1 ? 0x80 : b == 0xe0 ? 0xa0 : b == 0xf0 ? 0x90 : 0x80;
    *high = length > 1 ? 0xbf : b == 0xed ? 0x9f : b == 0xf4 ? 0x8f : 0xbf;
    size_t size = b < 0xc2 || b > 0xf4 ? 1 : b < 0xe0 ? 2 : b < 0xf0 ? 3 : 4;
    return (unsigned)(size - length);
}

/* Each maximal part of an ill-formed sequence becomes one U+FFFD (Unicode 15, section 3.9). */
static bool write_replaced(output *out, const uint8_t *bytes, size_t length) {
    uint8_t clean[3 * 1024];
    size_t used = 0;
    bool good = true;
    for (size_t i = 0; i < length && good;) {
        uint8_t low, high;
        if (used + 4 + 3 > sizeof clean) {
            good = write_all(out, clean, used);
            used = 0;
        }
        if (out->cut_length == 0) {
            if (bytes[i] < 0x80) {
                clean[used++] = bytes[i++];
                continue;
            }
            out->cut[out->cut_length++] = bytes[i++];
            if (may_follow(out->cut, 1, &low, &high) > 0) {
                continue;
            }
        } else {
            unsigned follow = may_follow(out->cut, out->cut_length, &low, &high);
            if (bytes[i] >= low && bytes[i] <= high) {
                if (follow > 1) {
                    out->cut[out->cut_length++] = bytes[i++];
                    continue;
                }
                memcpy(clean + used, out->cut, out->cut_length);
                used += out->cut_length;
                clean[used++] = bytes[i++];
                out->cut_length = 0;
                continue;
            }
        }
        memcpy(clean + used, "\xef\xbf\xbd", 3);
        used += 3;
        out->cut_length = 0;
    }
    return good && write_all(out, clean, used);
}

/* ---- The buffer ---- */

bool output_open(output *out) {
    *out = (output){.size = OUTPUT_SIZE, .data = malloc(OUTPUT_SIZE)};
    if (!out->data) {
        cli_complain("out of memory");
    }
    return out->data != NULL;
}

bool output_flush(output *out) {
    size_t length = out->holding ? out->held : out->length;
    bool good = out->replace ? write_replaced(out, out->data, length) : write_all(out, out->data, length);
    out->length -= length;
    out->held = 0;
    memmove(out->data, out->data + length, out->length);
    return good;
}

bool output_make_room(output *out) {
    if (!output_flush(out)) {
        return false;
    }
    if (out->length < out->size) {
        return true;
    }
    uint8_t *data = out->size <= SIZE_MAX / 2 ? realloc(out->data, out->size * 2) : NULL;
    if (!data) {
        cli_complain("out of memory");
        return false;
    }
    out->data = data;
    out->size *= 2;
    return true;
}

bool output_put(output *out, const void *bytes, size_t length) {
    const uint8_t *p = bytes;
    while (length > out->size - out->length) {
        size_t room = out->size - out->length;
        memcpy(out->data + out->length, p, room);
        out->length += room;
        p += room;
        length -= room;
        if (!output_make_room(out)) {
            return false;
        }
    }
    memcpy(out->data + out->length, p, length);
    out->length += length;
    return true;
}

void output_hold(output *out) {
    out->holding = true;
    out->held = out->length;
}

void output_release(output *out) {
    out->holding = false;
}

void output_take_back(output *out) {
    out->length = out->held;
    out->holding = false;
}

bool output_close(output *out) {
    bool good = output_flush(out);
    free(out->data);
    /* Some file systems report a full disk only here. A stdout that was never open had nothing to take. */
    if (good && close(STDOUT_FILENO) != 0 && errno != EBADF && errno != EINTR) {
        cli_complain("cannot write: %s", strerror(errno));
        return false;
    }
    return good;
}
