/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of lp_card, declared once (see common/unit.h). */
#ifndef LP_CARD_TOP_PORTS_H
#define LP_CARD_TOP_PORTS_H

#include "../axi/axi_sides_ports.h"
#include "../common/unit.h"

#define LP_CARD_ADDR 15  /* bits of a register's address */
#define LP_CARD_WIN_ID 4 /* bits of an id of the window */
#define LP_CARD_MEM_ID 8 /* bits of an id of card memory */

/* csr: registers. host, mem: the card is the master. win: a bridge is. */
#define LP_CARD_PORTS(IN, OUT, INV, OUTV)                                                          \
    LP_AXIL_FAR(IN, OUT, csr_, LP_CARD_ADDR)                                                       \
    OUT(irq, 1)                                                                                    \
    LP_AXI_MASTER(IN, OUT, INV, OUTV, host_, 2)                                                    \
    LP_AXI_MASTER(OUT, IN, OUTV, INV, win_, LP_CARD_WIN_ID)                                        \
    LP_AXI_MASTER(IN, OUT, INV, OUTV, mem_, LP_CARD_MEM_ID)

LP_UNIT_STRUCTS(card, LP_CARD_PORTS)

#endif
