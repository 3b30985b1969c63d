/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The two directions of the link, a thread each. The lock is released only while bytes are copied,
 * the host's codec works or a thread sleeps.
 */
#define _POSIX_C_SOURCE 200809L
#include "../../base/clock.h"
#include "swap_most.h"
#include "swap_move.h"
#include <errno.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

static void report(struct lpi_copy *c, int error)
{
    struct lp_swap *s = c->swap;
    const char *where = s->config.host_path != NULL ? s->config.host_path : "host pool in RAM";
    const char *verb = c->to_host ? "written" : "read";
    if (c->refused)
        lpi_gpu_fail(s, c->tensor);
    else if (error == LP_ERR_SYSTEM && c->to_host &&
             (c->why == ENOSPC || c->why == EFBIG || c->why == EDQUOT))
        lpi_swap_fail(s, c->tensor, LP_ERR_HOST_FULL, "%s: %s", where, strerror(c->why));
    else if (error == LP_ERR_SYSTEM && c->why == ENOENT)
        lpi_swap_fail(s, c->tensor, error, "%s: was removed while it held tensors", where);
    else if (error == LP_ERR_SYSTEM)
        lpi_swap_fail(s, c->tensor, error, "%s: cannot be %s: %s", where, verb, strerror(c->why));
    else if (error == LP_ERR_SHORT)
        lpi_swap_fail(s, c->tensor, LP_ERR_CORRUPT, "%s: it is shorter than what was written",
                      where);
    else
        lpi_swap_fail(s, c->tensor, error, "%s: %s", where, lp_strerror(error));
}

/* ---- out ---- */

/* Whether the error concerns more than this tensor, so that all transfers stop. */
static bool is_trouble(int error)
{
    return error != LP_OK && error != LP_ERR_ABORTED && error != LP_ERR_ADDRESS;
}

static bool is_raw(const struct lpi_tensor *t)
{
    return t->facts.codec == LP_SWAP_RAW;
}

static int send_stream(struct lpi_copy *c)
{
    struct lpi_tensor *t = c->tensor;
    size_t head = lpi_parts_head(t->parts.count);
    uint8_t *bytes = malloc(head);
    if (bytes == NULL)
        return LP_ERR_SYSTEM;
    lpi_parts_write_head(&t->parts, t->sizes, bytes);
    int error = lpi_move(c, bytes, head, NULL);
    for (size_t i = 0; i < t->parts.count && error == LP_OK; i++)
        error = lpi_move(c, t->staging + i * t->parts.room, t->sizes[i], NULL);
    free(bytes);
    return error;
}

static int send_tensor(struct lpi_copy *c)
{
    c->why = ENOMEM;
    if (lpi_host_check(&c->swap->host) != LP_OK) {
        c->why = errno;
        return LP_ERR_SYSTEM;
    }
    struct lpi_tensor *t = c->tensor;
    if (!is_raw(t) && t->device_stream == NULL)
        return send_stream(c);
    uint8_t *data = t->device_stream != NULL ? t->device_stream
                    : t->bounce != NULL      ? t->bounce
                                             : t->data;
    c->callers = data == t->data && !c->on_device;
    t->crcs[0] = 0;
    return lpi_move(c, data, (size_t)t->stored, &t->crcs[0]);
}

/* Copies within the host use no link. */
static struct lpi_link no_link;

static int open_bounce(struct lpi_tensor *t)
{
    t->bounce = malloc(t->bytes > 0 ? t->bytes : 1);
    return t->bounce != NULL ? LP_OK : LP_ERR_SYSTEM;
}

static void close_bounce(struct lpi_tensor *t)
{
    free(t->bounce);
    t->bounce = NULL;
}

static int run_parts(struct lp_swap *s, struct lpi_tensor *t, void (*step)(void *, size_t))
{
    struct lpi_batch batch = {.step = step, .context = t, .count = t->parts.count};
    int error = LP_OK;
    lpi_batch_run(s->threads, &batch);
    for (size_t i = 0; i < t->parts.count && error == LP_OK; i++)
        error = t->errors[i];
    return error;
}

/* The raw tensor crosses the link; the host then compresses it. */
static int cross_out(struct lp_swap *s, struct lpi_tensor *t)
{
    struct lpi_copy c = {.swap = s,
                         .tensor = t,
                         .link = &s->out,
                         .to_host = 1,
                         .on_device = t->on_device,
                         .why = ENOMEM};
    pthread_mutex_unlock(&s->lock);
    int error = open_bounce(t);
    if (error == LP_OK) {
        c.memory = t->bounce;
        c.callers = !t->on_device;
        error = lpi_move(&c, t->data, t->bytes, NULL);
    }
    /* If the codec fails on any part, the tensor is stored raw. */
    if (error == LP_OK)
        run_parts(s, t, lpi_swap_compress_part);
    pthread_mutex_lock(&s->lock);
    if (error == LP_OK && t->doomed)
        error = LP_ERR_ABORTED;
    if (error == LP_OK) {
        lpi_swap_choose_form(s, t);
        t->facts.stored = t->bytes;
    } else if (is_trouble(error)) {
        report(&c, error);
    }
    return error;
}

static void one_out(struct lp_swap *s, struct lpi_tensor *t)
{
    struct lpi_copy c = {
        .swap = s, .tensor = t, .link = &s->out, .to_host = 1, .on_device = t->on_device};
    double begin = lpi_now();
    int error = s->failed;
    s->out.ready = lpi_most(s->out.ready, begin);
    if (error == LP_OK && t->behind) {
        error = cross_out(s, t);
        c.link = &no_link;
        c.on_device = 0;
    }
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
        if (is_trouble(error))
            report(&c, error);
    }
    if (t->staging != NULL)
        lpi_swap_unstage(s, t);
    close_bounce(t);
    if (t->on_device)
        lpi_gpu_unstage(s, t);
    t->facts.leave = lpi_now() - begin;
    s->stats.busy_out += t->facts.leave;
    if (error != LP_OK) {
        t->error = error;
        lpi_swap_leave_host(s, t);
        lpi_swap_settle(s, t, LP_SWAP_RESIDENT);
        return;
    }
    s->stats.link_out += t->facts.stored;
    s->stats.moved_out += t->bytes;
    s->stats.tensors++;
    if (s->arena != NULL)
        lpi_swap_let_go(s, t);
    lpi_swap_settle(s, t, LP_SWAP_AWAY);
}

/* ---- in ---- */

static int fetch_raw(struct lpi_copy *c)
{
    uint32_t crc = 0;
    int error = lpi_move(c, c->tensor->data, c->tensor->bytes, &crc);
    if (error == LP_OK && crc != c->tensor->crcs[0])
        error = LP_ERR_CORRUPT;
    return error;
}

/* Sends a stream that the GPU made back to it; one CRC covers the whole stream. */
static int fetch_device(struct lpi_copy *c)
{
    struct lpi_tensor *t = c->tensor;
    uint32_t crc = 0;
    int error = lpi_gpu_stage(c->swap, t, (size_t)t->stored);
    c->refused = error != LP_OK;
    if (error == LP_OK)
        error = lpi_move(c, t->device_stream, (size_t)t->stored, &crc);
    if (error == LP_OK && crc != t->crcs[0])
        error = LP_ERR_CORRUPT;
    return error;
}

/* The stream's head is known, so the bytes that come back must equal it. */
static int fetch_stream(struct lpi_copy *c)
{
    struct lpi_tensor *t = c->tensor;
    size_t head = lpi_parts_head(t->parts.count);
    uint8_t *due = malloc(head);
    if (due == NULL)
        return LP_ERR_SYSTEM;
    lpi_parts_write_head(&t->parts, t->sizes, due);
    int error = lpi_move(c, t->staging, (size_t)t->stored, NULL);
    if (error == LP_OK && memcmp(t->staging, due, head) != 0)
        error = LP_ERR_CORRUPT;
    free(due);
    return error;
}

void lpi_swap_expand_part(void *context, size_t i)
{
    struct lpi_tensor *t = context;
    uint8_t *data = t->bounce != NULL ? t->bounce : t->data;
    size_t from = lpi_parts_head(t->parts.count), at, bytes;
    if (t->doomed) {
        t->errors[i] = LP_ERR_ABORTED;
        return;
    }
    for (size_t k = 0; k < i; k++)
        from += t->sizes[k];
    t->errors[i] = lpi_part_expand(&t->parts, i, t->staging + from, t->sizes[i], data);
    lpi_part_place(&t->parts, i, &at, &bytes);
    if (t->errors[i] == LP_OK && bytes > 0 && libdeflate_crc32(0, data + at, bytes) != t->crcs[i])
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
        lpi_swap_fail(
            s, t, LP_ERR_CORRUPT, "%s: a tensor of %zu bytes did not come back as it left",
            s->config.host_path != NULL ? s->config.host_path : "host pool in RAM", t->bytes);
    lpi_swap_settle(s, t, LP_SWAP_AWAY);
}

static void gpu_expand_step(void *context, size_t i)
{
    struct lpi_tensor *t = context;
    struct lp_swap *s = t->swap;
    t->errors[i] = t->doomed ? LP_ERR_ABORTED : lpi_gpu_expand(s, t);
    if (t->errors[i] != LP_ERR_SYSTEM)
        return;
    pthread_mutex_lock(&s->lock);
    lpi_gpu_fail(s, t);
    pthread_mutex_unlock(&s->lock);
}

static void expand_done(void *context)
{
    struct lpi_tensor *t = context;
    struct lp_swap *s = t->swap;
    int error = LP_OK;
    pthread_mutex_lock(&s->lock);
    for (size_t i = 0; i < t->batch.count && error == LP_OK; i++)
        error = t->errors[i];
    if (t->staging != NULL)
        lpi_swap_unstage(s, t);
    if (t->on_device)
        lpi_gpu_unstage(s, t);
    t->facts.expand = lpi_now() - t->begin;
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
    t->begin = lpi_now();
    t->batch = (struct lpi_batch){
        .step = lpi_swap_expand_part, .done = expand_done, .context = t, .count = t->parts.count};
    if (t->on_device) {
        t->batch.step = gpu_expand_step;
        t->batch.count = 1;
    }
    lpi_batch_submit(s->threads, &t->batch);
}

/* The host expands the stream before it crosses the link. */
static int cross_in(struct lpi_copy *c)
{
    struct lpi_tensor *t = c->tensor;
    struct lpi_link *link = c->link;
    c->link = &no_link;
    c->on_device = 0;
    int error = fetch_stream(c);
    if (error == LP_OK)
        error = open_bounce(t);
    if (error == LP_OK && run_parts(c->swap, t, lpi_swap_expand_part) != LP_OK)
        error = t->doomed ? LP_ERR_ABORTED : LP_ERR_CORRUPT;
    if (error == LP_OK) {
        /* The link was idle meanwhile and must not catch up for it. */
        link->ready = lpi_most(link->ready, lpi_now());
        c->link = link;
        c->on_device = t->on_device;
        c->memory = t->bounce;
        c->at = 0;
        error = lpi_move(c, t->data, t->bytes, NULL);
    }
    close_bounce(t);
    return error;
}

static int fetch(struct lpi_copy *c)
{
    if (is_raw(c->tensor))
        return fetch_raw(c);
    if (c->tensor->behind)
        return cross_in(c);
    return c->tensor->on_device ? fetch_device(c) : fetch_stream(c);
}

static void one_in(struct lp_swap *s, struct lpi_tensor *t)
{
    struct lpi_copy c = {.swap = s,
                         .tensor = t,
                         .link = &s->in,
                         .at = t->host_at,
                         .on_device = t->on_device,
                         .why = ENOMEM};
    double begin = lpi_now();
    int error = s->failed;
    s->in.ready = lpi_most(s->in.ready, begin);
    int staged = !is_raw(t) && (t->behind || !t->on_device);
    if (error == LP_OK && staged)
        error = lpi_swap_stage(s, t, (size_t)t->stored);
    if (error == LP_OK) {
        pthread_mutex_unlock(&s->lock);
        error = lpi_host_check(&s->host);
        c.why = errno;
        if (error == LP_OK)
            error = fetch(&c);
        pthread_mutex_lock(&s->lock);
    }
    t->facts.come = lpi_now() - begin;
    s->stats.busy_in += t->facts.come;
    if (error == LP_OK) {
        s->stats.link_in += t->facts.stored;
        if (is_raw(t) || t->behind) {
            if (t->staging != NULL)
                lpi_swap_unstage(s, t);
            back_home(s, t);
        } else {
            submit_expand(s, t);
        }
        return;
    }
    if (t->staging != NULL)
        lpi_swap_unstage(s, t);
    if (t->on_device)
        lpi_gpu_unstage(s, t);
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
