/* SPDX-License-Identifier: Apache-2.0 */
/* Offsets of the registers that the driver uses (linepress/cdma_regs.h). Not installed. */
#ifndef LPI_DMA_REGISTERS_H
#define LPI_DMA_REGISTERS_H

#include <linepress/cdma_regs.h>
#include <stddef.h>

#define REG(name) offsetof(lp_cdma_regs_t, name)
enum {
    REG_CTRL = REG(ctrl),
    REG_IRQ = REG(irq),
    REG_IRQ_ENABLE = REG(irq_enable),
    REG_POLICY = REG(policy),
    REG_OUT = REG(off),
    REG_IN = REG(pre),
    REG_DEV_LO = REG(dev_lo),
    REG_DEV_HI = REG(dev_hi),
    REG_DEV_SIZE = REG(dev_size),
    REG_HOST_LO = REG(host_lo),
    REG_HOST_HI = REG(host_hi),
    REG_HOST_SIZE = REG(host_size),
    REG_SNAPSHOT = REG(snapshot),
    REG_COUNTS = REG(cycles),
};

enum { IRQ_ALL = 0x3f };

/* From REG_OUT or REG_IN. */
enum {
    RING_BASE_LO = offsetof(lp_cdma_ring_t, base_lo),
    RING_BASE_HI = offsetof(lp_cdma_ring_t, base_hi),
    RING_DONE_LO = offsetof(lp_cdma_ring_t, done_lo),
    RING_DONE_HI = offsetof(lp_cdma_ring_t, done_hi),
    RING_SIZE = offsetof(lp_cdma_ring_t, size),
    RING_TAIL = offsetof(lp_cdma_ring_t, tail),
    RING_HEAD = offsetof(lp_cdma_ring_t, head),
};

/* Words from REG_COUNTS. */
#define COUNT(name) (REG(name) - REG(cycles)) / 4
enum {
    COUNT_CYCLES = COUNT(cycles),
    COUNT_OUT_GROUPS = COUNT(off_groups),
    COUNT_OUT_BEATS = COUNT(off_beats),
    COUNT_OUT_STALL_LINK = COUNT(off_stall_link),
    COUNT_OUT_STALL_CREDIT = COUNT(off_stall_credit),
    COUNT_OUT_STALL_RATE = COUNT(off_stall_rate),
    COUNT_OUT_STALL_MEMORY = COUNT(off_stall_memory),
    COUNT_OUT_HIGH = COUNT(off_high_flits),
    COUNT_ZEROS = COUNT(off_zeros),
    COUNT_IN_GROUPS = COUNT(pre_groups),
    COUNT_IN_BEATS = COUNT(pre_beats),
    COUNT_IN_STALL_LINK = COUNT(pre_stall_link),
    COUNT_IN_STALL_MEMORY = COUNT(pre_stall_memory),
    COUNT_IN_STALL_RATE = COUNT(pre_stall_rate),
    COUNT_DEV_READS = COUNT(dev_reads),
    COUNT_DEV_WRITES = COUNT(dev_writes),
    COUNT_ERRORS = COUNT(errors),
    COUNTS
};
#undef COUNT
#undef REG

#endif
