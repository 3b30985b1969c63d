/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs a trace through an engine with models of device memory and the link, and compares every line
 * read with the data written. Slices are independent: they run one after the other, each as fast as
 * it accepts requests. Not installed.
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
    unsigned page; /* log2 of a slice's share of a page, in bytes */
    unsigned frame_w, slot_w;
    unsigned entries, lanes, parallel, sets, ways, misses;
    unsigned mixed; /* codecs of pages that use the best one for each line; 0: one codec per page */
};

/* One of several allocations. Its lines follow those of the allocations before it. */
struct lpi_replay_part {
    uint64_t address, lines;
    uint64_t first; /* its first line in the data */
};

struct lpi_replay {
    const struct lp_trace *trace;
    const uint8_t *data; /* the data file's lines, as many as all allocations have */
    uint64_t lines;
    const struct lp_buddy *buddy;        /* has the allocations; only its page table is used */
    uint64_t address;                    /* of the single allocation, if parts is NULL */
    const struct lpi_replay_part *parts; /* indexed by the trace's allocation numbers, or NULL */
    size_t part_count;
    struct lpi_slice_shape shape;
    lp_open_fn *open;                      /* opens lp_buddy_slice */
    struct lpi_memory_config device, link; /* the run sets bytes, upper and seed */
    double stall; /* probability per stream and cycle that the L2 side pauses */
    uint64_t seed;
    const struct lpi_tell *tell; /* or NULL */
};

struct lpi_replay_result {
    uint64_t reads, writes;
    uint64_t mismatches;            /* responses with an error code or with wrong data */
    uint64_t cycles;                /* of the slowest slice */
    struct lp_buddy_counts counts;  /* from the memories' ports and the cache's counters */
    uint64_t metadata_sectors[2];   /* read and written at the device memory's port */
    struct lpi_latency read, write; /* from acceptance of a request to its response's last beat */
    char fault[160];                /* the rule that the engine broke; "": none */
};

/*
 * LP_OK: the run completed, see *result; LP_ERR_ADDRESS: an access outside all allocations;
 * LP_ERR_ARG: a write of a line that the data file does not have, or a shape that no slice has;
 * errors of open. Free the result with lpi_replay_free in any case.
 */
int lpi_replay_run(const struct lpi_replay *job, struct lpi_replay_result *result);
void lpi_replay_free(struct lpi_replay_result *result);

#endif
