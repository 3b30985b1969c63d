/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The two directions of the link, a thread each. A copy goes piece by piece, so that it can be held
 * to a rate and cut off. The lock is held but while a piece is copied or a thread sleeps.
 */
#define _POSIX_C_SOURCE 200809L
#include "swap_exec.h"
#include "swap_most.h"
#include <errno.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PIECE ((size_t)256 * 1024)
#define PIECE_LEAST ((size_t)4096)
#define PIECE_SECONDS 0.005 /* of a slow link, so that a copy is cut off soon */

struct copy {
    struct lp_swap *swap;
    struct lpi_tensor *tensor;
    struct lpi_link *link;
    int to_host;
    uint64_t at;  /* in the host's pool */
    int why;      /* errno of what failed */
};

static void sleep_until(double when)
{
    double left = when - lpi_swap_now();
    if (left <= 0)
        return;
    struct timespec span = {(time_t)left, (long)(1e9 * (left - (double)(time_t)left))};
    while (nanosleep(&span, &span) != 0 && errno == EINTR)
        continue;
}

/* A token bucket: what a late piece lost, the next ones make good. */
static void pace(struct lpi_link *link, size_t bytes)
{
    if (link->rate <= 0)
        return;
    sleep_until(link->ready);
    link->ready += (double)bytes / link->rate;
}

static int copy_piece(struct copy *c, uint8_t *data, size_t bytes)
{
    struct lpi_host *host = &c->swap->host;
    int error = c->to_host ? lpi_host_write(host, c->at, data, bytes)
                           : lpi_host_read(host, c->at, data, bytes);
    c->why = errno;
    c->at += bytes;
    return error;
}

static size_t piece_of(const struct lpi_link *link)
{
    double most = link->rate * PIECE_SECONDS;
    if (link->rate <= 0 || most >= (double)PIECE)
        return PIECE;
    return most > (double)PIECE_LEAST ? (size_t)most : PIECE_LEAST;
}

/* Moves bytes over the link; *crc, which may be NULL, goes over them. LP_ERR_ABORTED: doomed. */
static int move(struct copy *c, uint8_t *data, size_t bytes, uint32_t *crc)
{
    size_t most = piece_of(c->link);
    for (size_t done = 0; done < bytes;) {
        size_t piece = bytes - done < most ? bytes - done : most;
        if (c->tensor->doomed)
            return LP_ERR_ABORTED;
        pace(c->link, piece);
        int error = copy_piece(c, data + done, piece);
        if (error != LP_OK)
            return error;
        if (crc != NULL)
            *crc = libdeflate_crc32(*crc, data + done, piece);
        done += piece;
    }
    /* What was copied is there when the link has had the time for it. */
    if (c->link->rate > 0)
        sleep_until(c->link->ready);
    return LP_OK;
}

static void report(struct copy *c, int error)
{
    struct lp_swap *s = c->swap;
    const char *where = s->config.host_path != NULL ? s->config.host_path : "host pool in RAM";
    const char *verb = c->to_host ? "written" : "read";
    if (error == LP_ERR_SYSTEM && c->to_host && (c->why == ENOSPC || c->why == EFBIG ||
                                                 c->why == EDQUOT))
        lpi_swap_fail(s, c->tensor, LP_ERR_HOST_FULL, "%s: %s", where, strerror(c->why));
    else if (error == LP_ERR_SYSTEM && c->why == ENOENT)
        lpi_swap_fail(s, c->tensor, error, "%s: somebody removed it while it held tensors", where);
    else if (error == LP_ERR_SYSTEM)
        lpi_swap_fail(s, c->tensor, error, "%s: cannot be %s: %s", where, verb, strerror(c->why));
    else if (error == LP_ERR_SHORT)
        lpi_swap_fail(s, c->tensor, LP_ERR_CORRUPT, "%s: it is shorter than what was written",
                      where);
    else
        lpi_swap_fail(s, c->tensor, error, "%s: %s", where, lp_strerror(error));
}

/* ---- out ---- */

static int is_raw(const struct lpi_tensor *t)
{
    return t->facts.codec == LP_SWAP_RAW;
}

static int send_stream(struct copy *c)
{
    struct lpi_tensor *t = c->tensor;
    size_t head = lpi_parts_head(t->parts.count);
    uint8_t *bytes = malloc(head);
    if (bytes == NULL)
        return LP_ERR_SYSTEM;
    lpi_parts_write_head(&t->parts, t->sizes, bytes);
    int error = move(c, bytes, head, NULL);
    for (size_t i = 0; i < t->parts.count && error == LP_OK; i++)
        error = move(c, t->staging + i * t->parts.room, t->sizes[i], NULL);
    free(bytes);
    return error;
}

static int send_tensor(struct copy *c)
{
    c->why = ENOMEM;
    if (lpi_host_check(&c->swap->host) != LP_OK) {
        c->why = errno;
        return LP_ERR_SYSTEM;
    }
    if (!is_raw(c->tensor))
        return send_stream(c);
    c->tensor->crcs[0] = 0;
    return move(c, c->tensor->data, c->tensor->bytes, &c->tensor->crcs[0]);
}

static void one_out(struct lp_swap *s, struct lpi_tensor *t)
{
    struct copy c = {.swap = s, .tensor = t, .link = &s->out, .to_host = 1};
    double begin = lpi_swap_now();
    int error = s->failed;
    s->out.ready = lpi_most(s->out.ready, begin);
    if (error == LP_OK && lpi_host_take(&s->host, t->stored, &t->host_at) != LP_OK) {
        error = LP_ERR_HOST_FULL;
        lpi_swap_fail(s, t, error, "host pool of %llu bytes: no room for %llu more",
                      (unsigned long long)s->host.bytes, (unsigned long long)t->stored);
    }
    if (error == LP_OK) {
        t->in_host = 1;
        s->stats.host += t->stored;
        if (s->stats.host > s->stats.host_peak)
            s->stats.host_peak = s->stats.host;
        c.at = t->host_at;
        pthread_mutex_unlock(&s->lock);
        error = send_tensor(&c);
        pthread_mutex_lock(&s->lock);
        if (error != LP_OK && error != LP_ERR_ABORTED)
            report(&c, error);
    }
    if (t->staging != NULL)
        lpi_swap_unstage(s, t);
    t->facts.leave = lpi_swap_now() - begin;
    s->stats.busy_out += t->facts.leave;
    if (error != LP_OK) {
        t->error = error;
        lpi_swap_leave_host(s, t);
        lpi_swap_settle(s, t, LP_SWAP_RESIDENT);
        return;
    }
    s->stats.link_out += t->stored;
    s->stats.moved_out += t->bytes;
    s->stats.tensors++;
    if (s->arena != NULL)
        lpi_swap_let_go(s, t);
    lpi_swap_settle(s, t, LP_SWAP_AWAY);
}

/* ---- in ---- */

static int fetch_raw(struct copy *c)
{
    uint32_t crc = 0;
    int error = move(c, c->tensor->data, c->tensor->bytes, &crc);
    if (error == LP_OK && crc != c->tensor->crcs[0])
        error = LP_ERR_CORRUPT;
    return error;
}

/* The stream's head is known: what comes back has to be the same. */
static int fetch_stream(struct copy *c)
{
    struct lpi_tensor *t = c->tensor;
    size_t head = lpi_parts_head(t->parts.count);
    uint8_t *due = malloc(head);
    if (due == NULL)
        return LP_ERR_SYSTEM;
    lpi_parts_write_head(&t->parts, t->sizes, due);
    int error = move(c, t->staging, (size_t)t->stored, NULL);
    if (error == LP_OK && memcmp(t->staging, due, head) != 0)
        error = LP_ERR_CORRUPT;
    free(due);
    return error;
}

static void expand_step(void *context, size_t i)
{
    struct lpi_tensor *t = context;
    size_t from = lpi_parts_head(t->parts.count), at, bytes;
    if (t->doomed) {
        t->errors[i] = LP_ERR_ABORTED;
        return;
    }
    for (size_t k = 0; k < i; k++)
        from += t->sizes[k];
    t->errors[i] = lpi_part_expand(&t->parts, i, t->staging + from, t->sizes[i], t->data);
    lpi_part_place(&t->parts, i, &at, &bytes);
    if (t->errors[i] == LP_OK && bytes > 0 &&
        libdeflate_crc32(0, t->data + at, bytes) != t->crcs[i])
        t->errors[i] = LP_ERR_CORRUPT;
}

static void back_home(struct lp_swap *s, struct lpi_tensor *t)
{
    lpi_swap_leave_host(s, t);
    s->stats.moved_in += t->bytes;
    lpi_swap_settle(s, t, LP_SWAP_RESIDENT);
}

static void corrupt(struct lp_swap *s, struct lpi_tensor *t, int error)
{
    if (error != LP_ERR_ABORTED)
        lpi_swap_fail(s, t, LP_ERR_CORRUPT,
                      "%s: a tensor of %zu bytes did not come back as it left",
                      s->config.host_path != NULL ? s->config.host_path : "host pool in RAM",
                      t->bytes);
    lpi_swap_settle(s, t, LP_SWAP_AWAY);
}

static void expand_done(void *context)
{
    struct lpi_tensor *t = context;
    struct lp_swap *s = t->swap;
    int error = LP_OK;
    pthread_mutex_lock(&s->lock);
    for (size_t i = 0; i < t->parts.count && error == LP_OK; i++)
        error = t->errors[i];
    lpi_swap_unstage(s, t);
    t->facts.expand = lpi_swap_now() - t->begin;
    s->stats.expand += t->facts.expand;
    if (error == LP_OK)
        back_home(s, t);
    else
        corrupt(s, t, error);
    pthread_mutex_unlock(&s->lock);
}

static void submit_expand(struct lp_swap *s, struct lpi_tensor *t)
{
    lpi_swap_settle(s, t, LP_SWAP_EXPANDING);
    t->begin = lpi_swap_now();
    t->batch = (struct lpi_batch){.step = expand_step, .done = expand_done, .context = t,
                                  .count = t->parts.count};
    lpi_batch_submit(s->threads, &t->batch);
}

static void one_in(struct lp_swap *s, struct lpi_tensor *t)
{
    struct copy c = {.swap = s, .tensor = t, .link = &s->in, .at = t->host_at, .why = ENOMEM};
    double begin = lpi_swap_now();
    int error = s->failed;
    s->in.ready = lpi_most(s->in.ready, begin);
    if (error == LP_OK && !is_raw(t))
        error = lpi_swap_stage(s, t, (size_t)t->stored);
    if (error == LP_OK) {
        pthread_mutex_unlock(&s->lock);
        error = lpi_host_check(&s->host);
        c.why = errno;
        if (error == LP_OK)
            error = is_raw(t) ? fetch_raw(&c) : fetch_stream(&c);
        pthread_mutex_lock(&s->lock);
    }
    t->facts.come = lpi_swap_now() - begin;
    s->stats.busy_in += t->facts.come;
    if (error == LP_OK) {
        s->stats.link_in += t->stored;
        if (is_raw(t))
            back_home(s, t);
        else
            submit_expand(s, t);
        return;
    }
    if (t->staging != NULL)
        lpi_swap_unstage(s, t);
    t->error = error;
    if (error == LP_ERR_CORRUPT || error == LP_ERR_ABORTED) {
        corrupt(s, t, error);
        return;
    }
    report(&c, error);
    lpi_swap_settle(s, t, LP_SWAP_AWAY);
}

/* ---- threads ---- */

static void *run(struct lp_swap *s, struct lpi_link *link,
                 void (*one)(struct lp_swap *, struct lpi_tensor *))
{
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (link->first == NULL && !s->quit)
            pthread_cond_wait(&link->more, &s->lock);
        if (link->first == NULL)
            break;
        struct lpi_tensor *t = link->first;
        lpi_swap_unqueue(link, t);
        one(s, t);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

void *lpi_swap_out(void *swap)
{
    return run(swap, &((struct lp_swap *)swap)->out, one_out);
}

void *lpi_swap_in(void *swap)
{
    return run(swap, &((struct lp_swap *)swap)->in, one_in);
}
