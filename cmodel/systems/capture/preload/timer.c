/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Snapshots at equal intervals of the process's time. A thread known only to the kernel takes them:
 * no signal interrupts the program, and the C library keeps treating a single-threaded program as
 * such. The thread shares the thread-local memory of its creator and must not touch it; it has its
 * own descriptor table and working directory, which the program can neither see nor change.
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
    while (lpi_raw(SYS_clock_nanosleep, CLOCK_PROCESS_CPUTIME_ID, TIMER_ABSTIME, (long)&until, 0, 0,
                   0) == -EINTR) {
    }
}

/* A snapshot that falls due while too many are being written is skipped. */
static int run(void *context)
{
    struct lpi_capture *c = context;
    uint64_t step = c->plan[0];
    lpi_raw(SYS_close_range, 0, ~0u, 0, 0, 0, 0);
    while (atomic_load(&c->started) < c->planned && atomic_load(&c->fault) == LPI_CAPTURE_GOOD) {
        sleep_until((lpi_raw_time(CLOCK_PROCESS_CPUTIME_ID) / step + 1) * step);
        lpi_snapshot_fork(LPI_CAPTURE_WRITERS - 1, true);
    }
    return 0;
}

void lpi_timer_start(void)
{
    uint8_t *stack = lpi_raw_memory(STACK);
    /* The thread starts with all signals blocked: none may be delivered to it. */
    uint64_t signals = lpi_signals_block();
    bool good = stack != NULL &&
                clone(run, stack + STACK, CLONE_VM | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM,
                      lpi_capture) >= 0;
    int error = errno;
    lpi_signals_restore(signals);
    if (!good)
        lpi_capture_fail(LPI_CAPTURE_FORK, error, NULL);
}
