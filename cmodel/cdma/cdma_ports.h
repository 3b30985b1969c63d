/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of the units of the DMA engine; each unit's are in a file of its own. */
#ifndef LP_CDMA_PORTS_H
#define LP_CDMA_PORTS_H

#include "cdma_bus_ports.h"
#include "cdma_index_ports.h"
#include "cdma_ring_ports.h"

#endif
