/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle models of the units of the compressing DMA engine. */
#ifndef LP_CDMA_CYCLE_H
#define LP_CDMA_CYCLE_H

#include "cdma_regs_cycle.h"
#include "cdma_ring_cycle.h"
#include "cdma_bus_cycle.h"
#include "cdma_index_cycle.h"
#include "cdma_plan_cycle.h"
#include "cdma_pack_cycle.h"
#include "cdma_split_cycle.h"
#include "cdma_off_cycle.h"
#include "cdma_pre_cycle.h"
#include "cdma_xbar_cycle.h"
#include "cdma_buf_cycle.h"
#include "cdma_shrink_cycle.h"
#include "cdma_expand_cycle.h"
#include "cdma_chan_cycle.h"
#include "cdma_core_cycle.h"
#include "cdma_host_cycle.h"
#include "cdma_top_cycle.h"

#endif
