/* SPDX-License-Identifier: Apache-2.0 */
/* Faults as they come from the kernel, in batches to the policy. */
#define _GNU_SOURCE
#include "real_state.h"
#include <linux/userfaultfd.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

void real_wake(struct huvm_real *r, uint32_t chunk)
{
    struct uffdio_range range = {(uintptr_t)r->memory + chunk * r->config.chunk_bytes,
                                 r->config.chunk_bytes};
    if (ioctl(r->faults, UFFDIO_WAKE, &range) != 0)
        abort();
}

void real_show(struct huvm_real *r, struct huvm_real_event event)
{
    struct timespec now;
    if (r->config.see == NULL)
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    if (r->begun == 0)
        r->begun = ns;
    event.at = ns - r->begun;
    r->config.see(r->config.context, &event);
}

/* Somebody waits for the chunk, and has to be told when it is there. */
static void wait_for(struct huvm_real *r, uint32_t chunk)
{
    if (r->chunk[chunk].waiting)
        return;
    r->chunk[chunk].waiting = true;
    r->waits[r->wait_count++] = chunk;
}

/* The next batch: of those waited for, what is not there. Who waits for what is there goes on.
   false: there is none. */
static bool begin_batch(struct huvm_real *r)
{
    uint32_t kept = 0;
    r->batch_count = 0;
    for (uint32_t i = 0; i < r->wait_count; i++) {
        uint32_t chunk = r->waits[i];
        if (r->batch_count == HUVM_BATCH_MAX) {
            r->waits[kept++] = chunk;
            continue;
        }
        r->chunk[chunk].waiting = false;
        if (huvm_state(r->policy, chunk) == HUVM_RESIDENT) {
            real_wake(r, chunk);
            continue;
        }
        r->chunk[chunk].came = false;
        r->batch[r->batch_count++] = chunk;
    }
    r->wait_count = kept;
    if (r->batch_count == 0)
        return false;
    r->serving = true;
    real_show(r, (struct huvm_real_event){.kind = HUVM_REAL_FAULTS, .chunks = r->batch,
                                          .count = r->batch_count});
    if (!huvm_faults(r->policy, 0, r->batch, r->batch_count))
        abort();
    return true;
}

/* What a batch left at a neighbour is still waited for. */
static void end_batch(struct huvm_real *r)
{
    r->serving = false;
    for (unsigned i = 0; i < r->batch_count; i++)
        if (!r->chunk[r->batch[i]].came)
            wait_for(r, r->batch[i]);
}

static void drop(struct huvm_real *r, const struct huvm_action *a)
{
    struct real_lender *l = &r->lender[a->from];
    l->free[l->free_count++] = r->chunk[a->chunk].slot;
    r->chunk[a->chunk].at = HUVM_HOST;
}

/* With the lock held: does what the policy wants, and begins the next batch when one is served. */
void real_follow(struct huvm_real *r)
{
    struct huvm_action action;
    do {
        while (huvm_next(r->policy, &action)) {
            real_show(r, (struct huvm_real_event){.kind = HUVM_REAL_ACTION, .action = action});
            if (action.kind == HUVM_COPY)
                real_copy_ask(r, &action);
            else if (action.kind == HUVM_DROP)
                drop(r, &action);
            else if (action.kind == HUVM_SERVED)
                end_batch(r);
        }
    } while (!r->serving && begin_batch(r));
}

/* A write to a chunk that is leaving is woken when it has left, and then faults again. */
static void take_message(struct huvm_real *r, const struct uffd_msg *message)
{
    if (message->event != UFFD_EVENT_PAGEFAULT ||
        (message->arg.pagefault.flags & UFFD_PAGEFAULT_FLAG_WP) != 0)
        return;
    wait_for(r, (uint32_t)((message->arg.pagefault.address - (uintptr_t)r->memory) /
                           r->config.chunk_bytes));
}

void *real_faults_run(void *context)
{
    struct huvm_real *r = context;
    struct pollfd polls[2] = {{.fd = r->faults, .events = POLLIN},
                              {.fd = r->stop[0], .events = POLLIN}};
    for (;;) {
        struct uffd_msg messages[HUVM_BATCH_MAX];
        if (poll(polls, 2, -1) < 0)
            continue;
        if (polls[1].revents != 0)
            return NULL;
        ssize_t bytes = read(r->faults, messages, sizeof messages);
        if (bytes <= 0)
            continue;
        pthread_mutex_lock(&r->lock);
        for (size_t i = 0; i < (size_t)bytes / sizeof messages[0]; i++)
            take_message(r, &messages[i]);
        real_follow(r);
        pthread_mutex_unlock(&r->lock);
    }
}
