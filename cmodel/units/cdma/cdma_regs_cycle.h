/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_cdma_regs. Its table and its ports are written from the register map
 * (rtl/cdma/lp_cdma_regs.rdl).
 */
#ifndef LP_CDMA_REGS_CYCLE_H
#define LP_CDMA_REGS_CYCLE_H

#include "cdma_regs_ports.h"

/* Bytes that hold the model's state, for models of units that contain it. */
#define LP_CDMA_REGS_STATE 3136

extern const struct lp_unit lp_cdma_regs_unit;

#endif
