/* SPDX-License-Identifier: Apache-2.0 */
/* The connection's descriptors do not belong to the program: they appear closed to it. */
#define _GNU_SOURCE
#include "preload.h"
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct {
    int (*close)(int);
    int (*dup)(int);
    int (*dup2)(int, int);
    int (*dup3)(int, int, int);
    int (*close_range)(unsigned, unsigned, int);
} next;

static int not_open(void)
{
    errno = EBADF;
    return -1;
}

LPI_EXPORT int close(int fd)
{
    LPI_FIND(next.close, "close");
    return huvm_client_has_descriptor(fd) ? not_open() : next.close(fd);
}

LPI_EXPORT int dup(int fd)
{
    LPI_FIND(next.dup, "dup");
    return huvm_client_has_descriptor(fd) ? not_open() : next.dup(fd);
}

LPI_EXPORT int dup2(int from, int to)
{
    LPI_FIND(next.dup2, "dup2");
    if (huvm_client_has_descriptor(from))
        return not_open();
    if (huvm_client_has_descriptor(to))
        huvm_client_yield_descriptor(to);
    return next.dup2(from, to);
}

LPI_EXPORT int dup3(int from, int to, int flags)
{
    LPI_FIND(next.dup3, "dup3");
    if (huvm_client_has_descriptor(from))
        return not_open();
    if (huvm_client_has_descriptor(to))
        huvm_client_yield_descriptor(to);
    return next.dup3(from, to, flags);
}

/*
 * Closes the ranges between the descriptors to keep, which have close-on-exec, as
 * CLOSE_RANGE_CLOEXEC requires.
 */
LPI_EXPORT int close_range(unsigned first, unsigned last, int flags)
{
    LPI_FIND(next.close_range, "close_range");
    if (first > last)
        return next.close_range(first, last, flags);
    unsigned from = first;
    for (;;) {
        int kept = huvm_client_next_descriptor((int)(from < INT_MAX ? from : INT_MAX));
        unsigned end = kept < 0 || (unsigned)kept > last ? last : (unsigned)kept - 1;
        if ((kept < 0 || (unsigned)kept > from) && next.close_range(from, end, flags) != 0)
            return -1;
        if (kept < 0 || (unsigned)kept >= last)
            return 0;
        from = (unsigned)kept + 1;
    }
}

LPI_EXPORT void closefrom(int first)
{
    close_range(first > 0 ? (unsigned)first : 0, ~0u, 0);
}

/* ---- calls after which the command could not be reached ---- */

/* Defines a function that connects first. */
#define PREPARED(name, parameters, arguments)                                                      \
    LPI_EXPORT int name parameters                                                                 \
    {                                                                                              \
        static int(*next_one) parameters;                                                          \
        LPI_FIND(next_one, #name);                                                                 \
        lpi_prepare();                                                                             \
        return next_one arguments;                                                                 \
    }

PREPARED(chroot, (const char *path), (path))
PREPARED(setuid, (uid_t user), (user))
PREPARED(seteuid, (uid_t user), (user))
PREPARED(setreuid, (uid_t user, uid_t effective), (user, effective))
PREPARED(setresuid, (uid_t user, uid_t effective, uid_t saved), (user, effective, saved))
