/* SPDX-License-Identifier: Apache-2.0 */
/* The host tier in a file. */
#define _GNU_SOURCE
#include "host.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int huvm_host_open(const char *path, uint64_t bytes, struct lpi_fault *fault)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) {
        lpi_fault_set(fault, LPI_BAD, "%s: %s", path, strerror(errno));
        return -1;
    }
    unlink(path);
    int reason = posix_fallocate(fd, 0, (off_t)bytes);
    if (reason == 0)
        return fd;
    lpi_fault_set(fault, LPI_BAD, "%s: %s", path, strerror(reason));
    close(fd);
    return -1;
}
