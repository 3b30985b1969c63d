/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "spill.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Not every file system can make a file without a name. */
static int make(void)
{
    const char *folder = getenv("TMPDIR");
    char path[PATH_MAX];
    if (folder == NULL || *folder == '\0')
        folder = "/tmp";
    int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0)
        return fd;
    if ((size_t)snprintf(path, sizeof path, "%s/linepress.XXXXXX", folder) >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    fd = mkostemp(path, O_CLOEXEC);
    if (fd >= 0)
        unlink(path);
    return fd;
}

void lpi_spill_begin(struct lpi_spill *s, uint64_t *begin)
{
    *begin = s->size;
    s->parts++;
}

int lpi_spill_append(struct lpi_spill *s, const void *bytes, size_t count)
{
    const char *from = bytes;
    if (!s->made) {
        s->fd = make();
        s->made = s->fd >= 0;
        if (!s->made)
            return LP_ERR_SYSTEM;
    }
    while (count > 0) {
        ssize_t n = pwrite(s->fd, from, count, (off_t)s->size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return LP_ERR_SYSTEM;
        from += n;
        count -= (size_t)n;
        s->size += (uint64_t)n;
    }
    return LP_OK;
}

int lpi_spill_read(const struct lpi_spill *s, uint64_t at, void *bytes, size_t count)
{
    char *to = bytes;
    while (count > 0) {
        ssize_t n = pread(s->fd, to, count, (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0)
            errno = EIO; /* another process shortened the file */
        if (n <= 0)
            return LP_ERR_SYSTEM;
        to += n;
        count -= (size_t)n;
        at += (uint64_t)n;
    }
    return LP_OK;
}

void lpi_spill_free(struct lpi_spill *s, uint64_t begin, uint64_t count)
{
    if (--s->parts > 0) {
        /* Without holes the space is freed with the last part. */
        if (count > 0)
            (void)fallocate(s->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)begin,
                            (off_t)count);
        return;
    }
    if (s->made && ftruncate(s->fd, 0) == 0)
        s->size = 0;
}

void lpi_spill_close(struct lpi_spill *s)
{
    if (s->made)
        close(s->fd);
}
