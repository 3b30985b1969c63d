/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of lp_card_test, declared once (see common/unit.h). */
#ifndef LP_CARD_TEST_PORTS_H
#define LP_CARD_TEST_PORTS_H

#include "../cdma/cdma_sides_ports.h"
#include "../common/unit.h"

/* csr: registers and the interrupt. m: AXI4 to card memory. */
#define LP_CARD_TEST_PORTS(IN, OUT, INV, OUTV)                                                     \
    LP_CDMA_CSR_PORTS(IN, OUT, INV, OUTV)                                                          \
    LP_CDMA_HOST_AXI(IN, OUT, INV, OUTV, m_, 4)

LP_UNIT_STRUCTS(card_test, LP_CARD_TEST_PORTS)

#endif
