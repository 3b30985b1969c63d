/* SPDX-License-Identifier: Apache-2.0 */
#include "dma_run.h"
#include "../../lib/codec/coder.h"
#include "../../dma/copy/engine_rtl.h"
#include <stdlib.h>
#include <string.h>

#define COMPARED_WINDOW 4096u /* window of RLE and zlib, as in cDMA, section VII */
#define PIPE_CYCLES 15u       /* of an engine from launch to drain, without memory latency */

/* State of one run. */
struct job {
    const struct dma_ask *ask;
    const struct dma_tensor *tensor;
    struct dma_result *result;
    struct lpi_fault *fault;
    struct lp_dma *dma;
    uint64_t buffer, index, room, flits;
    uint8_t *stream;
};

static uint64_t whole_groups(uint64_t bytes)
{
    return (bytes + LP_DMA_GROUP - 1) / LP_DMA_GROUP * LP_DMA_GROUP;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

/*
 * Upper bound of compressed bytes per cycle at the link: the link's own limit, and the other limits
 * on raw bytes per cycle divided by the compression ratio.
 */
static double bound_of(const struct job *job, int out)
{
    const struct lp_dma_config *c = &job->ask->config;
    const struct dma_result *r = job->result;
    double per_cycle = 1000 / c->clock_mhz, bytes = (double)job->tensor->padded;
    double ratio = bytes / (double)r->compressed;
    double worst = c->elem == LP_ELEM_8 ? 18 : 17, latency = c->latency_ns * c->clock_mhz / 1000;
    double raw = out ? 32.0 * c->channels : 512.0 / 17 * c->channels;
    if (job->ask->policy > 0)
        raw = least(raw, job->ask->policy * per_cycle);
    raw = least(raw, bytes / (double)job->flits);
    if (out)
        raw = least(raw, 16.0 * c->buffer_bytes / (worst * (latency + 16 + PIPE_CYCLES)));
    return least(least(c->link_gbs * per_cycle, 32), raw / ratio);
}

/* Returns the fault's code, setting it from `error` if it is still 0. */
static int must(const struct job *job, int error)
{
    if (error != LP_OK && job->fault->code == 0)
        lpi_fault_file(job->fault, job->tensor->file, error);
    return job->fault->code;
}

static int too_small(const struct job *job, uint64_t room)
{
    return lpi_fault_set(job->fault, LPI_BAD,
                         "%s: a room of %llu bytes is too small for its stream", job->tensor->file,
                         (unsigned long long)room);
}

/* Only the engine rtl can be missing. */
static int refuse_engine(const struct job *job, const struct lp_dma_config *config)
{
    char why[640];

    lpi_dma_rtl_trouble(config, why, sizeof why);
    return lpi_fault_set(job->fault, LPI_BAD, "dma: engine rtl: %s", why);
}

static int open_engine(struct job *job)
{
    const struct dma_ask *o = job->ask;
    struct lp_dma_config config = o->config;
    uint64_t raw = whole_groups(job->tensor->padded);
    job->room = o->room ? o->room : lp_dma_bound(o->codec, config.elem, job->tensor->padded);
    config.device_bytes = raw + whole_groups(lp_dma_index_bytes(raw));
    config.host_bytes = whole_groups(job->room);
    int error = lp_dma_open(o->engine, &config, &job->dma);
    if (error == LP_ERR_ENGINE)
        return refuse_engine(job, &config);
    if (must(job, error) != 0)
        return job->fault->code;
    if (o->policy > 0) {
        double rate = o->policy * 1000 / o->config.clock_mhz * 256;
        (void)lp_dma_rate(job->dma, rate > 0xffffff ? 0xffffff : rate < 1 ? 1 : (uint32_t)rate);
    }
    job->stream = lpi_fault_alloc(job->fault, job->room);
    return job->fault->code;
}

/* One transfer; fails if its status is not LP_DMA_OK. */
static int transfer(struct job *job, const struct lp_dma_transfer *t, struct dma_side *side,
                    struct lp_dma_completion *c)
{
    struct lp_dma_counts counts;
    uint64_t ticket;
    if (must(job, lp_dma_submit(job->dma, t, &ticket)) != 0 ||
        must(job, lp_dma_wait(job->dma, ticket, c)) != 0 ||
        must(job, lp_dma_count(job->dma, &counts)) != 0)
        return job->fault->code;
    if (c->status == LP_DMA_ROOM || c->status == LP_DMA_EMPTY)
        return too_small(job, job->room);
    if (c->status != LP_DMA_GOOD)
        return lpi_fault_set(job->fault, LPI_BAD, "%s: %s", job->tensor->file,
                             lp_dma_status_text(c->status));
    side->cycles = c->cycles;
    side->counts = t->direction == LP_DMA_OUT ? counts.out : counts.in;
    side->link = least(job->ask->config.link_gbs * 1000 / job->ask->config.clock_mhz, 32);
    return 0;
}

/* Flits of all groups, according to the index. */
static int count_flits(struct job *job)
{
    uint64_t bytes = 2 * job->result->groups;
    uint8_t *index = lpi_fault_alloc(job->fault, bytes);
    if (index == NULL)
        return job->fault->code;
    if (must(job, lp_dma_read(job->dma, job->index, index, bytes)) == 0)
        for (uint64_t at = 0; at < bytes; at += 2)
            job->flits += ((index[at] | (unsigned)index[at + 1] << 8) + 31) / 32;
    free(index);
    return job->fault->code;
}

static void count_mismatches(struct job *job)
{
    const struct dma_tensor *tensor = job->tensor;
    uint8_t group[LP_DMA_GROUP];
    for (uint64_t at = 0; at < tensor->padded; at += sizeof group) {
        uint64_t left = tensor->padded - at;
        size_t some = left < sizeof group ? (size_t)left : sizeof group;
        if (must(job, lp_dma_read(job->dma, job->buffer + at, group, some)) != 0)
            return;
        job->result->mismatches += memcmp(group, tensor->data + at, some) != 0;
    }
}

/* Overwrites the destination, so that the copy back must take its bytes from the stream. */
static int spoil(struct job *job)
{
    uint8_t group[LP_DMA_GROUP];
    memset(group, 0xa5, sizeof group);
    for (uint64_t at = 0; at < job->tensor->padded; at += sizeof group) {
        uint64_t left = job->tensor->padded - at;
        if (must(job, lp_dma_write(job->dma, job->buffer + at, group,
                                   left < sizeof group ? (size_t)left : sizeof group)) != 0)
            break;
    }
    return job->fault->code;
}

static int put_tensor(struct job *job)
{
    const struct dma_tensor *tensor = job->tensor;
    if (must(job, lp_dma_malloc(job->dma, tensor->padded, &job->buffer)) != 0 ||
        must(job, lp_dma_malloc(job->dma, lp_dma_index_bytes(tensor->padded), &job->index)) != 0)
        return job->fault->code;
    return must(job, lp_dma_write(job->dma, job->buffer, tensor->data, tensor->padded));
}

static int go_out(struct job *job, struct lp_dma_completion *c)
{
    struct dma_result *result = job->result;
    const struct lp_dma_transfer t = {.direction = LP_DMA_OUT,
                                      .codec = job->ask->codec,
                                      .device = job->buffer,
                                      .bytes = job->tensor->padded,
                                      .to = job->stream,
                                      .size = job->room,
                                      .index = job->index};
    if (transfer(job, &t, &result->out, c) != 0)
        return job->fault->code;
    result->compressed = c->bytes;
    result->zeros = c->zeros;
    result->index_bytes = lp_dma_index_bytes(job->tensor->padded);
    result->has_cycles = strcmp(job->ask->engine, "model") != 0;
    if (count_flits(job) != 0)
        return job->fault->code;
    result->out.bound = bound_of(job, 1);
    result->in.bound = bound_of(job, 0);
    return 0;
}

static void come_in(struct job *job, struct lp_dma_completion *c)
{
    const struct lp_dma_transfer t = {.direction = LP_DMA_IN,
                                      .codec = job->ask->codec,
                                      .device = job->buffer,
                                      .bytes = job->tensor->padded,
                                      .to = job->stream,
                                      .from = job->stream,
                                      .size = c->bytes,
                                      .index = job->index};
    if (spoil(job) == 0 && transfer(job, &t, &job->result->in, c) == 0)
        count_mismatches(job);
}

static void run_engine(struct job *job)
{
    struct lp_dma_completion c;
    if (open_engine(job) == 0 && put_tensor(job) == 0 && go_out(job, &c) == 0 && job->ask->in)
        come_in(job, &c);
    lp_dma_close(job->dma);
    free(job->stream);
}

/* Sizes of windows without their length fields, as `linepress ratio` counts them. */
static uint64_t compared_bytes(const struct job *job, const struct lpi_coder *coder)
{
    uint64_t bytes = 0;
    for (uint64_t at = 0; at < job->tensor->padded; at += coder->window) {
        uint64_t left = job->tensor->padded - at;
        size_t bits;
        if (must(job, lpi_coder_bits(coder, job->tensor->data + at,
                                     left < coder->window ? (size_t)left : coder->window, &bits)) !=
            0)
            break;
        bytes += (bits + 7) / 8;
    }
    return bytes;
}

static void compare(struct job *job, const uint8_t *back)
{
    const struct dma_tensor *tensor = job->tensor;
    for (uint64_t at = 0; at < tensor->padded; at += LP_DMA_GROUP) {
        uint64_t left = tensor->padded - at;
        size_t some = left < LP_DMA_GROUP ? (size_t)left : LP_DMA_GROUP;
        job->result->mismatches += memcmp(back + at, tensor->data + at, some) != 0;
        job->result->zeros += lp_dma_zeros(tensor->data + at, some / LP_SECTOR_BYTES);
    }
}

static void run_coder(struct job *job, struct lpi_coder *coder)
{
    const struct dma_tensor *tensor = job->tensor;
    size_t bytes, bound = lpi_coder_bound(coder, tensor->padded);
    uint8_t *stored = lpi_fault_alloc(job->fault, bound);
    uint8_t *back = lpi_fault_alloc(job->fault, tensor->padded);
    if (job->fault->code == 0 &&
        must(job, lpi_coder_compress(coder, tensor->data, tensor->padded, stored, bound, &bytes)) ==
            0 &&
        must(job, lpi_coder_decompress(coder, stored, bytes, back, tensor->padded)) == 0) {
        compare(job, back);
        job->result->compressed = coder->codec->packed ? bytes : compared_bytes(job, coder);
        job->result->is_compared = 1;
    }
    free(stored);
    free(back);
}

static void run_compared(struct job *job)
{
    const struct lpi_codec *codec = job->ask->compared;
    struct lpi_coder coder;
    if (must(job, lpi_coder_open(&coder, codec, codec->elem, COMPARED_WINDOW)) != 0)
        return;
    run_coder(job, &coder);
    lpi_coder_close(&coder);
}

int dma_run(const struct dma_ask *o, const struct dma_tensor *tensor, struct dma_result *result,
            struct lpi_fault *fault)
{
    struct job job = {.ask = o, .tensor = tensor, .result = result, .fault = fault};
    *result = (struct dma_result){
        .file = tensor->file,
        .bytes = tensor->bytes,
        .groups = (tensor->padded + LP_DMA_GROUP - 1) / LP_DMA_GROUP,
    };
    if (o->compared != NULL)
        run_compared(&job);
    else
        run_engine(&job);
    if (fault->code == 0 && o->room != 0 && result->compressed > o->room)
        too_small(&job, o->room);
    return fault->code;
}
