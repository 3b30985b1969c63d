/* SPDX-License-Identifier: Apache-2.0 */
/* Registers that the driver uses, as rtl/cdma/lp_cdma_regs.rdl has them. Not installed. */
#ifndef LPI_DMA_REGISTERS_H
#define LPI_DMA_REGISTERS_H

enum {
    REG_CTRL = 0x00c, /* bit 0 takes descriptors of out, bit 1 of in; bits 16, 17 abort */
    REG_IRQ = 0x014,  /* done 0, 1; error 2, 3; ring 4, 5 */
    REG_IRQ_ENABLE = 0x018,
    REG_POLICY = 0x01c,
    REG_OUT = 0x020,
    REG_IN = 0x040,
    REG_DEV_LO = 0x080,
    REG_DEV_HI = 0x084,
    REG_DEV_SIZE = 0x088,
    REG_HOST_LO = 0x090,
    REG_HOST_HI = 0x094,
    REG_HOST_SIZE = 0x098,
    REG_SNAPSHOT = 0x0fc,
    REG_COUNTS = 0x100,
};

enum { IRQ_ALL = 0x3f };

/* From REG_OUT or REG_IN. */
enum {
    RING_BASE_LO = 0x00,
    RING_BASE_HI = 0x04,
    RING_DONE_LO = 0x08,
    RING_DONE_HI = 0x0c,
    RING_SIZE = 0x10,
    RING_TAIL = 0x14,
    RING_HEAD = 0x18,
};

/* Words from REG_COUNTS. */
enum {
    COUNT_CYCLES,
    COUNT_OUT_GROUPS,
    COUNT_OUT_BEATS,
    COUNT_OUT_STALL_LINK,
    COUNT_OUT_STALL_CREDIT,
    COUNT_OUT_STALL_RATE,
    COUNT_OUT_STALL_MEMORY,
    COUNT_OUT_HIGH,
    COUNT_ZEROS,
    COUNT_IN_GROUPS,
    COUNT_IN_BEATS,
    COUNT_IN_STALL_LINK,
    COUNT_IN_STALL_MEMORY,
    COUNT_IN_STALL_RATE,
    COUNT_DEV_READS,
    COUNT_DEV_WRITES,
    COUNT_ERRORS,
    COUNTS
};

#endif
