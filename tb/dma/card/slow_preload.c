/* SPDX-License-Identifier: Apache-2.0 */
/*
 * For a program whose card is simulated: its clock runs SLOW times slower, and poll waits SLOW times
 * longer, so that it waits for replies as it would for those of a card.
 */
#include <dlfcn.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long slow(void)
{
    const char *text = getenv("SLOW");
    long factor = text != NULL ? atol(text) : 1;

    return factor > 0 ? factor : 1;
}

static void next(const char *name, void *function)
{
    void *found = dlsym(RTLD_NEXT, name);

    memcpy(function, &found, sizeof found);
}

int clock_gettime(clockid_t clock, struct timespec *t)
{
    int (*real)(clockid_t, struct timespec *);
    int error;
    long long ns;

    next("clock_gettime", &real);
    error = real(clock, t);
    if (error != 0 || clock != CLOCK_MONOTONIC)
        return error;
    ns = (t->tv_sec * 1000000000ll + t->tv_nsec) / slow();
    t->tv_sec = ns / 1000000000;
    t->tv_nsec = ns % 1000000000;
    return 0;
}

int poll(struct pollfd *files, nfds_t count, int milliseconds)
{
    int (*real)(struct pollfd *, nfds_t, int);

    next("poll", &real);
    return real(files, count, milliseconds > 0 ? milliseconds * (int)slow() : milliseconds);
}
