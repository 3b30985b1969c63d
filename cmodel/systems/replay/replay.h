/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs a trace through an engine with a device memory and a link behind it, and checks every line
 * that comes back against what was written. Slices are independent: they run one after the other,
 * each as fast as it takes requests. Not installed.
 */
#ifndef LPI_REPLAY_H
#define LPI_REPLAY_H

#include "../../base/tell.h"
#include "../../units/common/instance.h"
#include "../../dma/memory/latency.h"
#include "../../dma/memory/memory.h"
#include <linepress/buddy.h>
#include <linepress/trace.h>

/* Parameters of lp_buddy_slice that a run chooses; the others keep their defaults. */
struct lpi_slice_shape {
    unsigned page; /* log2 of a page's share in bytes */
    unsigned frame_w, slot_w;
    unsigned entries, lanes, parallel, sets, ways, misses;
    unsigned mixed; /* codecs of pages whose lines have the best of them; 0: of one codec */
};

/* One of several allocations. Its lines follow those of the allocations before it. */
struct lpi_replay_part {
    uint64_t address, lines;
    uint64_t first; /* line of the data */
};

struct lpi_replay {
    const struct lp_trace *trace;
    const uint8_t *data; /* the data file's lines, as many as the allocations have */
    uint64_t lines;
    const struct lp_buddy *buddy; /* holds the allocations; only its page table is used */
    uint64_t address;             /* of the one allocation, if parts is NULL */
    const struct lpi_replay_part *parts; /* by the numbers that the trace has, or NULL */
    size_t part_count;
    struct lpi_slice_shape shape;
    lp_open_fn *open; /* of lp_buddy_slice */
    struct lpi_memory_config device, link; /* bytes, upper and seed are set by the run */
    double stall;   /* probability of a pause of the L2 side, in each stream and cycle */
    uint64_t seed;
    const struct lpi_tell *tell; /* or NULL */
};

struct lpi_replay_result {
    uint64_t reads, writes;
    uint64_t mismatches; /* responses with a code, or with other data than was written */
    uint64_t cycles;     /* of the slice that took longest */
    struct lp_buddy_counts counts; /* from the memories' ports and the cache's counters */
    uint64_t metadata_sectors[2];  /* read and written at the device memory's port */
    struct lpi_latency read, write; /* from a request taken to its response's last beat */
    char fault[160]; /* which rule the engine broke; "": none */
};

/*
 * LP_OK: it ran, see *result; LP_ERR_ADDRESS: an access outside an allocation; LP_ERR_ARG: a
 * write of a line that the data file does not have, or a shape that no slice has; errors of open.
 * Free the result with lpi_replay_free in any case.
 */
int lpi_replay_run(const struct lpi_replay *job, struct lpi_replay_result *result);
void lpi_replay_free(struct lpi_replay_result *result);

#endif
