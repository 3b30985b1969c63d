/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of the units of a card around the DMA engine. */
#ifndef LP_CARD_PORTS_H
#define LP_CARD_PORTS_H

#include "card_mover_ports.h"
#include "card_mover_regs_ports.h"
#include "card_test_ports.h"
#include "card_top_ports.h"
#include "card_uart_ports.h"

#endif
