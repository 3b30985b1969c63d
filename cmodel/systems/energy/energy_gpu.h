/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses and row hits from the output of `linepress gpu --json`. */
#ifndef LPI_ENERGY_GPU_H
#define LPI_ENERGY_GPU_H

#include "../../base/fault.h"
#include "energy_set.h"

/* Sums over the runs of a mode with the first of its links and metadata caches. */
struct lpi_energy_run {
    int known; /* there is such a run */
    double link;
    struct lpi_energy_counts counts; /* reads and writes; compressed modes: all of it compressed */
    double row_hits, metadata_hits;  /* metadata_hits: NAN without accesses */
};

/* Returns 0 or the code that it sets in *fault, which must be 0 on entry. */
int lpi_energy_gpu_read(const char *path, struct lpi_energy_run runs[LPI_ENERGY_MODES],
                        struct lpi_fault *fault);

#endif
