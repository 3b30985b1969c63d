/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The monotonic clock. A file that includes this defines _POSIX_C_SOURCE (or more) before its first
 * include. Not installed.
 */
#ifndef LPI_BASE_CLOCK_H
#define LPI_BASE_CLOCK_H

#include <errno.h>
#include <stdint.h>
#include <time.h>

static inline uint64_t lpi_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* In seconds. */
static inline double lpi_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline struct timespec lpi_timespec(uint64_t ns)
{
    return (struct timespec){(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
}

/* Returns when lpi_now_ns() is at least `ns`; signals do not end the sleep. */
static inline void lpi_sleep_until(uint64_t ns)
{
    struct timespec at = lpi_timespec(ns);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) == EINTR)
        ;
}

#endif
