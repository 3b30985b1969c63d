/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_card: no heap, no globals; stage and register names are the RTL's. */
#ifndef LP_CARD_TOP_CYCLE_H
#define LP_CARD_TOP_CYCLE_H

#include "card_top_ports.h"

extern const struct lp_unit lp_card_unit;

#endif
