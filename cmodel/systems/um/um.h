/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A model of managed memory that is larger than the device: page faults in batches, prefetch,
 * eviction, and the same accesses pinned in host memory and in buddy memory. Not installed.
 *
 * Shape    The accesses of a warp trace that miss the L2 are repeated in passes over pages. Device
 *          memory holds 1/ratio of the pages; blocks are evicted whole, least recently used first.
 * Units    Times in us of a pass; a sector has 32 bytes, a page --page bytes.
 * Source   Choukse et al., "Buddy Compression", ISCA 2020, section IV-C and Fig. 14, which measured
 *          hardware.
 */
#ifndef LPI_UM_H
#define LPI_UM_H

#include "../../base/constant.h"
#include "um_stream.h"

enum lpi_um_constant {
    LPI_UM_LINK,
    LPI_UM_BATCH,
    LPI_UM_WINDOW,
    LPI_UM_PREFETCH,
    LPI_UM_PASSES,
    LPI_UM_CONSTANTS
};
extern const struct lpi_constant lpi_um_constants[LPI_UM_CONSTANTS];

/* The time of a pass with all pages in device memory: the larger of two bounds. */
struct lpi_um_ideal {
    double device_us; /* sectors at the bandwidth of device memory */
    double issue_us;  /* warp instructions at the issue rate of all SMs */
    double us;
};
struct lpi_um_ideal lpi_um_ideal(const struct lpi_um_stream *stream,
                                 const struct lpi_gpu_config *config);

/* Counts of a pass: the mean of all passes but the first. */
struct lpi_um_moves {
    uint64_t device_pages; /* pages that fit */
    double faults, batches;
    double prefetched, in, out; /* pages: without a fault of their own; all to the device; back */
};

/* Returns 0 or the code that it sets in *fault. `requests`: in flight, the window of a batch. */
int lpi_um_pages(const struct lpi_um_stream *stream, double ratio, double requests,
                 const double constants[LPI_UM_CONSTANTS], struct lpi_um_moves *moves,
                 struct lpi_fault *fault);

/* The ideal time, the batches, and the copies at the link's rate, both ways at a time. */
double lpi_um_time(const struct lpi_um_moves *moves, double ideal_us, double fault_us,
                   double page_bytes, double link_gbs);

/* Sectors over the link, each way, at its rate; not less than the ideal time. */
double lpi_um_link_time(double read_sectors, double write_sectors, double ideal_us,
                        double link_gbs);

#endif
