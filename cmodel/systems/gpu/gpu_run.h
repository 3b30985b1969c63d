/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The whole GPU: a warp trace through SMs, caches, slices and one link. Not installed.
 *
 * Errors   LPI_BAD, with one line in the fault; also for a run that is faster than a bound allows.
 * Source   Choukse et al., "Buddy Compression", ISCA 2020, section IV: mode uncompressed, bandwidth
 *          compression alone, Buddy Compression; results relative to the first.
 */
#ifndef LPI_GPU_RUN_H
#define LPI_GPU_RUN_H

#include "../../base/fault.h"
#include "../../dma/memory/latency.h"
#include "front/gpu_sm.h"

/* The copies of the host between launches. */
enum lpi_gpu_copies {
    LPI_GPU_COPIES_SERIAL,  /* launches wait for them */
    LPI_GPU_COPIES_OVERLAP, /* they run beside the launch that follows */
    LPI_GPU_COPIES_NONE,
    LPI_GPU_COPIES_COUNT
};
extern const char *const lpi_gpu_copies[LPI_GPU_COPIES_COUNT];

struct lpi_gpu_result;

/* Observers of a run while it goes on. */
struct lpi_gpu_watch {
    uint64_t every; /* core cycles between samples; 0: none */
    /* Sums up to a core cycle from the first launch; not set: cycles, bounds, the latencies' rest */
    void (*sample)(void *context, uint64_t cycle, const struct lpi_gpu_result *sums);
    void *context;
    const struct lpi_gpu_tap *tap; /* or NULL */
};

struct lpi_gpu_ask {
    const char *trace; /* a file */
    struct lpi_gpu_config config;
    struct lpi_gpu_image_ask image;
    const struct lpi_gpu_engine_kind *engine;
    lp_open_fn *rtl; /* as lpi_gpu_slice.rtl */
    enum lpi_gpu_tier tier;
    enum lpi_gpu_map map;
    enum lpi_gpu_copies copies;
    bool link_split, free_metadata;
    uint64_t first, last; /* launches, from 1 */
    uint64_t warm;        /* of these, so many first ones are not in `cycles` */
    struct lpi_gpu_watch watch;
};

/* Servers whose bandwidth bounds the time from below, and the longest warp. */
enum lpi_gpu_bound {
    LPI_GPU_BOUND_ISSUE,
    LPI_GPU_BOUND_WARP,
    LPI_GPU_BOUND_L1,
    LPI_GPU_BOUND_CROSSBAR,
    LPI_GPU_BOUND_DEVICE,
    LPI_GPU_BOUND_TO,
    LPI_GPU_BOUND_FROM,
    LPI_GPU_BOUNDS
};
extern const char *const lpi_gpu_bounds[LPI_GPU_BOUNDS];

struct lpi_gpu_result {
    uint64_t cycles, cycles_cold; /* core cycles; cold: with the launches before */
    uint64_t launches;
    bool registers; /* a launch says how many it has, as those of a GPU's machine code */
    struct lpi_gpu_sm_counts sm; /* sums */
    struct lpi_gpu_l2_counts l2;
    struct lpi_gpu_engine_counts slices;
    struct lpi_gpu_traffic device;
    struct lpi_gpu_link_traffic link;
    uint64_t copy_sectors, touched;
    uint64_t bound[LPI_GPU_BOUNDS]; /* core cycles */
    struct lpi_latency load;        /* in core cycles; see lpi_gpu_result_free */
};

int lpi_gpu_run(const struct lpi_gpu_ask *ask, struct lpi_gpu_result *result,
                struct lpi_fault *fault);
void lpi_gpu_result_free(struct lpi_gpu_result *result);

#endif
