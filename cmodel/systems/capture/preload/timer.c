/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pictures at equal parts of the process's time. A thread that only the kernel knows takes them: no
 * signal interrupts the program, and the C library goes on as for a program of one thread where it
 * is one. The thread shares the thread-local memory of whoever started it and must touch none; it
 * has descriptors and a folder of its own, which the program can neither see nor close or change.
 */
#define _GNU_SOURCE
#include "malloc.h"
#include <errno.h>
#include <sched.h>
#include <time.h>

#define STACK ((size_t)128 << 10)

static void sleep_until(uint64_t time)
{
    struct timespec until = {.tv_sec = (time_t)(time / 1000000000),
                             .tv_nsec = (long)(time % 1000000000)};
    while (lpi_raw(SYS_clock_nanosleep, CLOCK_PROCESS_CPUTIME_ID, TIMER_ABSTIME, (long)&until, 0,
                   0, 0) == -EINTR) {
    }
}

/* A moment that passed while too many pictures were written is skipped. */
static int run(void *context)
{
    struct lpi_capture *c = context;
    uint64_t step = c->plan[0];
    lpi_raw(SYS_close_range, 0, ~0u, 0, 0, 0, 0);
    while (atomic_load(&c->started) < c->planned && atomic_load(&c->fault) == LPI_CAPTURE_GOOD) {
        sleep_until((lpi_raw_time(CLOCK_PROCESS_CPUTIME_ID) / step + 1) * step);
        lpi_picture_fork(LPI_CAPTURE_WRITERS - 1, true);
    }
    return 0;
}

void lpi_timer_start(void)
{
    uint8_t *stack = lpi_raw_memory(STACK);
    /* It is born with all signals blocked: none may be delivered to it. */
    uint64_t signals = lpi_signals_block();
    bool good = stack != NULL &&
                clone(run, stack + STACK,
                      CLONE_VM | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM, lpi_capture) >= 0;
    int error = errno;
    lpi_signals_restore(signals);
    if (!good)
        lpi_capture_fail(LPI_CAPTURE_FORK, error, NULL);
}
