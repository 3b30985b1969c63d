/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle models of the units of the DMA engine; each unit's is in a file of its own. */
#ifndef LP_CDMA_CYCLE_H
#define LP_CDMA_CYCLE_H

#include "cdma_bus_cycle.h"
#include "cdma_index_cycle.h"
#include "cdma_ring_cycle.h"

#endif
