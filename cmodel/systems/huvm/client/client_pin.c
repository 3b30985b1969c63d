/* SPDX-License-Identifier: Apache-2.0 */
/* Pinned chunks, which stay resident because the kernel may access them at any time. */
#define _GNU_SOURCE
#include "client_state.h"
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/mman.h>

void huvm_client_answer(struct huvm_client *c, bool pinned)
{
    atomic_store(&c->pinned, pinned);
    atomic_fetch_add(&c->answers, 1);
    syscall(SYS_futex, &c->answers, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

/*
 * Writes if the page is writable, so that a chunk that is being evicted leaves and is fetched
 * again.
 */
static void touch(struct huvm_client *c, uint8_t *at)
{
    if ((c->page[huvm_client_page(c, at)] & PROT_WRITE) != 0)
        atomic_fetch_or((_Atomic uint8_t *)at, 0);
    else
        (void)*(volatile uint8_t *)at;
}

/* The caller holds c->pinning. */
static bool ask(struct huvm_client *c, uint32_t chunk)
{
    struct huvm_message message = {.kind = HUVM_PIN, .first = chunk};
    uint32_t seen = atomic_load(&c->answers);
    if (!huvm_client_send(c, &message, -1))
        return false;
    while (atomic_load(&c->answers) == seen && !atomic_load(&c->closing))
        syscall(SYS_futex, &c->answers, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
    return atomic_load(&c->pinned);
}

static void set_pin(struct huvm_client *c, uint32_t chunk, bool pinned, int open)
{
    uint64_t held = huvm_client_hold(&c->lock, false);
    bool was = atomic_exchange(&c->pins[chunk], pinned);
    /* In a recording, a pinned chunk is accessible, and after unpinning its next use faults. */
    if (c->kind == CLIENT_RECORD && was != pinned) {
        c->open[chunk] = (uint8_t)open;
        huvm_client_apply(c, chunk);
    }
    huvm_client_unhold(&c->lock, held);
}

static void pin_chunk(struct huvm_client *c, uint32_t chunk, uint8_t *at)
{
    uint64_t held = huvm_client_hold(&c->pinning, true);
    while (!atomic_load(&c->pins[chunk]) && !atomic_load(&c->closing)) {
        touch(c, at);
        if (c->kind == CLIENT_RECORD || ask(c, chunk))
            set_pin(c, chunk, true, PROT_READ | PROT_WRITE);
        else
            sched_yield();
    }
    huvm_client_unhold(&c->pinning, held);
}

bool huvm_client_pin(struct huvm_client *c, const void *at, size_t bytes)
{
    uint8_t *from = (uint8_t *)(uintptr_t)at;
    if (bytes > huvm_client_left(c, at))
        bytes = huvm_client_left(c, at);
    for (size_t done = 0; done < bytes;) {
        size_t offset = (size_t)(from + done - c->base);
        uint32_t chunk = (uint32_t)(offset / c->chunk_bytes);
        if (atomic_load(&c->forked))
            return false;
        if (!atomic_load(&c->pins[chunk]))
            pin_chunk(c, chunk, from + done);
        done += c->chunk_bytes - offset % c->chunk_bytes;
    }
    return true;
}

void huvm_client_unpin(struct huvm_client *c, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++)
        if (atomic_load(&c->pins[i]))
            set_pin(c, i, false, PROT_NONE);
}
