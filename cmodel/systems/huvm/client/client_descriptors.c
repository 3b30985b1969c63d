/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A client's descriptors have numbers that a program does not use, above its limit or just below
 * it, and are identified by the file they refer to, not by number only: a file that the program has
 * opened under the same number must not be written to.
 */
#define _GNU_SOURCE
#include "client_state.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>

enum { ABOVE = 4096, MARGIN = 24 };

int huvm_client_lift(int fd)
{
    struct rlimit limit, more;
    if (fd < 0 || getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return fd;
    rlim_t least = limit.rlim_cur < ABOVE ? limit.rlim_cur : ABOVE;
    more = (struct rlimit){limit.rlim_max, limit.rlim_max};
    bool raised = limit.rlim_max > limit.rlim_cur && setrlimit(RLIMIT_NOFILE, &more) == 0;
    if (!raised && least == limit.rlim_cur)
        least = least > 2 * MARGIN ? least - MARGIN : least / 2;
    int lifted = (int)syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, (long)least);
    if (raised)
        setrlimit(RLIMIT_NOFILE, &limit);
    if (lifted < 0)
        return fd;
    syscall(SYS_close, fd);
    return lifted;
}

static struct huvm_client *owner_of(int fd)
{
    for (unsigned i = 0; fd >= 0 && i < HUVM_CLIENTS; i++) {
        struct huvm_client *c = huvm_client_known(i);
        if (c != NULL && (c->socket == fd || c->faults == fd))
            return c;
    }
    return NULL;
}

bool huvm_client_has_descriptor(int fd)
{
    return owner_of(fd) != NULL;
}

static int nearer(int from, int fd, int best)
{
    return fd >= from && fd >= 0 && (best < 0 || fd < best) ? fd : best;
}

int huvm_client_next_descriptor(int from)
{
    int best = -1;
    for (unsigned i = 0; i < HUVM_CLIENTS; i++) {
        struct huvm_client *c = huvm_client_known(i);
        if (c != NULL)
            best = nearer(from, c->faults, nearer(from, c->socket, best));
    }
    return best;
}

/* Chooses the highest free number, which the program reaches last. */
void huvm_client_yield_descriptor(int fd)
{
    struct huvm_client *c = owner_of(fd);
    int other = -1;
    if (c == NULL)
        return;
    for (long least = (long)fd + 1; other < 0 && least > 2; least--)
        if (least != fd)
            other = (int)syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, least);
    if (other < 0)
        return;
    if (c->socket == fd)
        c->socket = other;
    else
        c->faults = other;
}

bool huvm_client_is_connected(const struct huvm_client *c)
{
    struct stat st;
    return fstat(c->socket, &st) == 0 && st.st_dev == c->identity.st_dev &&
           st.st_ino == c->identity.st_ino;
}

bool huvm_client_send(struct huvm_client *c, const struct huvm_message *message, int fd)
{
    if (!huvm_client_is_connected(c))
        c->lost();
    return huvm_send(c->socket, message, fd);
}
