/* SPDX-License-Identifier: Apache-2.0 */
/* The executor's calls. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "swap_caller.h"
#include "../../base/clock.h"
#include "swap_exec.h"
#include "../../base/null.h"
#include <errno.h>
#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ARENA_GRAIN 64u

/* ---- opening and closing ---- */

static bool is_rate(double rate)
{
    return rate >= 0 && rate < 1e18;
}

static int open_arena(struct lp_swap *s)
{
    void *arena = mmap(NULL, s->config.device_bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (arena == MAP_FAILED)
        return LP_ERR_SYSTEM;
    s->arena = arena;
    return lpi_space_open(&s->arena_space, s->config.device_bytes, ARENA_GRAIN);
}

static int open_link(struct lp_swap *s, struct lpi_link *link, double rate, void *(*run)(void *))
{
    link->rate = rate;
    pthread_cond_init(&link->more, NULL);
    link->copy = malloc(LPI_PIECE);
    if (link->copy == NULL)
        return LP_ERR_SYSTEM;
    link->runs = pthread_create(&link->thread, NULL, run, s) == 0;
    return link->runs ? LP_OK : LP_ERR_SYSTEM;
}

int lp_swap_open(const struct lp_swap_config *config, struct lp_swap **swap)
{
    if (LPI_ANY_NULL(config, swap) || !is_rate(config->out) || !is_rate(config->in) ||
        (config->arena && config->device_bytes < ARENA_GRAIN) || config->host_bytes < 4096)
        return LP_ERR_ARG;
    struct lp_swap *s = calloc(1, sizeof *s);
    if (s == NULL)
        return LP_ERR_SYSTEM;
    s->config = *config;
    int error = lpi_host_open(&s->host, config->host_path, config->host_bytes);
    if (error != LP_OK) {
        free(s);
        return error;
    }
    s->config.host_path = s->host.path;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    error = config->arena ? open_arena(s) : LP_OK;
    if (error == LP_OK)
        error = lp_swap_threads_open(config->threads, &s->threads);
    if (error == LP_OK)
        error = open_link(s, &s->out, config->out, lpi_swap_out);
    if (error == LP_OK)
        error = open_link(s, &s->in, config->in, lpi_swap_in);
    if (error != LP_OK) {
        int why = errno;
        lp_swap_close(s);
        errno = why;
        return error;
    }
    *swap = s;
    return LP_OK;
}

static void close_link(struct lp_swap *s, struct lpi_link *link)
{
    if (!link->runs) {
        free(link->copy);
        return;
    }
    pthread_mutex_lock(&s->lock);
    s->quit = 1;
    pthread_cond_broadcast(&link->more);
    pthread_mutex_unlock(&s->lock);
    pthread_join(link->thread, NULL);
    pthread_cond_destroy(&link->more);
    free(link->copy);
}

void lp_swap_close(struct lp_swap *s)
{
    if (s == NULL)
        return;
    /* Marks all tensors at once, so that no removal waits for transfers of later tensors. */
    for (unsigned id = 0; id < s->count; id++)
        if (s->tensors[id] != NULL)
            s->tensors[id]->doomed = 1;
    for (unsigned id = 0; id < s->count; id++)
        if (s->tensors[id] != NULL)
            lp_swap_remove(s, id);
    close_link(s, &s->out);
    close_link(s, &s->in);
    lp_swap_threads_close(s->threads);
    if (s->arena != NULL) {
        munmap(s->arena, s->config.device_bytes);
        lpi_space_close(&s->arena_space);
    }
    lpi_gpu_close(s);
    lpi_host_close(&s->host);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    free(s->tensors);
    free(s);
}

/* ---- tensors ---- */

/* The tensor of this id, or NULL; the lock is held. */
static struct lpi_tensor *find(struct lp_swap *s, unsigned id)
{
    return id < s->count ? s->tensors[id] : NULL;
}

/* Takes the lowest free id. */
static int take_id(struct lp_swap *s, unsigned *id)
{
    for (*id = s->lowest; *id < s->count; ++*id)
        if (s->tensors[*id] == NULL) {
            s->lowest = *id + 1;
            return LP_OK;
        }
    if (s->count == s->room) {
        unsigned room = s->room > 0 ? 2 * s->room : 64;
        struct lpi_tensor **tensors = realloc(s->tensors, room * sizeof *tensors);
        if (tensors == NULL)
            return LP_ERR_SYSTEM;
        s->tensors = tensors;
        s->room = room;
    }
    s->tensors[s->count++] = NULL;
    s->lowest = s->count;
    return LP_OK;
}

static bool is_leaving(const struct lpi_tensor *t)
{
    return t->state == LP_SWAP_COMPRESSING || t->state == LP_SWAP_LEAVING;
}

static bool any_leaves(const struct lp_swap *s)
{
    for (unsigned id = 0; id < s->count; id++)
        if (s->tensors[id] != NULL && is_leaving(s->tensors[id]))
            return true;
    return false;
}

/* LP_ERR_DEVICE_FULL: the tensor does not fit next to the tensors that are present. */
static int try_room(struct lp_swap *s, struct lpi_tensor *t)
{
    if (s->config.device_bytes > 0 &&
        (t->bytes > s->config.device_bytes || s->stats.device > s->config.device_bytes - t->bytes))
        return LP_ERR_DEVICE_FULL;
    if (s->arena == NULL)
        return LP_OK;
    if (lpi_space_take(&s->arena_space, t->bytes, &t->arena_at) != LP_OK)
        return LP_ERR_DEVICE_FULL;
    t->data = s->arena + t->arena_at;
    return LP_OK;
}

/* With an arena, waits for offloads that make room. */
static int make_room(struct lp_swap *s, struct lpi_tensor *t)
{
    double begin = lpi_now();
    int error = try_room(s, t);
    while (error == LP_ERR_DEVICE_FULL && s->arena != NULL && any_leaves(s)) {
        pthread_cond_wait(&s->changed, &s->lock);
        error = try_room(s, t);
    }
    s->stats.waited += lpi_now() - begin;
    if (error == LP_OK)
        lpi_swap_hold(s, t);
    return error;
}

static int add(struct lp_swap *s, void *data, size_t bytes, int on_device, unsigned *id)
{
    if (LPI_ANY_NULL(s, id) || (on_device && s->device == NULL) ||
        (s->arena != NULL ? data != NULL : data == NULL && bytes > 0))
        return LP_ERR_ARG;
    struct lpi_tensor *t = calloc(1, sizeof *t);
    if (t == NULL)
        return LP_ERR_SYSTEM;
    *t = (struct lpi_tensor){
        .state = LP_SWAP_RESIDENT, .data = data, .bytes = bytes, .swap = s, .on_device = on_device};
    t->facts.bytes = bytes;
    pthread_mutex_lock(&s->lock);
    int error = make_room(s, t);
    if (error == LP_OK) {
        error = take_id(s, id);
        if (error != LP_OK)
            lpi_swap_let_go(s, t);
    }
    if (error == LP_OK)
        s->tensors[*id] = t;
    else
        free(t);
    pthread_mutex_unlock(&s->lock);
    return error;
}

int lp_swap_add(struct lp_swap *s, void *data, size_t bytes, unsigned *id)
{
    return add(s, data, bytes, 0, id);
}

int lp_swap_add_device(struct lp_swap *s, void *data, size_t bytes, unsigned *id)
{
    return add(s, data, bytes, 1, id);
}

static void end_parts(struct lpi_tensor *t)
{
    free(t->sizes);
    free(t->crcs);
    free(t->errors);
    t->sizes = NULL, t->crcs = NULL, t->errors = NULL;
}

static bool is_moving(const struct lpi_tensor *t)
{
    return is_leaving(t) || t->state == LP_SWAP_COMING || t->state == LP_SWAP_EXPANDING;
}

int lp_swap_remove(struct lp_swap *s, unsigned id)
{
    if (s == NULL)
        return LP_ERR_ARG;
    pthread_mutex_lock(&s->lock);
    struct lpi_tensor *t = find(s, id);
    if (t == NULL) {
        pthread_mutex_unlock(&s->lock);
        return LP_ERR_ARG;
    }
    t->doomed = 1;
    if (t->queued) {
        lpi_swap_unqueue(t->state == LP_SWAP_COMING ? &s->in : &s->out, t);
        t->state = LP_SWAP_RESIDENT;
    }
    while (is_moving(t))
        pthread_cond_wait(&s->changed, &s->lock);
    if (t->staging != NULL)
        lpi_swap_unstage(s, t);
    if (t->on_device)
        lpi_gpu_unstage(s, t);
    lpi_swap_leave_host(s, t);
    lpi_swap_let_go(s, t);
    s->tensors[id] = NULL;
    s->lowest = id < s->lowest ? id : s->lowest;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    end_parts(t);
    free(t);
    return LP_OK;
}

/* ---- out ---- */

static int compress_part(struct lpi_tensor *t, size_t i, const uint8_t *part, size_t bytes)
{
    t->crcs[i] = bytes > 0 ? libdeflate_crc32(0, part, bytes) : 0;
    return lpi_part_compress(&t->parts, part, bytes, t->staging + i * t->parts.room, &t->sizes[i]);
}

/* Compresses a copy, since the caller may write the tensor meanwhile. */
static int compress_callers_part(struct lpi_tensor *t, size_t i, const uint8_t *part, size_t bytes)
{
    uint8_t *copy = malloc(bytes > 0 ? bytes : 1);
    if (copy == NULL)
        return LP_ERR_SYSTEM;
    int error = lpi_caller_read(copy, part, bytes);
    if (error == LP_OK)
        error = compress_part(t, i, copy, bytes);
    free(copy);
    return error;
}

void lpi_swap_compress_part(void *context, size_t i)
{
    struct lpi_tensor *t = context;
    size_t at, bytes;
    if (t->doomed) {
        t->errors[i] = LP_ERR_ABORTED;
        return;
    }
    lpi_part_place(&t->parts, i, &at, &bytes);
    t->errors[i] = t->bounce != NULL ? compress_part(t, i, t->bounce + at, bytes)
                                     : compress_callers_part(t, i, t->data + at, bytes);
}

void lpi_swap_choose_form(struct lp_swap *s, struct lpi_tensor *t)
{
    uint64_t stream = lpi_parts_head(t->parts.count);
    int error = LP_OK;
    for (size_t i = 0; i < t->parts.count; i++) {
        stream += t->sizes[i];
        error = error != LP_OK ? error : t->errors[i];
    }
    t->facts.codec = error == LP_OK && stream < t->bytes ? t->parts.setting.codec : LP_SWAP_RAW;
    t->stored = t->facts.codec == LP_SWAP_RAW ? t->bytes : stream;
    t->facts.stored = t->stored;
    if (t->facts.codec == LP_SWAP_RAW)
        lpi_swap_unstage(s, t);
}

void lpi_swap_compressed(struct lp_swap *s, struct lpi_tensor *t)
{
    t->facts.compress = lpi_now() - t->begin;
    s->stats.compress += t->facts.compress;
    if (t->doomed) {
        lpi_swap_settle(s, t, LP_SWAP_RESIDENT);
    } else {
        lpi_swap_settle(s, t, LP_SWAP_LEAVING);
        lpi_swap_enqueue(&s->out, t);
    }
}

static void compress_done(void *context)
{
    struct lpi_tensor *t = context;
    struct lp_swap *s = t->swap;
    pthread_mutex_lock(&s->lock);
    lpi_swap_choose_form(s, t);
    lpi_swap_compressed(s, t);
    pthread_mutex_unlock(&s->lock);
}

/* Whether a codec of the GPU makes the stream. */
static bool is_gpu_stream(const struct lpi_tensor *t)
{
    return t->on_device && !t->behind && t->parts.setting.codec != LP_SWAP_RAW;
}

static int open_parts(struct lp_swap *s, struct lpi_tensor *t,
                      const struct lp_swap_setting *setting)
{
    end_parts(t);
    lpi_parts_cut(&t->parts, setting, t->bytes);
    t->sizes = calloc(t->parts.count, sizeof *t->sizes);
    t->crcs = calloc(t->parts.count, sizeof *t->crcs);
    t->errors = calloc(t->parts.count, sizeof *t->errors);
    if (LPI_ANY_NULL(t->sizes, t->crcs, t->errors))
        return LP_ERR_SYSTEM;
    return setting->codec == LP_SWAP_RAW || is_gpu_stream(t)
               ? LP_OK
               : lpi_swap_stage(s, t, t->parts.count * t->parts.room);
}

static int begin_out(struct lp_swap *s, struct lpi_tensor *t, const struct lp_swap_setting *setting,
                     int behind)
{
    if (s->failed != LP_OK)
        return s->failed;
    if (t->on_device && !behind && setting->codec != LP_SWAP_RAW &&
        lpi_swap_kernel(setting->codec) < 0)
        return LP_ERR_CODEC;
    t->behind = behind;
    int error = open_parts(s, t, setting);
    if (error != LP_OK)
        return error;
    t->facts = (struct lp_swap_facts){.bytes = t->bytes, .stored = t->bytes};
    t->stored = t->bytes;
    if (setting->codec == LP_SWAP_RAW || behind) {
        lpi_swap_settle(s, t, LP_SWAP_LEAVING);
        lpi_swap_enqueue(&s->out, t);
        return LP_OK;
    }
    lpi_swap_settle(s, t, LP_SWAP_COMPRESSING);
    t->begin = lpi_now();
    if (is_gpu_stream(t)) {
        lpi_gpu_submit_compress(s, t);
        return LP_OK;
    }
    t->batch = (struct lpi_batch){.step = lpi_swap_compress_part,
                                  .done = compress_done,
                                  .context = t,
                                  .count = t->parts.count};
    lpi_batch_submit(s->threads, &t->batch);
    return LP_OK;
}

static int offload(struct lp_swap *s, unsigned id, const struct lp_swap_setting *setting,
                   int behind)
{
    struct lpi_parts parts;
    if (LPI_ANY_NULL(s, setting) || lpi_parts_cut(&parts, setting, 0) != LP_OK)
        return LP_ERR_ARG;
    pthread_mutex_lock(&s->lock);
    struct lpi_tensor *t = find(s, id);
    int error = t != NULL && t->state == LP_SWAP_RESIDENT ? begin_out(s, t, setting, behind)
                                                          : LP_ERR_ARG;
    pthread_mutex_unlock(&s->lock);
    return error;
}

int lp_swap_offload(struct lp_swap *s, unsigned id, const struct lp_swap_setting *setting)
{
    return offload(s, id, setting, 0);
}

int lp_swap_offload_behind(struct lp_swap *s, unsigned id, const struct lp_swap_setting *setting)
{
    return setting != NULL && setting->codec != LP_SWAP_RAW ? offload(s, id, setting, 1)
                                                            : LP_ERR_ARG;
}

int lp_swap_drop(struct lp_swap *s, unsigned id)
{
    if (s == NULL)
        return LP_ERR_ARG;
    pthread_mutex_lock(&s->lock);
    struct lpi_tensor *t = find(s, id);
    int good = t != NULL && t->state == LP_SWAP_AWAY && t->held && s->arena == NULL;
    if (good)
        lpi_swap_let_go(s, t);
    pthread_mutex_unlock(&s->lock);
    return good ? LP_OK : LP_ERR_ARG;
}

/* Only later calls of the caller change the CRCs of a tensor that is away. */
static bool has_crcs_of(const struct lpi_tensor *t, const uint8_t *data)
{
    if (t->facts.codec == LP_SWAP_RAW)
        return libdeflate_crc32(0, data, t->bytes) == t->crcs[0];
    for (size_t i = 0; i < t->parts.count; i++) {
        size_t at, bytes;
        lpi_part_place(&t->parts, i, &at, &bytes);
        if (bytes > 0 && libdeflate_crc32(0, data + at, bytes) != t->crcs[i])
            return false;
    }
    return true;
}

int lp_swap_compare(struct lp_swap *s, unsigned id, const void *data)
{
    if (s == NULL)
        return LP_ERR_ARG;
    pthread_mutex_lock(&s->lock);
    struct lpi_tensor *t = find(s, id);
    int good = t != NULL && t->state == LP_SWAP_AWAY && !t->on_device &&
               (data != NULL || t->bytes == 0);
    pthread_mutex_unlock(&s->lock);
    if (!good)
        return LP_ERR_ARG;
    return t->bytes == 0 || has_crcs_of(t, data) ? LP_OK : LP_ERR_CORRUPT;
}

/* ---- in ---- */

int lp_swap_prefetch(struct lp_swap *s, unsigned id, void *data)
{
    if (s == NULL)
        return LP_ERR_ARG;
    pthread_mutex_lock(&s->lock);
    struct lpi_tensor *t = find(s, id);
    int error = LP_ERR_ARG;
    if (t != NULL && t->state == LP_SWAP_AWAY && !t->held &&
        (s->arena != NULL ? data == NULL : data != NULL || t->bytes == 0))
        error = s->failed != LP_OK ? s->failed : make_room(s, t);
    if (error == LP_OK) {
        if (s->arena == NULL)
            t->data = data;
        lpi_swap_settle(s, t, LP_SWAP_COMING);
        lpi_swap_enqueue(&s->in, t);
    }
    pthread_mutex_unlock(&s->lock);
    return error;
}

/* ---- waiting and asking ---- */

int lp_swap_wait(struct lp_swap *s, unsigned id)
{
    if (s == NULL)
        return LP_ERR_ARG;
    pthread_mutex_lock(&s->lock);
    struct lpi_tensor *t = find(s, id);
    int error = LP_ERR_ARG;
    if (t != NULL) {
        double begin = lpi_now();
        /* A tensor that a caller waits for goes first. */
        if (t->queued && t->state == LP_SWAP_COMING)
            lpi_swap_to_front(&s->in, t);
        while (is_moving(t))
            pthread_cond_wait(&s->changed, &s->lock);
        s->stats.waited += lpi_now() - begin;
        error = t->error != LP_OK ? t->error : s->failed;
    }
    pthread_mutex_unlock(&s->lock);
    return error;
}

void *lp_swap_data(struct lp_swap *s, unsigned id)
{
    void *data = NULL;
    if (s == NULL)
        return NULL;
    pthread_mutex_lock(&s->lock);
    struct lpi_tensor *t = find(s, id);
    if (t != NULL && t->held)
        data = t->data;
    pthread_mutex_unlock(&s->lock);
    return data;
}

int lp_swap_where(struct lp_swap *s, unsigned id)
{
    int state = LP_SWAP_FREE;
    if (s == NULL)
        return state;
    pthread_mutex_lock(&s->lock);
    struct lpi_tensor *t = find(s, id);
    if (t != NULL)
        state = (int)t->state;
    pthread_mutex_unlock(&s->lock);
    return state;
}

int lp_swap_facts(struct lp_swap *s, unsigned id, struct lp_swap_facts *facts)
{
    if (LPI_ANY_NULL(s, facts))
        return LP_ERR_ARG;
    pthread_mutex_lock(&s->lock);
    struct lpi_tensor *t = find(s, id);
    if (t != NULL)
        *facts = t->facts;
    pthread_mutex_unlock(&s->lock);
    return t != NULL ? LP_OK : LP_ERR_ARG;
}

void lp_swap_stats(struct lp_swap *s, struct lp_swap_stats *stats)
{
    pthread_mutex_lock(&s->lock);
    *stats = s->stats;
    pthread_mutex_unlock(&s->lock);
}

/* The text is written once, before any call returns the error. */
const char *lp_swap_trouble(struct lp_swap *s)
{
    pthread_mutex_lock(&s->lock);
    const char *text = s->trouble;
    pthread_mutex_unlock(&s->lock);
    return text;
}
