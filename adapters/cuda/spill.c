/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* strdup */
#include "spill.h"
#include "../../cmodel/lib/swap/swap_host.h"
#include <errno.h>
#include <libdeflate.h>
#include <linepress/linepress.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PIECE ((uint64_t)1 << 20) /* bytes between two looks at whether an errand is cancelled */

/* Errands of one thread. */
struct line {
    struct lpc_spill *spill;
    struct lpc_errand *first, *last;
    pthread_cond_t more;
    pthread_t thread;
    int runs;
};

struct lpc_spill {
    struct lpi_host host; /* the writer alone uses its space */
    int checked;
    char *path, *text;
    pthread_mutex_t lock; /* of what follows, and of each errand's `cancelled` */
    pthread_cond_t one_done;
    struct line writes, reads;
    struct lpc_errand *done;
    int closing, error;
    struct lpc_spill_stats stats;
};

/* ---- the file ---- */

/* `why` is errno. */
static void describe(struct lpc_spill *s, const struct lpc_errand *e, int error, int why)
{
    const char *verb = e->kind == LPC_WRITE ? "written" : "read", *path = s->path;
    char *text = s->text;
    if (error == LP_ERR_SPACE)
        snprintf(text, LPC_SPILL_TEXT, "%s: all of its %llu bytes are used", path,
                 (unsigned long long)s->host.bytes);
    else if (error == LP_ERR_SYSTEM && why == ENOENT)
        snprintf(text, LPC_SPILL_TEXT, "%s: was removed while it held tensors", path);
    else if (error == LP_ERR_SYSTEM)
        snprintf(text, LPC_SPILL_TEXT, "%s: cannot be %s: %s", path, verb, strerror(why));
    else if (error == LP_ERR_SHORT)
        snprintf(text, LPC_SPILL_TEXT, "%s: it is shorter than what was written", path);
    else
        snprintf(text, LPC_SPILL_TEXT, "%s: it does not have the bytes that were written", path);
}

static int error_for_caller(const struct lpc_errand *e, int error, int why)
{
    int no_room = why == ENOSPC || why == EFBIG || why == EDQUOT;
    if (error == LP_ERR_SPACE || (error == LP_ERR_SYSTEM && e->kind == LPC_WRITE && no_room))
        return LP_ERR_HOST_FULL;
    return error == LP_ERR_SHORT ? LP_ERR_CORRUPT : error;
}

/* Only the first failure is told. */
static void fail(struct lpc_spill *s, const struct lpc_errand *e, int error, int why)
{
    pthread_mutex_lock(&s->lock);
    if (s->error == LP_OK) {
        describe(s, e, error, why);
        s->error = error_for_caller(e, error, why);
    }
    pthread_mutex_unlock(&s->lock);
}

static int state_of(struct lpc_spill *s, const struct lpc_errand *e)
{
    pthread_mutex_lock(&s->lock);
    int error = s->closing || e->cancelled ? LP_ERR_ABORTED : s->error;
    pthread_mutex_unlock(&s->lock);
    return error;
}

/* *crc = that of the bytes. */
static int move(struct lpc_spill *s, const struct lpc_errand *e, uint32_t *crc)
{
    int error = lpi_host_check(&s->host);
    *crc = 0;
    for (uint64_t done = 0, n; done < e->bytes && error == LP_OK; done += n) {
        uint8_t *memory = e->memory + done;
        n = e->bytes - done < PIECE ? e->bytes - done : PIECE;
        error = state_of(s, e);
        if (error == LP_OK && e->kind == LPC_WRITE)
            error = lpi_host_write(&s->host, e->at + done, memory, (size_t)n);
        else if (error == LP_OK)
            error = lpi_host_read(&s->host, e->at + done, memory, (size_t)n);
        if (error == LP_OK && s->checked)
            *crc = libdeflate_crc32(*crc, memory, (size_t)n);
    }
    return error;
}

/* A range is the writer's to take and to give, so that the space needs no lock. */
static void count_range(struct lpc_spill *s, uint64_t taken, uint64_t given)
{
    pthread_mutex_lock(&s->lock);
    s->stats.used += lpi_space_round(&s->host.space, taken) * (taken > 0);
    s->stats.used -= lpi_space_round(&s->host.space, given) * (given > 0);
    s->stats.peak = s->stats.used > s->stats.peak ? s->stats.used : s->stats.peak;
    pthread_mutex_unlock(&s->lock);
}

static void forget(struct lpc_spill *s, const struct lpc_errand *e)
{
    lpi_host_give(&s->host, e->at, e->bytes);
    count_range(s, 0, e->bytes);
}

static int write_out(struct lpc_spill *s, struct lpc_errand *e)
{
    int error = lpi_host_take(&s->host, e->bytes, &e->at);
    if (error != LP_OK)
        return error;
    count_range(s, e->bytes, 0);
    error = move(s, e, &e->crc);
    int why = errno;
    if (error != LP_OK)
        forget(s, e);
    errno = why;
    return error;
}

static int read_back(struct lpc_spill *s, const struct lpc_errand *e)
{
    uint32_t crc;
    int error = move(s, e, &crc);
    return error == LP_OK && crc != e->crc ? LP_ERR_CORRUPT : error;
}

static void run(struct lpc_spill *s, struct lpc_errand *e)
{
    e->error = e->kind == LPC_FORGET ? LP_OK : state_of(s, e);
    if (e->kind == LPC_FORGET)
        forget(s, e);
    else if (e->error == LP_OK)
        e->error = e->kind == LPC_WRITE ? write_out(s, e) : read_back(s, e);
    if (e->error != LP_OK && e->error != LP_ERR_ABORTED)
        fail(s, e, e->error, errno);
}

/* ---- the threads ---- */

static struct lpc_errand *next_of(struct line *l)
{
    struct lpc_errand *e = l->first;
    if (e != NULL)
        l->first = e->next;
    if (l->first == NULL)
        l->last = NULL;
    return e;
}

static void finish(struct lpc_spill *s, struct lpc_errand *e)
{
    if (e->error == LP_OK && e->kind == LPC_WRITE)
        s->stats.written += e->bytes;
    if (e->error == LP_OK && e->kind == LPC_READ)
        s->stats.read += e->bytes;
    e->next = s->done;
    s->done = e;
    pthread_cond_signal(&s->one_done);
}

static void *work(void *line)
{
    struct line *l = line;
    struct lpc_spill *s = l->spill;
    pthread_mutex_lock(&s->lock);
    while (!s->closing) {
        struct lpc_errand *e = next_of(l);
        if (e == NULL) {
            pthread_cond_wait(&l->more, &s->lock);
            continue;
        }
        pthread_mutex_unlock(&s->lock);
        run(s, e);
        pthread_mutex_lock(&s->lock);
        finish(s, e);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static int start(struct lpc_spill *s, struct line *l)
{
    l->spill = s;
    pthread_cond_init(&l->more, NULL);
    int why = pthread_create(&l->thread, NULL, work, l);
    l->runs = why == 0;
    errno = why;
    return l->runs ? LP_OK : LP_ERR_SYSTEM;
}

static void stop(struct line *l)
{
    if (l->runs)
        pthread_join(l->thread, NULL);
    if (l->spill != NULL)
        pthread_cond_destroy(&l->more);
}

/* ---- for the caller ---- */

static int open_all(struct lpc_spill *s, const char *path, uint64_t bytes)
{
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->one_done, NULL);
    s->path = strdup(path);
    if (s->path == NULL)
        return LP_ERR_SYSTEM;
    int error = lpi_host_open(&s->host, path, bytes);
    if (error != LP_OK)
        return error;
    error = start(s, &s->writes);
    return error == LP_OK ? start(s, &s->reads) : error;
}

int lpc_spill_open(struct lpc_spill **spill, const char *path, uint64_t bytes, int checked,
                   char *text)
{
    struct lpc_spill *s = calloc(1, sizeof *s);
    int error = LP_ERR_SYSTEM;
    if (s != NULL) {
        *s = (struct lpc_spill){.host = {.file = -1}, .checked = checked, .text = text};
        error = open_all(s, path, bytes);
    }
    if (error == LP_OK) {
        *spill = s;
        return LP_OK;
    }
    snprintf(text, LPC_SPILL_TEXT, "%s: %s", path, strerror(errno));
    lpc_spill_close(s);
    return error;
}

void lpc_spill_close(struct lpc_spill *s)
{
    if (s == NULL)
        return;
    pthread_mutex_lock(&s->lock);
    s->closing = 1;
    pthread_cond_signal(&s->writes.more);
    pthread_cond_signal(&s->reads.more);
    pthread_mutex_unlock(&s->lock);
    stop(&s->writes);
    stop(&s->reads);
    if (s->host.file >= 0)
        lpi_host_close(&s->host);
    pthread_cond_destroy(&s->one_done);
    pthread_mutex_destroy(&s->lock);
    free(s->path);
    free(s);
}

void lpc_spill_ask(struct lpc_spill *s, struct lpc_errand *e, int urgent)
{
    struct line *l = e->kind == LPC_READ ? &s->reads : &s->writes;
    pthread_mutex_lock(&s->lock);
    e->cancelled = 0;
    e->next = urgent ? l->first : NULL;
    if (urgent || l->first == NULL)
        l->first = e;
    else
        l->last->next = e;
    if (e->next == NULL)
        l->last = e;
    pthread_cond_signal(&l->more);
    pthread_mutex_unlock(&s->lock);
}

void lpc_spill_cancel(struct lpc_spill *s, struct lpc_errand *e)
{
    pthread_mutex_lock(&s->lock);
    e->cancelled = 1;
    pthread_mutex_unlock(&s->lock);
}

struct lpc_errand *lpc_spill_done(struct lpc_spill *s)
{
    pthread_mutex_lock(&s->lock);
    struct lpc_errand *e = s->done;
    if (e != NULL)
        s->done = e->next;
    pthread_mutex_unlock(&s->lock);
    return e;
}

void lpc_spill_wait(struct lpc_spill *s)
{
    pthread_mutex_lock(&s->lock);
    while (s->done == NULL)
        pthread_cond_wait(&s->one_done, &s->lock);
    pthread_mutex_unlock(&s->lock);
}

int lpc_spill_error(struct lpc_spill *s)
{
    pthread_mutex_lock(&s->lock);
    int error = s->error;
    pthread_mutex_unlock(&s->lock);
    return error;
}

void lpc_spill_stats(struct lpc_spill *s, struct lpc_spill_stats *stats)
{
    pthread_mutex_lock(&s->lock);
    *stats = s->stats;
    pthread_mutex_unlock(&s->lock);
}
