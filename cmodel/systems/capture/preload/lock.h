/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A lock that waits by raw system calls, so that any thread may hold it. The holder calls neither
 * the allocator nor the C library's mapping functions, so this lock is the last in every lock
 * order, including the locks that fork handlers take. Not installed.
 */
#ifndef LPI_CAPTURE_LOCK_H
#define LPI_CAPTURE_LOCK_H

#include "raw.h"
#include <linux/futex.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

/* 0 free, 1 held, 2 held with waiters. */
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

static inline uint64_t lpi_signals_block(void)
{
    uint64_t all = UINT64_MAX, before = 0;
    lpi_raw(SYS_rt_sigprocmask, SIG_BLOCK, (long)&all, (long)&before, sizeof all, 0, 0);
    return before;
}

static inline void lpi_signals_restore(uint64_t before)
{
    lpi_raw(SYS_rt_sigprocmask, SIG_SETMASK, (long)&before, 0, sizeof before, 0, 0);
}

/*
 * Takes the lock with all signals of the thread blocked, so that no handler finds the lock held by
 * its own thread; returns the argument of lpi_lock_leave.
 */
static inline uint64_t lpi_lock_enter(lpi_lock *lock)
{
    uint64_t before = lpi_signals_block();
    lpi_lock_take(lock);
    return before;
}

static inline void lpi_lock_leave(lpi_lock *lock, uint64_t before)
{
    lpi_lock_give(lock);
    lpi_signals_restore(before);
}

/* Waits until the word, which other processes share, differs from `value`; wakes up each second. */
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
