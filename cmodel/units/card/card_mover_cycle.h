/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle models of the mover between streams and card memory and of its registers: the values of the
 * RTL's ports in every cycle. No heap, no globals: any number of instances, in any thread.
 */
#ifndef LP_CARD_MOVER_CYCLE_H
#define LP_CARD_MOVER_CYCLE_H

#include "card_mover_ports.h"
#include "card_mover_regs_ports.h"

/* Bytes that hold the registers' state. */
#define LP_CARD_MOVER_REGS_STATE 4096

extern const struct lp_unit lp_card_mover_unit; /* DATA_W, BURST */
extern const struct lp_unit lp_card_mover_regs_unit;

#endif
