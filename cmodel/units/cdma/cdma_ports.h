/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of the units of the compressing DMA engine. Each one-letter stream, such as j or g, has the
 * same meaning in every unit: docs/reference/units/cdma.md, "The streams of the ports".
 */
#ifndef LP_CDMA_PORTS_H
#define LP_CDMA_PORTS_H

#include "cdma_sides_ports.h"
#include "cdma_regs_ports.h"
#include "cdma_ring_ports.h"
#include "cdma_bus_ports.h"
#include "cdma_index_ports.h"
#include "cdma_plan_ports.h"
#include "cdma_pack_ports.h"
#include "cdma_split_ports.h"
#include "cdma_off_ports.h"
#include "cdma_pre_ports.h"
#include "cdma_xbar_ports.h"
#include "cdma_buf_ports.h"
#include "cdma_shrink_ports.h"
#include "cdma_expand_ports.h"
#include "cdma_chan_ports.h"
#include "cdma_core_ports.h"
#include "cdma_host_ports.h"
#include "cdma_top_ports.h"

#endif
