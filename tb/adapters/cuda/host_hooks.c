/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* nanosleep */
#include "host_hooks.h"
#include "../../../cmodel/lib/swap/swap_host.h"
#include "emulated/emulator.h"
#include <errno.h>
#include <linepress/linepress.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#define LATE_MOST 300000u /* ns */

/* Names as the linker's --wrap makes them. */
int __real_lpi_host_write(struct lpi_host *h, uint64_t at, const void *data, size_t bytes);
int __real_lpi_host_read(struct lpi_host *h, uint64_t at, void *data, size_t bytes);
int __wrap_lpi_host_write(struct lpi_host *h, uint64_t at, const void *data, size_t bytes);
int __wrap_lpi_host_read(struct lpi_host *h, uint64_t at, void *data, size_t bytes);

struct fault {
    _Atomic int why, after;
};

static struct fault writes, reads;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int is_shut;

void host_hooks_fail_writes(int why, unsigned after)
{
    writes.after = (int)after;
    writes.why = why;
}

void host_hooks_fail_reads(int why, unsigned after)
{
    reads.after = (int)after;
    reads.why = why;
}

static void set_gate(int shut)
{
    pthread_mutex_lock(&lock);
    is_shut = shut;
    pthread_cond_broadcast(&opened);
    pthread_mutex_unlock(&lock);
}

void host_hooks_shut_gate(void)
{
    set_gate(1);
}

void host_hooks_open_gate(void)
{
    set_gate(0);
}

static void be_late(void)
{
    static _Atomic uint64_t state = 1;
    uint64_t draw = (state += 0x9e3779b97f4a7c15u);
    draw = (draw ^ draw >> 31) * 0xbf58476d1ce4e5b9u;
    struct timespec time = {0, (long)((draw >> 33) % LATE_MOST)};
    if ((draw >> 20) % 3 == 0)
        nanosleep(&time, NULL);
    pthread_mutex_lock(&lock);
    while (is_shut)
        pthread_cond_wait(&opened, &lock);
    pthread_mutex_unlock(&lock);
}

static int fails(struct fault *f)
{
    if (f->why == 0 || f->after-- > 0)
        return 0;
    errno = f->why;
    return 1;
}

int __wrap_lpi_host_write(struct lpi_host *h, uint64_t at, const void *data, size_t bytes)
{
    be_late();
    emulator_host_touches(data, bytes, 0);
    return fails(&writes) ? LP_ERR_SYSTEM : __real_lpi_host_write(h, at, data, bytes);
}

int __wrap_lpi_host_read(struct lpi_host *h, uint64_t at, void *data, size_t bytes)
{
    be_late();
    emulator_host_touches(data, bytes, 1);
    return fails(&reads) ? LP_ERR_SYSTEM : __real_lpi_host_read(h, at, data, bytes);
}
