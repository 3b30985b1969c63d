/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of lp_card_mover_regs (see common/unit.h). None is wider than 32 bits.
 * Written by synth/regs.py from rtl/card/lp_card_mover_regs.rdl: change that file, then `make regs`.
 */
#ifndef LP_CARD_MOVER_REGS_PORTS_H
#define LP_CARD_MOVER_REGS_PORTS_H

#include "../common/unit.h"

#define LP_CARD_MOVER_REGS_PORTS(IN, OUT, INV, OUTV)                                               \
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
    OUT(command_put, 1)                                                                            \
    OUT(command_get, 1)                                                                            \
    OUT(command_stop_put, 1)                                                                       \
    OUT(command_stop_get, 1)                                                                       \
    IN(status_put_busy, 1)                                                                         \
    IN(status_get_busy, 1)                                                                         \
    IN(status_put_error, 1)                                                                        \
    IN(status_get_error, 1)                                                                        \
    OUT(control, 1)                                                                                \
    OUT(irq, 1)                                                                                    \
    IN(irq_put, 1)                                                                                 \
    IN(irq_get, 1)                                                                                 \
    OUT(put_lo, 32)                                                                                \
    OUT(put_hi, 8)                                                                                 \
    OUT(put_beats, 24)                                                                             \
    OUT(get_lo, 32)                                                                                \
    OUT(get_hi, 8)                                                                                 \
    OUT(get_beats, 24)

LP_UNIT_STRUCTS(card_mover_regs, LP_CARD_MOVER_REGS_PORTS)

#endif
