/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Protection faults: chunks that are not resident, or that are not among those last used, may not
 * be touched, and whoever does so comes here by SIGSEGV.
 */
#define _GNU_SOURCE
#include "client_state.h"
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>

static struct huvm_client *_Atomic watched[HUVM_CLIENTS];
static struct sigaction before;
static pthread_mutex_t catching = PTHREAD_MUTEX_INITIALIZER;

static void access_to(struct huvm_client *c, uint32_t chunk, int access)
{
    if (huvm_client_access(c->base + chunk * c->chunk_bytes, c->chunk_bytes, access) != 0)
        abort();
}

void huvm_client_turn(struct huvm_client *c, uint32_t chunk)
{
    atomic_fetch_add(&c->turn[chunk], 1);
    syscall(SYS_futex, &c->turn[chunk], FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

/* The agent changes what may be done, and says so by the chunk's turn. If that was before the
   coordinator hears of this fault, it says it again. */
static void wait_for(struct huvm_client *c, uint32_t chunk)
{
    uint32_t turn = atomic_load(&c->turn[chunk]);
    struct huvm_message message = {.kind = HUVM_FAULTED, .first = chunk};
    huvm_send(c->socket, &message, -1);
    while (atomic_load(&c->turn[chunk]) == turn)
        syscall(SYS_futex, &c->turn[chunk], FUTEX_WAIT_PRIVATE, turn, NULL, NULL, 0);
}

/* The chunk can be used from now on, and the one that could longest no more. */
static void note(struct huvm_client *c, uint32_t chunk)
{
    struct huvm_record *record = c->record;
    while (atomic_exchange(&c->noting, true))
        sched_yield();
    if (!c->open[chunk]) {
        uint64_t at = atomic_fetch_add(&record->count, 1);
        if (at < record->room)
            record->uses[at] = chunk;
        if (c->window_count == record->window) {
            uint32_t oldest = c->window[c->window_next];
            access_to(c, oldest, PROT_NONE);
            c->open[oldest] = 0;
        } else {
            c->window_count++;
        }
        c->window[c->window_next] = chunk;
        c->window_next = (c->window_next + 1) % record->window;
        access_to(c, chunk, PROT_READ | PROT_WRITE);
        c->open[chunk] = 1;
    }
    atomic_store(&c->noting, false);
}

static struct huvm_client *client_of(const void *at)
{
    for (unsigned i = 0; i < HUVM_CLIENTS; i++) {
        struct huvm_client *c = atomic_load(&watched[i]);
        if (c != NULL && huvm_client_has(c, at))
            return c;
    }
    return NULL;
}

/* What is not ours goes to whom it would have gone; the default is to end, by the same fault. */
static void pass_on(int number, siginfo_t *info, void *context)
{
    if ((before.sa_flags & SA_SIGINFO) != 0)
        before.sa_sigaction(number, info, context);
    else if (before.sa_handler == SIG_DFL || before.sa_handler == SIG_IGN)
        signal(SIGSEGV, SIG_DFL);
    else
        before.sa_handler(number);
}

static void on_fault(int number, siginfo_t *info, void *context)
{
    int error = errno;
    struct huvm_client *c = info->si_code == SEGV_ACCERR ? client_of(info->si_addr) : NULL;
    if (c == NULL || atomic_load(&c->forked)) {
        pass_on(number, info, context);
        return;
    }
    uint32_t chunk = (uint32_t)((size_t)((uint8_t *)info->si_addr - c->base) / c->chunk_bytes);
    if (c->kind == CLIENT_RECORD)
        note(c, chunk);
    else
        wait_for(c, chunk);
    errno = error;
}

static void catch_faults(void)
{
    struct sigaction action = {.sa_sigaction = on_fault,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART}, now;
    sigemptyset(&action.sa_mask);
    pthread_mutex_lock(&catching);
    if (sigaction(SIGSEGV, NULL, &now) == 0 &&
        ((now.sa_flags & SA_SIGINFO) == 0 || now.sa_sigaction != on_fault)) {
        before = now;
        sigaction(SIGSEGV, &action, NULL);
    }
    pthread_mutex_unlock(&catching);
}

void huvm_client_watch(struct huvm_client *client)
{
    catch_faults();
    for (unsigned i = 0; i < HUVM_CLIENTS; i++) {
        struct huvm_client *none = NULL;
        if (atomic_compare_exchange_strong(&watched[i], &none, client))
            return;
    }
}

void huvm_client_unwatch(struct huvm_client *client)
{
    for (unsigned i = 0; i < HUVM_CLIENTS; i++) {
        struct huvm_client *it = client;
        atomic_compare_exchange_strong(&watched[i], &it, NULL);
    }
}
