/* SPDX-License-Identifier: Apache-2.0 */
/* Chunks that stay resident, for what the kernel may use at any time. */
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

/* A write, so that a chunk that is leaving has left and come again. */
static void touch(struct huvm_client *c, uint32_t chunk)
{
    atomic_fetch_or((_Atomic uint8_t *)(c->base + chunk * c->chunk_bytes), 0);
}

/* With c->pinning. */
static bool ask(struct huvm_client *c, uint32_t chunk)
{
    struct huvm_message message = {.kind = HUVM_PIN, .first = chunk};
    uint32_t seen = atomic_load(&c->answers);
    if (!huvm_send(c->socket, &message, -1))
        return false;
    while (atomic_load(&c->answers) == seen && !atomic_load(&c->closing))
        syscall(SYS_futex, &c->answers, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
    return atomic_load(&c->pinned);
}

static void pin_chunk(struct huvm_client *c, uint32_t chunk)
{
    if (c->kind == CLIENT_RECORD) {
        /* The use is recorded; once it is marked, the window closes it no more. */
        touch(c, chunk);
        atomic_store(&c->pins[chunk], 1);
        huvm_client_access(c->base + chunk * c->chunk_bytes, c->chunk_bytes,
                           PROT_READ | PROT_WRITE);
        return;
    }
    pthread_mutex_lock(&c->pinning);
    while (!atomic_load(&c->pins[chunk]) && !atomic_load(&c->closing)) {
        touch(c, chunk);
        if (ask(c, chunk))
            atomic_store(&c->pins[chunk], 1);
    }
    pthread_mutex_unlock(&c->pinning);
}

bool huvm_client_pin(struct huvm_client *c, const void *at, size_t bytes)
{
    if (bytes > huvm_client_left(c, at))
        bytes = huvm_client_left(c, at);
    if (bytes == 0)
        return true;
    size_t from = (size_t)((const uint8_t *)at - c->base);
    for (size_t i = from / c->chunk_bytes; i <= (from + bytes - 1) / c->chunk_bytes; i++) {
        if (atomic_load(&c->forked))
            return false;
        if (!atomic_load(&c->pins[i]))
            pin_chunk(c, (uint32_t)i);
    }
    return true;
}

/* A recorded chunk is closed, so that its next use is seen. */
void huvm_client_unpin(struct huvm_client *c, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++) {
        if (!atomic_exchange(&c->pins[i], 0) || c->kind != CLIENT_RECORD)
            continue;
        while (atomic_exchange(&c->noting, true))
            sched_yield();
        c->open[i] = 0;
        huvm_client_access(c->base + i * c->chunk_bytes, c->chunk_bytes, PROT_NONE);
        atomic_store(&c->noting, false);
    }
}
