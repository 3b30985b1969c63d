/* SPDX-License-Identifier: Apache-2.0 */
/* The accesses that read each line of a snapshot set once, and the toggle of its data. */
#ifndef LPI_ENERGY_SET_H
#define LPI_ENERGY_SET_H

#include "../profile/profile_job.h"
#include "energy.h"

enum lpi_energy_mode {
    LPI_ENERGY_UNCOMPRESSED, /* each line has four sectors */
    LPI_ENERGY_BANDWIDTH,    /* each line has its own sectors, all in device memory */
    LPI_ENERGY_BUDDY,        /* those beyond the allocation's target are in buddy memory */
    LPI_ENERGY_MODES
};
extern const char *const lpi_energy_modes[LPI_ENERGY_MODES];

/* Shares of hits, which the snapshots alone do not give. */
struct lpi_energy_reading {
    double row_hits[LPI_ENERGY_MODES]; /* share of sectors whose row is open */
    double metadata_hits;              /* share of lines of compressed pages */
    int paid;                          /* bandwidth needs metadata too */
};

/* Sums over all points of the set, with the targets of profile_plan. */
struct lpi_energy_counts lpi_energy_count(const struct profile_job *job, enum lpi_energy_mode mode,
                                          const struct lpi_energy_reading *reading);

/*
 * Bits that differ between one beat and the next within an allocation at a point, divided by the
 * bits of those beats; in *toggle. `beat_bytes`: 8 for a pseudo-channel of HBM2. Returns 0 or the
 * code that it sets in *fault.
 */
int lpi_energy_toggle(const struct lpi_set *set, unsigned beat_bytes, double *toggle,
                      struct lpi_fault *fault);

#endif
