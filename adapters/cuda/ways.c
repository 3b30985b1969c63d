/* SPDX-License-Identifier: Apache-2.0 */
/* lpi_cuda_ways: how long a tensor's ways to pinned memory and back take. */
#include "../../cmodel/lib/swap/swap_cuda.h"
#include "../../cmodel/lib/swap/swap_parts.h"
#include "flow.h"
#include "timed.h"
#include "trouble.h"
#include <cuda_runtime_api.h>
#include <stdlib.h>

#define AT_ONCE_BYTES ((size_t)1 << 28)
#define AT_ONCE_MOST 4u /* copies in flight, so that launches do not count */
#define SLACK ((uint64_t)1 << 20)

struct ways {
    struct lpi_flow *flow;
    const struct lp_swap_setting *setting;
    const void *tensor;
    size_t bytes;
    cudaStream_t stream;
    cudaEvent_t begin, end;
    unsigned count;
    unsigned ids[AT_ONCE_MOST];
    void *back[AT_ONCE_MOST]; /* the caller gives the first */
};

static int check(cudaError_t error)
{
    return lpc_checked((int)error);
}

static int open_flow(struct ways *w, int staged)
{
    size_t bound;
    int error = lp_swap_bound(w->setting, w->bytes, &bound);
    /* A part is sent in whole bursts, and has an entry in a table. */
    uint64_t room = bound + SLACK;
    struct lpi_flow_config config = {.host_bytes = w->count * room,
                                     .slab_bytes = w->count * room,
                                     .staged_out = staged,
                                     .staged_in = staged,
                                     .verify = LPI_FLOW_DEVICE};
    return error == LP_OK ? lpi_flow_open(&config, &w->flow) : error;
}

static int open_ways(struct ways *w, int staged, void *back)
{
    size_t fit = w->bytes > 0 ? AT_ONCE_BYTES / w->bytes : AT_ONCE_MOST;
    w->count = fit < 1 ? 1 : fit < AT_ONCE_MOST ? (unsigned)fit : AT_ONCE_MOST;
    w->back[0] = back;
    int error = check(cudaStreamCreateWithFlags(&w->stream, cudaStreamNonBlocking));
    if (error == LP_OK)
        error = check(cudaEventCreate(&w->begin));
    if (error == LP_OK)
        error = check(cudaEventCreate(&w->end));
    for (unsigned i = 1; i < w->count && error == LP_OK; i++)
        error = lpi_cuda_alloc(w->bytes, &w->back[i]);
    return error == LP_OK ? open_flow(w, staged) : error;
}

static void close_ways(struct ways *w)
{
    lpi_flow_close(w->flow);
    for (unsigned i = 1; i < w->count; i++)
        lpi_cuda_free(w->back[i]);
    if (w->begin != NULL)
        cudaEventDestroy(w->begin);
    if (w->end != NULL)
        cudaEventDestroy(w->end);
    if (w->stream != NULL)
        cudaStreamDestroy(w->stream);
}

/* Waits; *seconds = the time since `begin` for each copy. */
static int finish(struct ways *w, double *seconds)
{
    int error = lpc_timed(w->stream, w->begin, w->end, seconds);
    *seconds /= w->count;
    return error;
}

static int time_out(struct ways *w, double *seconds)
{
    unsigned asked = 0;
    int error = check(cudaEventRecord(w->begin, w->stream));
    for (; asked < w->count && error == LP_OK; asked++)
        error = lpi_flow_out(w->flow, w->setting, w->tensor, w->bytes, asked, w->stream,
                             &w->ids[asked]);
    for (unsigned i = 0; i < w->count && error == LP_OK; i++)
        error = lpi_flow_release(w->flow, w->ids[i], NULL, w->stream);
    return error == LP_OK ? finish(w, seconds) : error;
}

static int time_in(struct ways *w, double *seconds)
{
    int error = check(cudaEventRecord(w->begin, w->stream));
    for (unsigned i = 0; i < w->count && error == LP_OK; i++)
        error = lpi_flow_in(w->flow, w->ids[i], w->back[i], w->stream);
    for (unsigned i = 0; i < w->count && error == LP_OK; i++)
        error = lpi_flow_use(w->flow, w->ids[i], w->stream);
    return error == LP_OK ? finish(w, seconds) : error;
}

static int run(struct ways *w, struct lpi_cuda_ways *found)
{
    uint64_t wrong = 0;
    struct lpi_flow_facts facts;
    struct lpi_flow_stats stats;
    int error = time_out(w, &found->out);
    /* A copy comes through device memory only if the flow knows that all of it is there. */
    if (error == LP_OK)
        error = lpi_flow_wait(w->flow, &wrong);
    if (error == LP_OK)
        error = time_in(w, &found->in);
    if (error == LP_OK)
        error = lpi_flow_wait(w->flow, &wrong);
    if (error == LP_OK && wrong != 0)
        error = -(int)(wrong & 0xff);
    if (error == LP_OK)
        error = lpi_flow_facts(w->flow, w->ids[0], &facts);
    if (error == LP_OK)
        found->stored = facts.stored;
    lpi_flow_stats(w->flow, &stats);
    found->device = stats.staged;
    for (unsigned i = 0; i < w->count && error == LP_OK; i++)
        error = lpi_flow_end(w->flow, w->ids[i]);
    return error;
}

int lpi_cuda_ways(const struct lp_swap_setting *setting, const void *tensor, size_t bytes,
                  int staged, void *back, struct lpi_cuda_ways *runs, size_t count)
{
    struct ways w = {.setting = setting, .tensor = tensor, .bytes = bytes};
    struct lpi_cuda_ways first;
    if (setting == NULL || tensor == NULL || back == NULL || runs == NULL)
        return LP_ERR_ARG;
    if (!lpi_swap_is_direct(setting->codec) && !staged)
        return LP_ERR_CODEC;
    int error = open_ways(&w, staged, back);
    /* The first run takes memory. */
    if (error == LP_OK)
        error = run(&w, &first);
    for (size_t i = 0; i < count && error == LP_OK; i++)
        error = run(&w, &runs[i]);
    close_ways(&w);
    return error;
}
