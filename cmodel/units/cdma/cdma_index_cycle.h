/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma_index: no heap, no globals; stage and register names are the RTL's. */
#ifndef LP_CDMA_INDEX_CYCLE_H
#define LP_CDMA_INDEX_CYCLE_H

#include "cdma_ports.h"

/* Bytes that hold the model's state, for models of units that contain it. */
#define LP_CDMA_INDEX_STATE 912

extern const struct lp_unit lp_cdma_index_unit;

/* A reset while other units drive the ports: flops without a reset load the ports' values. */
void lp_cdma_index_reset_with(void *state, const struct lp_cdma_index_in *in);

#endif
