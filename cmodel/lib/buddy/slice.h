/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functional model of one memory controller's slice: its share of device memory, with the metadata
 * after the pages, its share of the carve-out, and its metadata cache. Not installed.
 */
#ifndef LPI_SLICE_H
#define LPI_SLICE_H

#include "../memory/store.h"
#include <linepress/buddy.h>
#include <linepress/mdcache.h>

struct lpi_slice {
    const struct lp_gbbr_geometry *geometry;
    const struct lp_gbbr_regs *regs;
    struct lpi_store device;    /* by device address */
    struct lpi_store carve_out; /* from GBBR on */
    void *cache_storage;
    struct lp_mdcache *cache;
};

/* The geometry and the registers must outlive the slice. LP_ERR_ARG, LP_ERR_SYSTEM. */
int lpi_slice_open(struct lpi_slice *slice, const struct lp_gbbr_geometry *geometry,
                   const struct lp_gbbr_regs *regs, unsigned sets, unsigned ways);
/* Safe after a failed open, and for a zeroed slice. */
void lpi_slice_close(struct lpi_slice *slice);

/*
 * Like lp_buddy_read, lp_buddy_write and lp_buddy_poison, for line place->index; adds to *traffic,
 * and a write to counts->chosen. After LP_ERR_SYSTEM nothing has changed.
 */
int lpi_slice_read(struct lpi_slice *slice, const struct lp_buddy_place *place, void *line,
                   struct lp_buddy_traffic *traffic);
int lpi_slice_write(struct lpi_slice *slice, const struct lp_buddy_place *place, const void *line,
                    struct lp_buddy_counts *counts);
int lpi_slice_poison(struct lpi_slice *slice, const struct lp_buddy_place *place);

/* Writes back and empties the metadata cache. */
void lpi_slice_forget(struct lpi_slice *slice);

/* Makes a page's share read as zeros, for the next page in its place. The cache must be empty. */
void lpi_slice_wipe(struct lpi_slice *slice, const struct lp_gbbr_page *page);

/* Adds the metadata cache's counts. */
void lpi_slice_count(const struct lpi_slice *slice, struct lp_buddy_counts *counts);

#endif
