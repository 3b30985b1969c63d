/* SPDX-License-Identifier: Apache-2.0 */
/* The host tier in a file. */
#define _GNU_SOURCE
#include "huvm_host.h"
#include "../shared/fail.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int huvm_host_open(const char *path, uint64_t bytes)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        cli_fail("%s: %s", path, strerror(errno));
    unlink(path);
    int reason = posix_fallocate(fd, 0, (off_t)bytes);
    if (reason != 0)
        cli_fail("%s: %s", path, strerror(reason));
    return fd;
}
