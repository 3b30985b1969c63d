/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma_host: no heap, no globals; stage and register names are the RTL's. */
#ifndef LP_CDMA_HOST_CYCLE_H
#define LP_CDMA_HOST_CYCLE_H

#include "cdma_host_ports.h"

#define LP_CDMA_HOST_BURST 128u /* most beats of a burst */
#define LP_CDMA_HOST_READ 4096u /* beats of the store that the model supports, at most */

/* Bytes that hold the model's state, for models of units that contain it. */
#define LP_CDMA_HOST_STATE 160000

extern const struct lp_unit lp_cdma_host_unit; /* BURST, READ */

/* Values of the parameters, shared by units that contain it. */
#define LP_CDMA_HOST_PARAMS(BURST, READ)                                                           \
    [BURST] = LP_PARAM("BURST", 16, 4, 8, 32, 64, 128), [READ] = LP_PARAM("READ", 512, 4, 8, 16,   \
                                                                          32, 64, 128, 256, 1024,  \
                                                                          2048, 4096)

#endif
