/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* fallocate, MAP_ANONYMOUS */
#include "swap_host.h"
#include <errno.h>
#include <fcntl.h>
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define PAGE 4096u

static int open_ram(struct lpi_host *h)
{
    void *ram = mmap(NULL, h->bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (ram == MAP_FAILED)
        return LP_ERR_SYSTEM;
    h->ram = ram;
    return LP_OK;
}

static int open_file(struct lpi_host *h, const char *path)
{
    h->file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (h->file < 0)
        return LP_ERR_SYSTEM;
    /* The program may change its working directory. */
    h->path = realpath(path, NULL);
    if (h->path != NULL)
        return LP_OK;
    int why = errno;
    unlink(path);
    close(h->file);
    errno = why;
    return LP_ERR_SYSTEM;
}

int lpi_host_open(struct lpi_host *h, const char *path, uint64_t bytes)
{
    *h = (struct lpi_host){.file = -1, .bytes = bytes / PAGE * PAGE};
    if (h->bytes == 0 || h->bytes > SIZE_MAX / 2) {
        errno = EINVAL;
        return LP_ERR_SYSTEM;
    }
    int error = lpi_space_open(&h->space, h->bytes, PAGE);
    if (error != LP_OK)
        return error;
    error = path == NULL ? open_ram(h) : open_file(h, path);
    if (error != LP_OK)
        lpi_space_close(&h->space);
    return error;
}

void lpi_host_close(struct lpi_host *h)
{
    if (h->ram != NULL)
        munmap(h->ram, h->bytes);
    if (h->file >= 0) {
        /* The name may belong to another file by now. */
        if (lpi_host_check(h) == LP_OK)
            unlink(h->path);
        close(h->file);
    }
    free(h->path);
    lpi_space_close(&h->space);
}

int lpi_host_take(struct lpi_host *h, uint64_t bytes, uint64_t *at)
{
    return lpi_space_take(&h->space, bytes, at);
}

/*
 * Freed ranges of a file release their disk space where the system supports it. Freed memory is
 * only offered to the system, so its pages are reused if they are still there.
 */
void lpi_host_give(struct lpi_host *h, uint64_t at, uint64_t bytes)
{
    uint64_t length = lpi_space_round(&h->space, bytes);
    if (h->ram != NULL)
        madvise(h->ram + at, length, MADV_FREE);
    else
        (void)!fallocate(h->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)at,
                         (off_t)length);
    lpi_space_give(&h->space, at, bytes);
}

int lpi_host_check(const struct lpi_host *h)
{
    struct stat mine, named;
    if (h->file < 0)
        return LP_OK;
    if (fstat(h->file, &mine) != 0)
        return LP_ERR_SYSTEM;
    if (stat(h->path, &named) == 0 && named.st_ino == mine.st_ino && named.st_dev == mine.st_dev)
        return LP_OK;
    errno = ENOENT;
    return LP_ERR_SYSTEM;
}

int lpi_host_write(struct lpi_host *h, uint64_t at, const void *data, size_t bytes)
{
    if (h->ram != NULL) {
        memcpy(h->ram + at, data, bytes);
        return LP_OK;
    }
    for (size_t done = 0; done < bytes;) {
        ssize_t n = pwrite(h->file, (const uint8_t *)data + done, bytes - done, (off_t)(at + done));
        if (n < 0 && errno != EINTR)
            return LP_ERR_SYSTEM;
        done += n > 0 ? (size_t)n : 0;
    }
    return LP_OK;
}

int lpi_host_read(struct lpi_host *h, uint64_t at, void *data, size_t bytes)
{
    if (h->ram != NULL) {
        memcpy(data, h->ram + at, bytes);
        return LP_OK;
    }
    for (size_t done = 0; done < bytes;) {
        ssize_t n = pread(h->file, (uint8_t *)data + done, bytes - done, (off_t)(at + done));
        if (n < 0 && errno != EINTR)
            return LP_ERR_SYSTEM;
        if (n == 0)
            return LP_ERR_SHORT;
        done += n > 0 ? (size_t)n : 0;
    }
    return LP_OK;
}
