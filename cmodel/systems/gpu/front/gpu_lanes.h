/* SPDX-License-Identifier: Apache-2.0 */
/* The lines and sectors that the lanes of a warp access together. Not installed. */
#ifndef LPI_GPU_LANES_H
#define LPI_GPU_LANES_H

#include <linepress/warp.h>

/* A lane touches two lines at most. */
#define LPI_GPU_PARTS_MAX (2 * LP_WARP_LANES)

struct lpi_gpu_part {
    uint64_t address; /* of the line */
    uint8_t mask;     /* sectors */
    uint8_t whole;    /* sectors of which the lanes have every byte */
};

/* The parts in the order of the lanes; returns their number. */
unsigned lpi_gpu_lanes_join(const struct lp_warp_record *record,
                            struct lpi_gpu_part parts[LPI_GPU_PARTS_MAX]);

#endif
