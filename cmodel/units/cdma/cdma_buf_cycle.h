/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma_buf: the values of the RTL's ports in every cycle. No heap, no globals. */
#ifndef LP_CDMA_BUF_CYCLE_H
#define LP_CDMA_BUF_CYCLE_H

#include "cdma_buf_ports.h"

/* The largest FIFO of a channel that the model holds; the RTL takes more. */
#define LP_CDMA_BUF_FLITS 1024

/* Bytes that hold the model's state, for models of units that contain it. */
#define LP_CDMA_BUF_STATE 332000

extern const struct lp_unit lp_cdma_buf_unit; /* CHANNELS, FLITS, WORST */

#endif
