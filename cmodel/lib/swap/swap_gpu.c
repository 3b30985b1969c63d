/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tensor in a GPU's memory. Its stream is written and read there as a whole; link and pool see
 * the same bytes as for a tensor of the host. Each direction of the link and the codecs have their
 * own handle, so that they do not wait for each other.
 */
#include "swap_exec.h"
#include "../../base/null.h"
#include "swap_move.h"
#include <stdio.h>

/* ---- opening and closing ---- */

static int open_link(struct lp_swap *s, struct lpi_link *link)
{
    int error = s->device->pin(LPI_PIECE, &link->piece);
    return error == LP_OK ? s->device->open(&link->cuda) : error;
}

static int open_device(struct lp_swap *s)
{
    pthread_mutex_init(&s->codecs_lock, NULL);
    pthread_mutex_init(&s->spares_lock, NULL);
    int error = s->device->open(&s->codecs);
    if (error == LP_OK)
        error = open_link(s, &s->out);
    if (error == LP_OK)
        error = open_link(s, &s->in);
    if (error != LP_OK) {
        snprintf(s->trouble, sizeof s->trouble, "CUDA: %s", s->device->trouble());
        lpi_gpu_close(s);
    }
    return error;
}

int lp_swap_set_device(struct lp_swap *s, const struct lp_swap_device *device)
{
    if (LPI_ANY_NULL(s, device) || s->arena != NULL)
        return LP_ERR_ARG;
    pthread_mutex_lock(&s->lock);
    int error = s->device == NULL ? LP_OK : LP_ERR_ARG;
    if (error == LP_OK) {
        s->device = device;
        error = open_device(s);
    }
    pthread_mutex_unlock(&s->lock);
    return error;
}

static void close_link(const struct lp_swap_device *device, struct lpi_link *link)
{
    if (link->cuda != NULL)
        device->close(link->cuda);
    device->unpin(link->piece);
    link->cuda = NULL;
    link->piece = NULL;
}

static void free_spares(struct lp_swap *s)
{
    for (unsigned i = 0; i < LPI_SPARES; i++) {
        s->device->free(s->spares[i].at);
        s->spares[i] = (struct lpi_spare){0};
    }
}

void lpi_gpu_close(struct lp_swap *s)
{
    if (s->device == NULL)
        return;
    if (s->codecs != NULL)
        s->device->close(s->codecs);
    s->codecs = NULL;
    close_link(s->device, &s->out);
    close_link(s->device, &s->in);
    free_spares(s);
    pthread_mutex_destroy(&s->spares_lock);
    pthread_mutex_destroy(&s->codecs_lock);
    s->device = NULL;
}

void lpi_gpu_fail(struct lp_swap *s, struct lpi_tensor *t)
{
    lpi_swap_fail(s, t, LP_ERR_SYSTEM, "CUDA: %s", s->device->trouble());
}

/* ---- streams in its memory ---- */

/* The smallest spare that is large enough, or none. */
static struct lpi_spare take_spare(struct lp_swap *s, size_t bytes)
{
    struct lpi_spare *best = NULL, taken = {0};
    for (struct lpi_spare *spare = s->spares; spare < s->spares + LPI_SPARES; spare++)
        if (spare->at != NULL && spare->room >= bytes && (best == NULL || spare->room < best->room))
            best = spare;
    if (best != NULL) {
        taken = *best;
        *best = (struct lpi_spare){0};
    }
    return taken;
}

int lpi_gpu_stage(struct lp_swap *s, struct lpi_tensor *t, size_t bytes)
{
    int error = LP_OK;
    pthread_mutex_lock(&s->spares_lock);
    struct lpi_spare spare = take_spare(s, bytes);
    if (spare.at == NULL) {
        spare.room = bytes;
        error = s->device->alloc(bytes, &spare.at);
        if (error != LP_OK) {
            free_spares(s);
            error = s->device->alloc(bytes, &spare.at);
        }
    }
    pthread_mutex_unlock(&s->spares_lock);
    t->device_stream = error == LP_OK ? spare.at : NULL;
    t->device_room = spare.room;
    return error;
}

/* If there are too many, frees the smallest. */
void lpi_gpu_unstage(struct lp_swap *s, struct lpi_tensor *t)
{
    if (t->device_stream == NULL)
        return;
    struct lpi_spare spare = {t->device_stream, t->device_room};
    t->device_stream = NULL;
    pthread_mutex_lock(&s->spares_lock);
    for (unsigned i = 0; i < LPI_SPARES && spare.at != NULL; i++)
        if (s->spares[i].at == NULL || s->spares[i].room < spare.room) {
            struct lpi_spare other = s->spares[i];
            s->spares[i] = spare;
            spare = other;
        }
    pthread_mutex_unlock(&s->spares_lock);
    s->device->free(spare.at);
}

static int compress(struct lp_swap *s, struct lpi_tensor *t, size_t *size)
{
    size_t bound;
    int error = lp_swap_bound(&t->parts.setting, t->bytes, &bound);
    if (error == LP_OK)
        error = lpi_gpu_stage(s, t, bound);
    if (error != LP_OK)
        return error;
    pthread_mutex_lock(&s->codecs_lock);
    error = s->device->compress(s->codecs, &t->parts.setting, t->data, t->bytes, t->device_stream,
                                bound, size, NULL);
    pthread_mutex_unlock(&s->codecs_lock);
    return error;
}

static void compress_step(void *context, size_t i)
{
    struct lpi_tensor *t = context;
    struct lp_swap *s = t->swap;
    size_t size = 0;
    int error = t->doomed ? LP_ERR_ABORTED : compress(s, t, &size);
    t->errors[i] = error;
    t->sizes[i] = size;
    if (error == LP_OK || error == LP_ERR_ABORTED)
        return;
    pthread_mutex_lock(&s->lock);
    lpi_gpu_fail(s, t);
    pthread_mutex_unlock(&s->lock);
}

static void compress_done(void *context)
{
    struct lpi_tensor *t = context;
    struct lp_swap *s = t->swap;
    pthread_mutex_lock(&s->lock);
    int shorter = t->errors[0] == LP_OK && t->sizes[0] < t->bytes;
    t->facts.codec = shorter ? t->parts.setting.codec : LP_SWAP_RAW;
    t->facts.stored = t->stored = shorter ? t->sizes[0] : t->bytes;
    if (!shorter)
        lpi_gpu_unstage(s, t);
    lpi_swap_compressed(s, t);
    pthread_mutex_unlock(&s->lock);
}

void lpi_gpu_submit_compress(struct lp_swap *s, struct lpi_tensor *t)
{
    t->batch = (struct lpi_batch){
        .step = compress_step, .done = compress_done, .context = t, .count = 1};
    lpi_batch_submit(s->threads, &t->batch);
}

int lpi_gpu_expand(struct lp_swap *s, struct lpi_tensor *t)
{
    pthread_mutex_lock(&s->codecs_lock);
    int error = s->device->expand(s->codecs, &t->parts.setting, t->device_stream, (size_t)t->stored,
                                  t->data, t->bytes, NULL);
    pthread_mutex_unlock(&s->codecs_lock);
    return error;
}
