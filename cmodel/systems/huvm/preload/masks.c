/* SPDX-License-Identifier: Apache-2.0 */
/* Aliases of functions that take a signal mask (signals.c). */
#define _GNU_SOURCE
#include "preload.h"
#include <poll.h>
#include <signal.h>

LPI_EXPORT int other_sigsuspend(const sigset_t *) __asm__("__sigsuspend");
int other_sigsuspend(const sigset_t *mask)
{
    return sigsuspend(mask);
}

/* If the size exceeds the object, the C library itself reports the error. */
LPI_EXPORT int checked_ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *,
                             size_t) __asm__("__ppoll_chk");
int checked_ppoll(struct pollfd *polls, nfds_t count, const struct timespec *time,
                  const sigset_t *mask, size_t room)
{
    static int (*next)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *, size_t);
    LPI_FIND(next, "__ppoll_chk");
    return room / sizeof *polls < count ? next(polls, count, time, mask, room)
                                        : ppoll(polls, count, time, mask);
}
