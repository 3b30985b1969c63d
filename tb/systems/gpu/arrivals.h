/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traces of six kinds, and the same front run with two engines: requests come as SMs and the L2 make
 * them, and all slices share one link.
 */
#ifndef TB_GPU_ARRIVALS_H
#define TB_GPU_ARRIVALS_H

#include "../../../cmodel/systems/gpu/engine/gpu_class.h"
#include "calibrate.h"
#include "trace.h"
#include <math.h>

enum arrivals_kind {
    ARRIVALS_STREAM,  /* whole lines, in order */
    ARRIVALS_COPY,    /* whole lines read in order and written elsewhere */
    ARRIVALS_RANDOM,  /* whole lines at random */
    ARRIVALS_GATHER,  /* a sector of each of eight lines at random */
    ARRIVALS_SCATTER, /* the same, stored: lines are filled before they leave */
    ARRIVALS_ATOMIC,  /* whole lines at random, read and changed at the L2 */
    ARRIVALS_KINDS
};
static const char *const arrivals_names[ARRIVALS_KINDS] = {"stream", "copy",    "random",
                                                           "gather", "scatter", "atomic"};

enum { ARRIVALS_LINES = 1 << 15, ARRIVALS_WARPS = 8, ARRIVALS_USE = 6 };
/* Groups of which each kind asks slices of p100/8 for so many lines. */
enum { ARRIVALS_GROUPS = 64, ARRIVALS_REQUESTS = 20000 };
#define ARRIVALS_OTHER (GPU_BASE + (UINT64_C(1) << 28)) /* a second buffer */

/* Eight lines at random, four lanes each. */
static inline void arrivals_spread(struct gpu_trace *t, enum lp_warp_kind kind, uint64_t *random,
                                   const uint8_t *bytes)
{
    struct lp_warp_record record = {
        .kind = kind, .use = ARRIVALS_USE, .mask = UINT32_MAX, .width = 8, .bytes = bytes};
    record.use = kind == LP_WARP_LOAD ? ARRIVALS_USE : 0;
    for (unsigned lane = 0; lane < 32; lane += 4) {
        uint64_t at = calibrate_random(random) % (ARRIVALS_LINES * 4u) * 32;
        for (unsigned l = 0; l < 4; l++)
            record.address[lane + l] = GPU_BASE + at + l * 8;
    }
    gpu_trace_record(t, &record);
}

static inline void arrivals_access(struct gpu_trace *t, enum arrivals_kind kind, uint64_t number,
                                   uint64_t *random, const uint8_t *data)
{
    uint64_t next = number % ARRIVALS_LINES * 128;
    uint64_t any = calibrate_random(random) % ARRIVALS_LINES * 128;
    const uint8_t *bytes = data + calibrate_random(random) % (ARRIVALS_LINES - 1) * 128;
    switch (kind) {
    case ARRIVALS_STREAM:
        gpu_trace_access(t, LP_WARP_LOAD, GPU_BASE + next, 4, 1, ARRIVALS_USE, NULL);
        break;
    case ARRIVALS_COPY:
        gpu_trace_access(t, LP_WARP_LOAD, GPU_BASE + next, 4, 1, 1, NULL);
        gpu_trace_access(t, LP_WARP_STORE, ARRIVALS_OTHER + next, 4, 0, 0, data + next);
        break;
    case ARRIVALS_RANDOM:
        gpu_trace_access(t, LP_WARP_LOAD, GPU_BASE + any, 4, 1, ARRIVALS_USE, NULL);
        break;
    case ARRIVALS_GATHER: arrivals_spread(t, LP_WARP_LOAD, random, NULL); break;
    case ARRIVALS_SCATTER: arrivals_spread(t, LP_WARP_STORE, random, bytes); break;
    default: gpu_trace_access(t, LP_WARP_ATOMIC, GPU_BASE + any, 4, 1, ARRIVALS_USE, bytes);
    }
}

/* Groups of warps on lines of data. */
static inline void arrivals_write(struct gpu_trace *t, enum arrivals_kind kind, unsigned groups,
                                  const uint8_t *data, uint64_t seed)
{
    uint64_t random = seed * 0x9e3779b97f4a7c15u + 1, number = 0;
    unsigned accesses = kind == ARRIVALS_GATHER || kind == ARRIVALS_SCATTER ? 8 : 48;
    gpu_trace_begin(t);
    gpu_trace_buffer(t, "a", GPU_BASE, ARRIVALS_LINES * 128u, data);
    if (kind == ARRIVALS_COPY)
        gpu_trace_buffer(t, "b", ARRIVALS_OTHER, ARRIVALS_LINES * 128u, NULL);
    gpu_trace_launch(t, groups, ARRIVALS_WARPS);
    for (unsigned g = 0; g < groups; g++)
        for (unsigned w = 0; w < ARRIVALS_WARPS; w++) {
            gpu_trace_warp(t, g, w);
            for (unsigned i = 0; i < accesses; i++)
                arrivals_access(t, kind, number++, &random, data);
            gpu_trace_end_warp(t, ARRIVALS_USE);
        }
    gpu_trace_end_launch(t);
    gpu_trace_end(t);
}

/* The flow engine, asked for whole lines as the cycle engine is. */
static inline struct lpi_gpu_engine_kind arrivals_flow(void)
{
    struct lpi_gpu_engine_kind kind = lpi_gpu_flow;
    kind.whole_lines = true;
    return kind;
}

struct arrivals_result {
    double cycles, latency, hits; /* flow over cycle, less 1; hits in points of 1 */
    uint64_t requests;            /* of the cycle engine */
    int64_t device, link;         /* sectors that flow moves more */
};

static inline double arrivals_more(double flow, double cycle)
{
    return cycle > 0 ? flow / cycle - 1 : 0;
}

/*
 * The flow engine beside the cycle engine; or, with `late`, the cycle engine beside itself with so
 * many cycles of device latency more: what small changes of time do to caches and queues.
 */
static inline struct arrivals_result arrivals_compare(struct lpi_gpu_ask *ask,
                                                      const struct gpu_trace *t, unsigned late)
{
    const struct lpi_gpu_engine_kind flow = arrivals_flow();
    const uint32_t latency_of[2] = {ask->config.device_latency + late, ask->config.device_latency};
    struct lpi_gpu_result r[2];
    double hits[2], latency[2];
    int64_t device[2], link[2];
    for (unsigned e = 0; e < 2; e++) {
        ask->engine = e == 0 && late == 0 ? &flow : &lpi_gpu_cycle;
        ask->config.device_latency = latency_of[e];
        r[e] = gpu_run(ask, t);
        const struct lpi_gpu_engine_counts *s = &r[e].slices;
        hits[e] = s->accesses > 0 ? (double)s->hits / (double)s->accesses : 0;
        latency[e] = r[e].load.requests > 0 ? (double)r[e].load.sum / (double)r[e].load.requests
                                            : 0;
        device[e] = (int64_t)(r[e].device.read_sectors + r[e].device.write_sectors);
        link[e] = (int64_t)(r[e].link.sectors[0] + r[e].link.sectors[1]);
        lpi_gpu_result_free(&r[e]);
    }
    return (struct arrivals_result){
        .cycles = arrivals_more((double)r[0].cycles, (double)r[1].cycles),
        .latency = arrivals_more(latency[0], latency[1]),
        .hits = hits[0] - hits[1],
        .requests = r[1].l2.line_requests,
        .device = device[0] - device[1],
        .link = link[0] - link[1]};
}

static inline void arrivals_print(unsigned kind, const struct lpi_gpu_ask *ask,
                                  const struct arrivals_result *r)
{
    printf(
        "# %s, %s, link %g, entries %u, parallel %u: %llu requests, cycles %+.2f %%, latency %+.2f %%, hits "
        "%+.2f points, device sectors %+lld, link sectors %+lld\n",
        arrivals_names[kind], lpi_gpu_modes[ask->image.mode], 8 * ask->config.link_gbs,
        ask->config.entries, ask->config.parallel, (unsigned long long)r->requests, 100 * r->cycles,
        100 * r->latency, 100 * r->hits, (long long)r->device, (long long)r->link);
    fflush(stdout);
}

#endif
