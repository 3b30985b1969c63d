/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "raw.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <time.h>

int lpi_raw_create(const char *path)
{
    long fd = lpi_raw(SYS_openat, AT_FDCWD, (long)path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                      0600, 0, 0);
    long error = fd >= 0 ? lpi_raw(SYS_fchmod, fd, 0600, 0, 0, 0, 0) : fd;
    if (fd >= 0 && error < 0)
        lpi_raw_close((int)fd);
    return (int)(error < 0 ? error : fd);
}

long lpi_raw_folder(const char *path)
{
    long error = lpi_raw(SYS_mkdirat, AT_FDCWD, (long)path, 0700, 0, 0, 0);
    return error < 0 ? error : lpi_raw(SYS_fchmodat, AT_FDCWD, (long)path, 0700, 0, 0, 0);
}

int lpi_raw_open(const char *path)
{
    return (int)lpi_raw(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0, 0, 0);
}

long lpi_raw_close(int fd)
{
    return lpi_raw(SYS_close, fd, 0, 0, 0, 0, 0);
}

long lpi_raw_write(int fd, const void *bytes, size_t count)
{
    const uint8_t *p = bytes;
    while (count > 0) {
        long n = lpi_raw(SYS_write, fd, (long)p, (long)count, 0, 0, 0);
        if (n == -EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? n : -EIO;
        p += n;
        count -= (size_t)n;
    }
    return 0;
}

long lpi_raw_write_at(int fd, const void *bytes, size_t count, uint64_t at)
{
    const uint8_t *p = bytes;
    while (count > 0) {
        long n = lpi_raw(SYS_pwrite64, fd, (long)p, (long)count, (long)at, 0, 0);
        if (n == -EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? n : -EIO;
        p += n;
        at += (uint64_t)n;
        count -= (size_t)n;
    }
    return 0;
}

long lpi_raw_read(int fd, void *bytes, size_t count)
{
    long n;
    do
        n = lpi_raw(SYS_read, fd, (long)bytes, (long)count, 0, 0, 0);
    while (n == -EINTR);
    return n;
}

long lpi_raw_read_at(int fd, void *bytes, size_t count, uint64_t at)
{
    long n;
    do
        n = lpi_raw(SYS_pread64, fd, (long)bytes, (long)count, (long)at, 0, 0);
    while (n == -EINTR);
    return n;
}

void *lpi_raw_memory(size_t bytes)
{
    long address = lpi_raw(SYS_mmap, 0, (long)bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return address < 0 && address > -4096 ? NULL : (void *)address;
}

uint64_t lpi_raw_time(int clock)
{
    struct timespec now = {0};
    lpi_raw(SYS_clock_gettime, clock, (long)&now, 0, 0, 0, 0);
    return 1000000000u * (uint64_t)now.tv_sec + (uint64_t)now.tv_nsec;
}

int lpi_raw_pid(void)
{
    return (int)lpi_raw(SYS_getpid, 0, 0, 0, 0, 0, 0);
}
