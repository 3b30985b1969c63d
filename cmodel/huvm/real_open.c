/* SPDX-License-Identifier: Apache-2.0 */
/* Opening and closing a memory with real faults. */
#define _GNU_SOURCE
#include "real.h"
#include "real_state.h"
#include <errno.h>
#include <fcntl.h>
#include <linepress/linepress.h>
#include <linux/userfaultfd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef UFFD_USER_MODE_ONLY /* headers before Linux 5.11 */
#define UFFD_USER_MODE_ONLY 1
#endif

static bool is_good(const struct huvm_real_config *c)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return c->chunk_bytes > 0 && c->chunk_bytes % page == 0 && c->chunks > 0 && c->local > 0 &&
           c->lenders < HUVM_GPUS_MAX && (c->lenders == 0 || c->spare > 0) &&
           c->chunks <= SIZE_MAX / 2 / c->chunk_bytes && c->pcie.bytes > 0 && c->nvlink.bytes > 0;
}

static void *map(size_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS |
                    MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

/* Faults of user mode alone need no privilege. */
static bool open_faults(struct huvm_real *r)
{
    size_t bytes = r->config.chunks * r->config.chunk_bytes;
    struct uffdio_api api = {.api = UFFD_API, .features = UFFD_FEATURE_PAGEFAULT_FLAG_WP};
    struct uffdio_register all = {.range = {(uintptr_t)r->memory, bytes},
                                  .mode = UFFDIO_REGISTER_MODE_MISSING |
                                          UFFDIO_REGISTER_MODE_WP};
    r->faults = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY);
    return r->faults >= 0 && ioctl(r->faults, UFFDIO_API, &api) == 0 &&
           madvise(r->memory, bytes, MADV_NOHUGEPAGE) == 0 &&
           ioctl(r->faults, UFFDIO_REGISTER, &all) == 0 && pipe2(r->stop, O_CLOEXEC) == 0;
}

static bool open_lenders(struct huvm_real *r)
{
    for (unsigned i = 1; i <= r->config.lenders; i++) {
        struct real_lender *l = &r->lender[i];
        l->bytes = map(r->config.spare * r->config.chunk_bytes);
        l->free = malloc(r->config.spare * sizeof *l->free);
        if (l->bytes == NULL || l->free == NULL)
            return false;
        for (uint32_t slot = 0; slot < r->config.spare; slot++)
            l->free[l->free_count++] = r->config.spare - 1 - slot;
    }
    return true;
}

struct huvm_config huvm_real_policy(const struct huvm_real_config *c, const uint8_t *home)
{
    struct huvm_config policy = {
        .gpus = c->lenders + 1, .chunks = c->chunks, .home = home, .chunk_granules = 1,
        .threshold = c->threshold, .prefetch = c->prefetch, .stride = c->stride,
        .base_pages = (unsigned)(c->chunk_bytes / 4096), .on = c->on};
    for (unsigned i = 0; i < policy.gpus; i++)
        policy.gpu[i] = (struct huvm_gpu_config){i == 0 ? c->local : c->spare, i > 0};
    return policy;
}

static bool open_policy(struct huvm_real *r)
{
    struct huvm_config policy = huvm_real_policy(&r->config, r->home);
    size_t bytes = huvm_policy_bytes(&policy);
    void *memory = bytes > 0 ? malloc(bytes) : NULL;
    if (memory == NULL) {
        errno = bytes > 0 ? ENOMEM : EINVAL;
        return false;
    }
    r->policy = huvm_policy_init(memory, &policy);
    return true;
}

static bool open_memory(struct huvm_real *r)
{
    const struct huvm_real_config *c = &r->config;
    r->memory = map(c->chunks * c->chunk_bytes);
    r->host = map(c->chunks * c->chunk_bytes);
    r->home = calloc(c->chunks, 1);
    r->chunk = calloc(c->chunks, sizeof *r->chunk);
    r->waits = malloc(c->chunks * sizeof *r->waits);
    if (r->memory == NULL || r->host == NULL || r->home == NULL || r->chunk == NULL ||
        r->waits == NULL)
        return false;
    for (uint32_t i = 0; i < c->chunks; i++)
        r->chunk[i].at = HUVM_HOST;
    return true;
}

static bool start_link(struct huvm_real *r, unsigned number, const struct huvm_rate *rate)
{
    struct real_link *link = &r->link[number];
    link->rate = rate;
    errno = pthread_create(&link->thread, NULL, real_link_run, link);
    link->started = errno == 0;
    return link->started;
}

static bool start_threads(struct huvm_real *r)
{
    for (unsigned i = 0; i < REAL_LINKS; i++) {
        r->link[i].real = r;
        for (unsigned class = 0; class < 3; class++)
            r->link[i].first[class] = UINT32_MAX;
        pthread_cond_init(&r->link[i].wake, NULL);
    }
    for (unsigned i = 0; i <= r->config.lenders; i++)
        if (!start_link(r, i, &r->config.pcie) ||
            !start_link(r, HUVM_GPUS_MAX + i, &r->config.pcie) ||
            !start_link(r, 2 * HUVM_GPUS_MAX + i, &r->config.nvlink) ||
            !start_link(r, 3 * HUVM_GPUS_MAX + i, &r->config.nvlink))
            return false;
    errno = pthread_create(&r->fault_thread, NULL, real_faults_run, r);
    r->fault_started = errno == 0;
    return r->fault_started;
}

int huvm_real_open(const struct huvm_real_config *config, struct huvm_real **real)
{
    if (!is_good(config))
        return LP_ERR_ARG;
    struct huvm_real *r = calloc(1, sizeof *r);
    if (r == NULL)
        return LP_ERR_SYSTEM;
    r->config = *config;
    r->faults = r->stop[0] = r->stop[1] = -1;
    pthread_mutex_init(&r->lock, NULL);
    if (open_memory(r) && open_lenders(r) && open_policy(r) && open_faults(r) &&
        start_threads(r)) {
        *real = r;
        return LP_OK;
    }
    int reason = errno;
    huvm_real_close(r, NULL);
    errno = reason;
    return LP_ERR_SYSTEM;
}

void *huvm_real_memory(const struct huvm_real *r)
{
    return r->memory;
}

static void stop_threads(struct huvm_real *r)
{
    if (r->fault_started) {
        while (write(r->stop[1], "", 1) != 1)
            ;
        pthread_join(r->fault_thread, NULL);
    }
    pthread_mutex_lock(&r->lock);
    r->ending = true;
    for (unsigned i = 0; i < REAL_LINKS; i++)
        if (r->link[i].started)
            pthread_cond_signal(&r->link[i].wake);
    pthread_mutex_unlock(&r->lock);
    for (unsigned i = 0; i < REAL_LINKS; i++)
        if (r->link[i].started)
            pthread_join(r->link[i].thread, NULL);
}

static void unmap(void *at, size_t bytes)
{
    if (at != NULL)
        munmap(at, bytes);
}

void huvm_real_close(struct huvm_real *r, struct huvm_counts *counts)
{
    size_t bytes = r->config.chunks * r->config.chunk_bytes;
    stop_threads(r);
    if (counts != NULL)
        *counts = *huvm_counts(r->policy, 0);
    for (unsigned i = 1; i <= r->config.lenders; i++) {
        unmap(r->lender[i].bytes, r->config.spare * r->config.chunk_bytes);
        free(r->lender[i].free);
    }
    for (int i = 0; i < 2; i++)
        if (r->stop[i] >= 0)
            close(r->stop[i]);
    if (r->faults >= 0)
        close(r->faults);
    unmap(r->memory, bytes);
    unmap(r->host, bytes);
    free(r->policy);
    free(r->home);
    free(r->chunk);
    free(r->waits);
    free(r);
}
