/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of lp_card_test_regs (see common/unit.h). None is wider than 32 bits.
 * Written by synth/regs.py from rtl/card/lp_card_test_regs.rdl: change that file, then `make regs`.
 */
#ifndef LP_CARD_TEST_REGS_PORTS_H
#define LP_CARD_TEST_REGS_PORTS_H

#include "../common/unit.h"

#define LP_CARD_TEST_REGS_PORTS(IN, OUT, INV, OUTV)                                                \
    IN(awvalid, 1)                                                                                 \
    OUT(awready, 1)                                                                                \
    IN(awaddr, 12)                                                                                 \
    IN(awprot, 3)                                                                                  \
    IN(wvalid, 1)                                                                                  \
    OUT(wready, 1)                                                                                 \
    IN(wdata, 32)                                                                                  \
    IN(wstrb, 4)                                                                                   \
    OUT(bvalid, 1)                                                                                 \
    IN(bready, 1)                                                                                  \
    OUT(bresp, 2)                                                                                  \
    IN(arvalid, 1)                                                                                 \
    OUT(arready, 1)                                                                                \
    IN(araddr, 12)                                                                                 \
    IN(arprot, 3)                                                                                  \
    OUT(rvalid, 1)                                                                                 \
    IN(rready, 1)                                                                                  \
    OUT(rdata, 32)                                                                                 \
    OUT(rresp, 2)                                                                                  \
    OUT(command_fill, 1)                                                                           \
    OUT(command_sum, 1)                                                                            \
    OUT(command_poke, 1)                                                                           \
    OUT(command_peek, 1)                                                                           \
    IN(status_busy, 1)                                                                             \
    IN(status_error, 1)                                                                            \
    IN(status_command, 4)                                                                          \
    OUT(addr_lo, 27)                                                                               \
    OUT(addr_hi, 8)                                                                                \
    OUT(size, 24)                                                                                  \
    OUT(kind, 3)                                                                                   \
    OUT(seed, 32)                                                                                  \
    IN(crc, 32)                                                                                    \
    OUT(irq, 1)                                                                                    \
    IN(irq_done, 1)                                                                                \
    OUT(poke0, 32)                                                                                 \
    OUT(poke1, 32)                                                                                 \
    OUT(poke2, 32)                                                                                 \
    OUT(poke3, 32)                                                                                 \
    OUT(poke4, 32)                                                                                 \
    OUT(poke5, 32)                                                                                 \
    OUT(poke6, 32)                                                                                 \
    OUT(poke7, 32)                                                                                 \
    IN(peek0, 32)                                                                                  \
    IN(peek1, 32)                                                                                  \
    IN(peek2, 32)                                                                                  \
    IN(peek3, 32)                                                                                  \
    IN(peek4, 32)                                                                                  \
    IN(peek5, 32)                                                                                  \
    IN(peek6, 32)                                                                                  \
    IN(peek7, 32)

LP_UNIT_STRUCTS(card_test_regs, LP_CARD_TEST_REGS_PORTS)

#endif
