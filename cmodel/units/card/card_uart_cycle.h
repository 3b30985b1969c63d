/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of the serial line of a card: the values of the RTL's ports in every cycle. */
#ifndef LP_CARD_UART_CYCLE_H
#define LP_CARD_UART_CYCLE_H

#include "card_uart_ports.h"

extern const struct lp_unit lp_card_uart_unit; /* CLKS_PER_BIT: 4 to 65535 */

#endif
