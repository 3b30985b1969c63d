/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "run.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

void *real_map(size_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

void real_unmap(void *at, size_t bytes)
{
    if (at != NULL)
        munmap(at, bytes);
}

bool real_run_open(struct real_run *run, const struct huvm_real_config *config)
{
    pthread_condattr_t clock;
    run->config = *config;
    pthread_mutex_init(&run->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&run->obeyed, &clock);
    pthread_condattr_destroy(&clock);
    for (unsigned i = 0; i < config->gpus; i++) {
        run->first[i] = run->chunks;
        run->chunks += config->gpu[i].chunks;
    }
    run->home = malloc(run->chunks);
    return run->home != NULL;
}

void real_run_close(struct real_run *run)
{
    free(run->home);
}

void real_fail(struct real_run *run, bool locked, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!locked)
        pthread_mutex_lock(&run->lock);
    if (!run->failed && run->config.failed != NULL)
        run->config.failed(run->config.context, text);
    run->failed = true;
    if (!locked)
        pthread_mutex_unlock(&run->lock);
}
