/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of lp_card_regs (see common/unit.h). None is wider than 32 bits.
 * Written by synth/regs.py from rtl/card/lp_card_regs.rdl: change that file, then `make regs`.
 */
#ifndef LP_CARD_REGS_PORTS_H
#define LP_CARD_REGS_PORTS_H

#include "../common/unit.h"

#define LP_CARD_REGS_PORTS(IN, OUT, INV, OUTV)                                                     \
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
    IN(git, 32)                                                                                    \
    IN(built, 32)                                                                                  \
    IN(features_host, 1)                                                                           \
    IN(features_window, 1)                                                                         \
    IN(features_codecs, 4)                                                                         \
    IN(features_channels, 4)                                                                       \
    IN(features_memory, 6)                                                                         \
    OUT(ctrl_reset, 1)                                                                             \
    OUT(ctrl_local, 1)                                                                             \
    IN(status_resetting, 1)                                                                        \
    IN(status_local, 1)                                                                            \
    IN(status_host_busy, 1)                                                                        \
    IN(status_mem_busy, 1)                                                                         \
    IN(status_win_busy, 1)                                                                         \
    IN(pending_engine, 1)                                                                          \
    IN(pending_test, 1)                                                                            \
    OUT(irq_enable_engine, 1)                                                                      \
    OUT(irq_enable_test, 1)                                                                        \
    IN(engine_next, 32)                                                                            \
    IN(edge_kind, 32)                                                                              \
    IN(edge_base, 32)

LP_UNIT_STRUCTS(card_regs, LP_CARD_REGS_PORTS)

#endif
