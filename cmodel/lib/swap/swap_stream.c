/* SPDX-License-Identifier: Apache-2.0 */
/* Compresses a whole tensor to its stream, and expands it, in memory. */
#include "../../base/null.h"
#include "swap_parts.h"
#include <stdlib.h>
#include <string.h>

struct job {
    const struct lpi_parts *parts;
    const uint8_t *src;   /* tensor, or stream */
    uint8_t *dst;         /* slots of parts->room each, or tensor */
    size_t *sizes, *from; /* of each part's stream; where it begins in src */
    int *errors;
};

int lp_swap_bound(const struct lp_swap_setting *setting, size_t bytes, size_t *bound)
{
    struct lpi_parts parts;
    if (LPI_ANY_NULL(setting, bound) || setting->codec == LP_SWAP_RAW ||
        lpi_parts_cut(&parts, setting, bytes) != LP_OK)
        return LP_ERR_ARG;
    *bound = lpi_parts_head(parts.count) + parts.count * parts.room;
    return LP_OK;
}

static int first_error(const struct job *job)
{
    for (size_t i = 0; i < job->parts->count; i++)
        if (job->errors[i] != LP_OK)
            return job->errors[i];
    return LP_OK;
}

static int run(struct lp_swap_threads *threads, struct job *job, void (*step)(void *, size_t))
{
    struct lpi_batch batch = {.step = step, .context = job, .count = job->parts->count};
    lpi_batch_run(threads, &batch);
    return first_error(job);
}

static int open_job(struct job *job)
{
    job->sizes = calloc(job->parts->count, sizeof *job->sizes);
    job->from = calloc(job->parts->count, sizeof *job->from);
    job->errors = calloc(job->parts->count, sizeof *job->errors);
    return LPI_ANY_NULL(job->sizes, job->from, job->errors) ? LP_ERR_SYSTEM : LP_OK;
}

static void close_job(struct job *job)
{
    free(job->sizes);
    free(job->from);
    free(job->errors);
}

static void compress_step(void *context, size_t i)
{
    struct job *job = context;
    size_t at, bytes;
    lpi_part_place(job->parts, i, &at, &bytes);
    job->errors[i] = lpi_part_compress(job->parts, job->src + at, bytes,
                                       job->dst + i * job->parts->room, &job->sizes[i]);
}

/*
 * Closes the gaps between parts, which were written a fixed room apart; the first is already in
 * place.
 */
static size_t close_up(const struct job *job)
{
    size_t out = 0;
    for (size_t i = 0; i < job->parts->count; i++) {
        memmove(job->dst + out, job->dst + i * job->parts->room, job->sizes[i]);
        out += job->sizes[i];
    }
    return out;
}

int lp_swap_compress(struct lp_swap_threads *threads, const struct lp_swap_setting *setting,
                     const void *src, size_t bytes, void *dst, size_t capacity, size_t *dst_bytes)
{
    struct lpi_parts parts;
    size_t bound;
    if (LPI_ANY_NULL(threads, dst, dst_bytes) || (src == NULL && bytes > 0) ||
        lp_swap_bound(setting, bytes, &bound) != LP_OK)
        return LP_ERR_ARG;
    if (capacity < bound)
        return LP_ERR_SPACE;
    lpi_parts_cut(&parts, setting, bytes);
    size_t head = lpi_parts_head(parts.count);
    struct job job = {.parts = &parts, .src = src, .dst = (uint8_t *)dst + head};
    int error = open_job(&job);
    if (error == LP_OK)
        error = run(threads, &job, compress_step);
    if (error == LP_OK) {
        lpi_parts_write_head(&parts, job.sizes, dst);
        *dst_bytes = head + close_up(&job);
    }
    close_job(&job);
    return error;
}

static void expand_step(void *context, size_t i)
{
    struct job *job = context;
    job->errors[i] = lpi_part_expand(job->parts, i, job->src + job->from[i], job->sizes[i],
                                     job->dst);
}

int lp_swap_expand(struct lp_swap_threads *threads, int codec, const void *src, size_t src_bytes,
                   void *dst, size_t bytes)
{
    struct lpi_parts parts;
    if (LPI_ANY_NULL(threads, src) || (dst == NULL && bytes > 0) || codec <= LP_SWAP_RAW ||
        codec >= LP_SWAP_CODECS)
        return LP_ERR_ARG;
    int error = lpi_parts_read_cut(&parts, codec, src, src_bytes, bytes);
    if (error != LP_OK)
        return error;
    struct job job = {.parts = &parts, .src = src, .dst = dst};
    error = open_job(&job);
    if (error == LP_OK)
        error = lpi_parts_read_sizes(&parts, src, src_bytes, job.sizes, job.from);
    if (error == LP_OK)
        error = run(threads, &job, expand_step);
    close_job(&job);
    return error;
}
