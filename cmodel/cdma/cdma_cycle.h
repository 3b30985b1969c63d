/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle models of the units of the compressing DMA engine. */
#ifndef LP_CDMA_CYCLE_H
#define LP_CDMA_CYCLE_H

#include "cdma_expand_cycle.h"
#include "cdma_split_cycle.h"

#endif
