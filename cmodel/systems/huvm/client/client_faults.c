/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Protection faults: chunks that are not resident, or are not among the most recently used, have no
 * access rights; an access raises SIGSEGV, handled here with all signals blocked.
 */
#define _GNU_SOURCE
#include "client_signals.h"
#include "client_state.h"
#include <limits.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

static struct huvm_client *_Atomic watched[HUVM_CLIENTS];

void huvm_client_turn(struct huvm_client *c, uint32_t chunk)
{
    atomic_fetch_add(&c->turn[chunk], 1);
    syscall(SYS_futex, &c->turn[chunk], FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

/*
 * The agent changes the access rights and then increments the chunk's turn, which was `turn` at the
 * fault. If it did so before the coordinator receives this fault, the coordinator makes it do so
 * again.
 */
static void wait_for(struct huvm_client *c, uint32_t chunk, uint32_t turn)
{
    struct huvm_message message = {.kind = HUVM_FAULTED, .first = chunk};
    huvm_client_send(c, &message, -1);
    while (atomic_load(&c->turn[chunk]) == turn)
        syscall(SYS_futex, &c->turn[chunk], FUTEX_WAIT_PRIVATE, turn, NULL, NULL, 0);
}

static void set_open(struct huvm_client *c, uint32_t chunk, int access)
{
    c->open[chunk] = (uint8_t)access;
    if (!huvm_client_apply(c, chunk))
        abort();
}

/* Opens the chunk, and closes the least recently used one. The caller holds `lock`. */
static void note(struct huvm_client *c, uint32_t chunk)
{
    struct huvm_record *record = c->record;
    uint64_t at = atomic_fetch_add(&record->count, 1);
    if (at < record->room)
        record->uses[at] = chunk;
    uint32_t oldest = c->window[c->window_next];
    if (c->window_count < record->window)
        c->window_count++;
    else if (!atomic_load(&c->pins[oldest]))
        set_open(c, oldest, PROT_NONE);
    c->window[c->window_next] = chunk;
    c->window_next = (c->window_next + 1) % record->window;
    set_open(c, chunk, PROT_READ | PROT_WRITE);
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

/* Access rights that the faulting instruction needs; 0: this machine does not report them. */
static int wish_of(const ucontext_t *context)
{
#if defined(__x86_64__)
    enum { WRITES = 2, EXECUTES = 16 };
    greg_t error = context->uc_mcontext.gregs[REG_ERR];
    return (error & EXECUTES) != 0 ? PROT_EXEC : (error & WRITES) != 0 ? PROT_WRITE : PROT_READ;
#else
    (void)context;
    return 0;
#endif
}

/*
 * Whether the access is forbidden by the program's own mapping, resident or not. On x86, writable
 * or executable pages are readable as well.
 */
static bool is_programs(const struct huvm_client *c, uint32_t chunk, unsigned page, int wish)
{
    int may = page & HUVM_PAGE_ACCESS;
    if ((page & HUVM_PAGE_MAPPED) == 0 || may == PROT_NONE)
        return true;
    if (wish == 0)
        return (may & PROT_WRITE) == 0 && (c->open[chunk] & PROT_WRITE) != 0;
    return wish != PROT_READ && (may & wish) == 0;
}

bool huvm_client_fault(siginfo_t *info, void *context)
{
    struct huvm_client *c = info->si_code == SEGV_ACCERR ? client_of(info->si_addr) : NULL;
    if (c == NULL || atomic_load(&c->forked))
        return false;
    uint32_t chunk = (uint32_t)((size_t)((uint8_t *)info->si_addr - c->base) / c->chunk_bytes);
    int wish = wish_of(context), needs = wish == PROT_WRITE || wish == 0 ? PROT_WRITE : PROT_READ;
    uint32_t turn = atomic_load(&c->turn[chunk]);
    uint64_t held = huvm_client_hold(&c->lock, false);
    unsigned page = c->page[huvm_client_page(c, info->si_addr)];
    bool programs = is_programs(c, chunk, page, wish), there = (c->open[chunk] & needs) != 0;
    if (!programs && !there && c->kind == CLIENT_RECORD)
        note(c, chunk);
    huvm_client_unhold(&c->lock, held);
    if (programs && (page & HUVM_PAGE_MAPPED) == 0)
        info->si_code = SEGV_MAPERR;
    if (!programs && !there && c->kind == CLIENT_PROTECTION)
        wait_for(c, chunk, turn);
    return !programs;
}

void huvm_client_watch(struct huvm_client *client)
{
    huvm_signals_take();
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
