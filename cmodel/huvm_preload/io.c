/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reading and writing of managed memory, in parts through memory that is none: without privilege a
 * system call that meets a chunk that is not resident fails with EFAULT.
 */
#define _GNU_SOURCE
#include "preload.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PART = 16384 };

static struct {
    ssize_t (*read)(int, void *, size_t);
    ssize_t (*pread)(int, void *, size_t, off64_t);
    ssize_t (*write)(int, const void *, size_t);
    ssize_t (*pwrite)(int, const void *, size_t, off64_t);
    ssize_t (*recv)(int, void *, size_t, int);
    ssize_t (*send)(int, const void *, size_t, int);
    size_t (*fread)(void *, size_t, size_t, FILE *);
    size_t (*fwrite)(const void *, size_t, size_t, FILE *);
} next;

static size_t part_of(size_t left)
{
    return left < PART ? left : PART;
}

/* What is no regular file may have no more for now, and is not asked a second time. */
static bool is_regular(int fd)
{
    struct stat st;
    return fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
}

/* Offset < 0: from where the file is. */
static ssize_t read_parts(int fd, uint8_t *to, size_t bytes, off64_t offset)
{
    uint8_t part[PART];
    size_t done = 0;
    do {
        size_t want = part_of(bytes - done);
        ssize_t n = offset < 0 ? next.read(fd, part, want)
                               : next.pread(fd, part, want, offset + (off64_t)done);
        if (n < 0)
            return done > 0 ? (ssize_t)done : -1;
        memcpy(to + done, part, (size_t)n);
        done += (size_t)n;
        if ((size_t)n < want)
            break;
    } while (done < bytes && is_regular(fd));
    return (ssize_t)done;
}

static ssize_t write_parts(int fd, const uint8_t *from, size_t bytes, off64_t offset)
{
    uint8_t part[PART];
    size_t done = 0;
    do {
        size_t want = part_of(bytes - done);
        memcpy(part, from + done, want);
        ssize_t n = offset < 0 ? next.write(fd, part, want)
                               : next.pwrite(fd, part, want, offset + (off64_t)done);
        if (n < 0)
            return done > 0 ? (ssize_t)done : -1;
        done += (size_t)n;
        if ((size_t)n < want)
            break;
    } while (done < bytes);
    return (ssize_t)done;
}

LPI_EXPORT ssize_t read(int fd, void *to, size_t bytes)
{
    LPI_FIND(next.read, "read");
    return lpi_has(to) && lpi_depth == 0 ? read_parts(fd, to, bytes, -1)
                                         : next.read(fd, to, bytes);
}

LPI_EXPORT ssize_t pread64(int fd, void *to, size_t bytes, off64_t offset)
{
    LPI_FIND(next.pread, "pread64");
    return lpi_has(to) && lpi_depth == 0 && offset >= 0 ? read_parts(fd, to, bytes, offset)
                                                        : next.pread(fd, to, bytes, offset);
}

LPI_EXPORT ssize_t pread(int fd, void *to, size_t bytes, off_t offset)
{
    return pread64(fd, to, bytes, offset);
}

LPI_EXPORT ssize_t write(int fd, const void *from, size_t bytes)
{
    LPI_FIND(next.write, "write");
    return lpi_has(from) && lpi_depth == 0 ? write_parts(fd, from, bytes, -1)
                                           : next.write(fd, from, bytes);
}

LPI_EXPORT ssize_t pwrite64(int fd, const void *from, size_t bytes, off64_t offset)
{
    LPI_FIND(next.pwrite, "pwrite64");
    return lpi_has(from) && lpi_depth == 0 && offset >= 0 ? write_parts(fd, from, bytes, offset)
                                                          : next.pwrite(fd, from, bytes, offset);
}

LPI_EXPORT ssize_t pwrite(int fd, const void *from, size_t bytes, off_t offset)
{
    return pwrite64(fd, from, bytes, offset);
}

LPI_EXPORT ssize_t recv(int socket, void *to, size_t bytes, int flags)
{
    uint8_t part[PART];
    LPI_FIND(next.recv, "recv");
    if (!lpi_has(to) || lpi_depth > 0 || (flags & (MSG_WAITALL | MSG_TRUNC)) != 0)
        return next.recv(socket, to, bytes, flags);
    ssize_t n = next.recv(socket, part, part_of(bytes), flags);
    if (n > 0)
        memcpy(to, part, (size_t)n);
    return n;
}

LPI_EXPORT ssize_t send(int socket, const void *from, size_t bytes, int flags)
{
    uint8_t part[PART];
    LPI_FIND(next.send, "send");
    if (!lpi_has(from) || lpi_depth > 0)
        return next.send(socket, from, bytes, flags);
    memcpy(part, from, part_of(bytes));
    return next.send(socket, part, part_of(bytes), flags);
}

LPI_EXPORT size_t fread(void *to, size_t size, size_t count, FILE *file)
{
    uint8_t part[PART], *at = to;
    size_t bytes, done = 0;
    LPI_FIND(next.fread, "fread");
    if (!lpi_has(to) || lpi_depth > 0 || size == 0 || __builtin_mul_overflow(size, count, &bytes))
        return next.fread(to, size, count, file);
    while (done < bytes) {
        size_t want = part_of(bytes - done), n = next.fread(part, 1, want, file);
        memcpy(at + done, part, n);
        done += n;
        if (n < want)
            break;
    }
    return done / size;
}

LPI_EXPORT size_t fwrite(const void *from, size_t size, size_t count, FILE *file)
{
    const uint8_t *at = from;
    uint8_t part[PART];
    size_t bytes, done = 0;
    LPI_FIND(next.fwrite, "fwrite");
    if (!lpi_has(from) || lpi_depth > 0 || size == 0 ||
        __builtin_mul_overflow(size, count, &bytes))
        return next.fwrite(from, size, count, file);
    while (done < bytes) {
        size_t want = part_of(bytes - done);
        memcpy(part, at + done, want);
        size_t n = next.fwrite(part, 1, want, file);
        done += n;
        if (n < want)
            break;
    }
    return done / size;
}
