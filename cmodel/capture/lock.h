/* SPDX-License-Identifier: Apache-2.0 */
/* A lock that waits by plain system calls, so that any thread may hold it. Not installed. */
#ifndef LPI_CAPTURE_LOCK_H
#define LPI_CAPTURE_LOCK_H

#include "raw.h"
#include <linux/futex.h>
#include <stdatomic.h>
#include <time.h>

/* 0 free, 1 held, 2 held and somebody waits. */
typedef _Atomic uint32_t lpi_lock;

static inline void lpi_lock_take(lpi_lock *lock)
{
    uint32_t seen = 0;
    if (atomic_compare_exchange_strong(lock, &seen, 1))
        return;
    while (atomic_exchange(lock, 2) != 0)
        lpi_raw(SYS_futex, (long)lock, FUTEX_WAIT_PRIVATE, 2, 0, 0, 0);
}

static inline void lpi_lock_give(lpi_lock *lock)
{
    if (atomic_exchange(lock, 0) == 2)
        lpi_raw(SYS_futex, (long)lock, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

/* Until the word, which other processes share, is no longer `value`; wakes up each second. */
static inline void lpi_word_wait(_Atomic uint32_t *word, uint32_t value)
{
    struct timespec second = {.tv_sec = 1};
    if (atomic_load(word) == value)
        lpi_raw(SYS_futex, (long)word, FUTEX_WAIT, (long)value, (long)&second, 0, 0);
}

static inline void lpi_word_wake(_Atomic uint32_t *word)
{
    lpi_raw(SYS_futex, (long)word, FUTEX_WAKE, INT32_MAX, 0, 0, 0);
}

#endif
