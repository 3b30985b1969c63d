/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle models of the units of a card around the DMA engine. */
#ifndef LP_CARD_CYCLE_H
#define LP_CARD_CYCLE_H

#include "card_mover_cycle.h"
#include "card_test_cycle.h"
#include "card_top_cycle.h"
#include "card_uart_cycle.h"

#endif
