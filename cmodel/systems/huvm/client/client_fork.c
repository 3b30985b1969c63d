/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Forks of the process. The contents of the parent's memory at that time are copied, wherever they
 * are stored, and become the child's own at the same address. Fork handlers of other objects that
 * were registered later than ours run before the copy is made and after it is in place: locks of
 * allocators are taken before ours.
 */
#define _GNU_SOURCE
#include "client_signals.h"
#include "client_state.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

static struct huvm_client *_Atomic living[HUVM_CLIENTS];
static _Atomic bool watching;

struct huvm_client *huvm_client_known(unsigned i)
{
    return atomic_load_explicit(&living[i], memory_order_acquire);
}

static size_t bytes_of(const struct huvm_client *c)
{
    return c->chunks * c->chunk_bytes;
}

static size_t page_bytes(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* ---- before the fork ---- */

static bool is_zero(const uint8_t *at, size_t bytes)
{
    return at[0] == 0 && memcmp(at, at + 1, bytes - 1) == 0;
}

static void copy_page(struct huvm_client *c, size_t page)
{
    const uint8_t *from = c->base + page * page_bytes();
    uint8_t was = huvm_client_lend(c, page, c->page[page] | PROT_READ);
    if (!is_zero(from, page_bytes()))
        memcpy(c->snapshot + page * page_bytes(), from, page_bytes());
    huvm_client_lend(c, page, was);
}

static void take_snapshot(struct huvm_client *c)
{
    const int without = HUVM_PAGE_ALONE | HUVM_PAGE_WIPED;
    void *room = huvm_client_mmap(NULL, bytes_of(c), PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);
    c->snapshot = room == MAP_FAILED ? NULL : room;
    size_t pages = c->chunk_bytes / page_bytes();
    for (uint32_t chunk = 0; c->snapshot != NULL && chunk < c->chunks; chunk++)
        for (size_t i = chunk * pages; c->used[chunk] != 0 && i < (chunk + 1) * pages; i++)
            if ((c->page[i] & HUVM_PAGE_MAPPED) != 0 && (c->page[i] & without) == 0)
                copy_page(c, i);
}

static void before_fork(void)
{
    for (unsigned i = 0; i < HUVM_CLIENTS; i++) {
        struct huvm_client *c = huvm_client_known(i);
        if (c == NULL || atomic_load(&c->forked))
            continue;
        uint64_t held = huvm_client_hold(&c->shape, true);
        if (c->kind != CLIENT_RECORD)
            take_snapshot(c);
        huvm_client_hold(&c->lock, false);
        c->held = held;
    }
}

static void let_go(struct huvm_client *c)
{
    uint64_t held = c->held;
    pthread_mutex_unlock(&c->lock);
    huvm_client_unhold(&c->shape, held);
}

/* ---- after the fork ---- */

static void in_parent(void)
{
    for (unsigned i = HUVM_CLIENTS; i-- > 0;) {
        struct huvm_client *c = huvm_client_known(i);
        if (c == NULL || atomic_load(&c->forked))
            continue;
        if (c->snapshot != NULL)
            syscall(SYS_munmap, c->snapshot, bytes_of(c));
        c->snapshot = NULL;
        let_go(c);
    }
}

/* Recorded memory already belongs to the child; only closed chunks need their rights back. */
static void put_in_place(struct huvm_client *c)
{
    if (c->kind != CLIENT_RECORD && c->snapshot == NULL)
        return;
    if (c->kind != CLIENT_RECORD && syscall(SYS_mremap, c->snapshot, bytes_of(c), bytes_of(c),
                                            MREMAP_MAYMOVE | MREMAP_FIXED, c->base) == -1)
        return;
    c->kind = CLIENT_USERFAULTFD; /* all rights that the page's own access allows */
    huvm_client_access(c->base, bytes_of(c), PROT_NONE);
    size_t pages = c->chunk_bytes / page_bytes();
    for (uint32_t chunk = 0; chunk < c->chunks; chunk++) {
        if (c->used[chunk])
            huvm_client_apply(c, chunk);
        for (size_t i = chunk * pages; c->used[chunk] && i < (chunk + 1) * pages; i++) {
            uint8_t *at = c->base + i * page_bytes();
            if ((c->page[i] & HUVM_PAGE_ALONE) != 0)
                syscall(SYS_munmap, at, page_bytes());
            else if ((c->page[i] & HUVM_PAGE_WIPED) != 0)
                huvm_client_advise(at, page_bytes(), MADV_DONTNEED);
        }
    }
}

static void shut(int *fd)
{
    int old = *fd;
    *fd = -1;
    if (old >= 0)
        syscall(SYS_close, old);
}

/* Descriptors inherited by the child would keep the coordinator from detecting the parent's end. */
static void in_child(void)
{
    huvm_signals_forked();
    for (unsigned i = HUVM_CLIENTS; i-- > 0;) {
        struct huvm_client *c = huvm_client_known(i);
        if (c == NULL || atomic_load(&c->forked))
            continue;
        shut(&c->socket);
        shut(&c->faults);
        put_in_place(c);
        c->snapshot = NULL;
        atomic_store(&c->forked, true);
        let_go(c);
    }
}

void huvm_client_watch_forks(void)
{
    if (!atomic_exchange(&watching, true))
        pthread_atfork(before_fork, in_parent, in_child);
}

bool huvm_client_be_known(struct huvm_client *c)
{
    huvm_client_watch_forks();
    for (unsigned i = 0; i < HUVM_CLIENTS; i++) {
        struct huvm_client *none = NULL;
        if (atomic_compare_exchange_strong(&living[i], &none, c))
            return true;
    }
    errno = EMFILE;
    return false;
}

void huvm_client_be_forgotten(struct huvm_client *c)
{
    for (unsigned i = 0; i < HUVM_CLIENTS; i++) {
        struct huvm_client *it = c;
        atomic_compare_exchange_strong(&living[i], &it, NULL);
    }
}
