/* Output: a fixed buffer that is drained to stdout by write(2), so that a full disk or a closed pipe is seen. */
#include "cli.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

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
            cli_complain("cannot write: %s", strerror(errno));
            out->failed = true;
        }
    }
    return !out->failed;
}

bool output_flush(output *out) {
    size_t length = out->length;
    out->length = 0;
    return write_all(out, out->data, length);
}

bool output_put(output *out, const void *bytes, size_t length) {
    if (length > OUTPUT_SIZE - out->length) {
        if (!output_flush(out)) {
            return false;
        }
        if (length >= OUTPUT_SIZE) {
            return write_all(out, bytes, length);
        }
    }
    memcpy(out->data + out->length, bytes, length);
    out->length += length;
    return true;
}

bool output_put_u64(output *out, uint64_t number) {
    char digits[JT_NUMBER_MAX];
    return output_put(out, digits, jt_format_u64(number, digits));
}

bool output_close(output *out) {
    if (!output_flush(out)) {
        return false;
    }
    /* Some file systems report a full disk only here. A stdout that was never open had nothing to take. */
    if (close(STDOUT_FILENO) != 0 && errno != EBADF && errno != EINTR) {
        cli_complain("cannot write: %s", strerror(errno));
        return false;
    }
    return true;
}
