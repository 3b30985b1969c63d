/* SPDX-License-Identifier: Apache-2.0 */
/* Buddy memory instead of managed memory: targets of the buffers for a device that is too small. */
#ifndef LPI_UM_BUDDY_H
#define LPI_UM_BUDDY_H

#include "um_stream.h"

struct lpi_um_plan {
    uint8_t *targets; /* of each buffer: enum lp_target, LP_BUDDY_UNCOMPRESSED */
    int fits;         /* 0: more than 4 x the device */
    double device_bytes;
    double sectors[LPI_UM_WAYS]; /* over the link, in a pass */
};

/*
 * Starts with all buffers uncompressed and takes the step to the next larger target, of 1.33, 2 and
 * 4, that costs the fewest sectors over the link for the device memory it frees, until the buffers
 * fit in 1/ratio of their bytes. Returns 0 or the code that it sets in *fault.
 */
int lpi_um_plan(const struct lpi_um_stream *stream, double ratio, struct lpi_um_plan *plan,
                struct lpi_fault *fault);
void lpi_um_plan_close(struct lpi_um_plan *plan);

#endif
