/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma_core. */
#ifndef LP_CDMA_CORE_CYCLE_H
#define LP_CDMA_CORE_CYCLE_H

#include "cdma_core_ports.h"

extern const struct lp_unit lp_cdma_core_unit; /* CHANNELS, FLITS, CODECS, ELEM */

#endif
