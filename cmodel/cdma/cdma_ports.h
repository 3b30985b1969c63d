/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of the units of the compressing DMA engine. */
#ifndef LP_CDMA_PORTS_H
#define LP_CDMA_PORTS_H

#include "cdma_expand_ports.h"
#include "cdma_split_ports.h"

#endif
