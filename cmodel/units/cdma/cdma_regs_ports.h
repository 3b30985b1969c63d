/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of lp_cdma_regs (see common/unit.h). None is wider than 32 bits.
 * Written by synth/regs.py from rtl/cdma/lp_cdma_regs.rdl: change that file, then `make regs`.
 */
#ifndef LP_CDMA_REGS_PORTS_H
#define LP_CDMA_REGS_PORTS_H

#include "../common/unit.h"

#define LP_CDMA_REGS_PORTS(IN, OUT, INV, OUTV)                                                     \
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
    IN(config_channels, 4)                                                                         \
    IN(config_codecs, 4)                                                                           \
    IN(config_elem, 6)                                                                             \
    IN(config_flits, 16)                                                                           \
    OUT(ctrl_off_enable, 1)                                                                        \
    OUT(ctrl_pre_enable, 1)                                                                        \
    OUT(ctrl_off_abort, 1)                                                                         \
    OUT(ctrl_pre_abort, 1)                                                                         \
    IN(status_off_busy, 1)                                                                         \
    IN(status_pre_busy, 1)                                                                         \
    IN(status_off_stopped, 1)                                                                      \
    IN(status_pre_stopped, 1)                                                                      \
    OUT(irq, 1)                                                                                    \
    IN(irq_off_done, 1)                                                                            \
    IN(irq_pre_done, 1)                                                                            \
    IN(irq_off_error, 1)                                                                           \
    IN(irq_pre_error, 1)                                                                           \
    IN(irq_off_ring, 1)                                                                            \
    IN(irq_pre_ring, 1)                                                                            \
    OUT(policy, 24)                                                                                \
    OUT(off_base_lo, 32)                                                                           \
    OUT(off_base_hi, 8)                                                                            \
    OUT(off_done_lo, 32)                                                                           \
    OUT(off_done_hi, 8)                                                                            \
    OUT(off_size, 4)                                                                               \
    OUT(off_tail, 16)                                                                              \
    IN(off_head, 16)                                                                               \
    OUT(pre_base_lo, 32)                                                                           \
    OUT(pre_base_hi, 8)                                                                            \
    OUT(pre_done_lo, 32)                                                                           \
    OUT(pre_done_hi, 8)                                                                            \
    OUT(pre_size, 4)                                                                               \
    OUT(pre_tail, 16)                                                                              \
    IN(pre_head, 16)                                                                               \
    OUT(dev_lo, 32)                                                                                \
    OUT(dev_hi, 8)                                                                                 \
    OUT(dev_size, 31)                                                                              \
    OUT(host_lo, 32)                                                                               \
    OUT(host_hi, 8)                                                                                \
    OUT(host_size, 31)                                                                             \
    IN(cycles, 1)                                                                                  \
    IN(off_groups, 1)                                                                              \
    IN(off_beats, 1)                                                                               \
    IN(off_stall_link, 1)                                                                          \
    IN(off_stall_credit, 1)                                                                        \
    IN(off_stall_rate, 1)                                                                          \
    IN(off_stall_memory, 1)                                                                        \
    IN(off_high_flits, 16)                                                                         \
    IN(off_zeros, 8)                                                                               \
    IN(pre_groups, 1)                                                                              \
    IN(pre_beats, 1)                                                                               \
    IN(pre_stall_link, 1)                                                                          \
    IN(pre_stall_memory, 1)                                                                        \
    IN(pre_stall_rate, 1)                                                                          \
    IN(dev_reads, 4)                                                                               \
    IN(dev_writes, 4)                                                                              \
    IN(errors, 2)

LP_UNIT_STRUCTS(cdma_regs, LP_CDMA_REGS_PORTS)

#endif
