/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of lp_card_uart: the line, and an AXI4-Lite master port that writes whole words. */
#ifndef LP_CARD_UART_PORTS_H
#define LP_CARD_UART_PORTS_H

#include "../common/unit.h"

#define LP_CARD_UART_PORTS(IN, OUT, INV, OUTV)                                                     \
    IN(rx, 1)                                                                                      \
    OUT(tx, 1)                                                                                     \
    OUT(csr_awvalid, 1)                                                                            \
    IN(csr_awready, 1)                                                                             \
    OUT(csr_awaddr, 15)                                                                            \
    OUT(csr_wvalid, 1)                                                                             \
    IN(csr_wready, 1)                                                                              \
    OUT(csr_wdata, 32)                                                                             \
    IN(csr_bvalid, 1)                                                                              \
    OUT(csr_bready, 1)                                                                             \
    IN(csr_bresp, 2)                                                                               \
    OUT(csr_arvalid, 1)                                                                            \
    IN(csr_arready, 1)                                                                             \
    OUT(csr_araddr, 15)                                                                            \
    IN(csr_rvalid, 1)                                                                              \
    OUT(csr_rready, 1)                                                                             \
    IN(csr_rdata, 32)                                                                              \
    IN(csr_rresp, 2)

LP_UNIT_STRUCTS(card_uart, LP_CARD_UART_PORTS)

#endif
