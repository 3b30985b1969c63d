/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Registers of the compressing DMA engine, for software: addresses (the struct), and masks (_bm),
 * positions (_bp), widths (_bw) and reset values of their fields.
 * Written by synth/regs.py from rtl/cdma/lp_cdma_regs.rdl: change that file, then `make regs`.
 */
/* clang-format off */
#ifndef LP_CDMA_REGS_H
#define LP_CDMA_REGS_H

#ifdef __cplusplus
extern "C" {
#endif

#include <stdint.h>

// Reg - lp_cdma_regs::id
#define LP_CDMA_REGS__ID__VALUE_bm 0xffffffff
#define LP_CDMA_REGS__ID__VALUE_bp 0
#define LP_CDMA_REGS__ID__VALUE_bw 32
#define LP_CDMA_REGS__ID__VALUE_reset 0x4450434c

// Reg - lp_cdma_regs::version
#define LP_CDMA_REGS__VERSION__MINOR_bm 0xffff
#define LP_CDMA_REGS__VERSION__MINOR_bp 0
#define LP_CDMA_REGS__VERSION__MINOR_bw 16
#define LP_CDMA_REGS__VERSION__MINOR_reset 0x0
#define LP_CDMA_REGS__VERSION__MAJOR_bm 0xffff0000
#define LP_CDMA_REGS__VERSION__MAJOR_bp 16
#define LP_CDMA_REGS__VERSION__MAJOR_bw 16
#define LP_CDMA_REGS__VERSION__MAJOR_reset 0x1

// Reg - lp_cdma_regs::config
#define LP_CDMA_REGS__CONFIG__CHANNELS_bm 0xf
#define LP_CDMA_REGS__CONFIG__CHANNELS_bp 0
#define LP_CDMA_REGS__CONFIG__CHANNELS_bw 4
#define LP_CDMA_REGS__CONFIG__CODECS_bm 0xf0
#define LP_CDMA_REGS__CONFIG__CODECS_bp 4
#define LP_CDMA_REGS__CONFIG__CODECS_bw 4
#define LP_CDMA_REGS__CONFIG__ELEM_bm 0x3f00
#define LP_CDMA_REGS__CONFIG__ELEM_bp 8
#define LP_CDMA_REGS__CONFIG__ELEM_bw 6
#define LP_CDMA_REGS__CONFIG__FLITS_bm 0xffff0000
#define LP_CDMA_REGS__CONFIG__FLITS_bp 16
#define LP_CDMA_REGS__CONFIG__FLITS_bw 16

// Reg - lp_cdma_regs::ctrl
#define LP_CDMA_REGS__CTRL__OFF_ENABLE_bm 0x1
#define LP_CDMA_REGS__CTRL__OFF_ENABLE_bp 0
#define LP_CDMA_REGS__CTRL__OFF_ENABLE_bw 1
#define LP_CDMA_REGS__CTRL__OFF_ENABLE_reset 0x0
#define LP_CDMA_REGS__CTRL__PRE_ENABLE_bm 0x2
#define LP_CDMA_REGS__CTRL__PRE_ENABLE_bp 1
#define LP_CDMA_REGS__CTRL__PRE_ENABLE_bw 1
#define LP_CDMA_REGS__CTRL__PRE_ENABLE_reset 0x0
#define LP_CDMA_REGS__CTRL__OFF_ABORT_bm 0x10000
#define LP_CDMA_REGS__CTRL__OFF_ABORT_bp 16
#define LP_CDMA_REGS__CTRL__OFF_ABORT_bw 1
#define LP_CDMA_REGS__CTRL__OFF_ABORT_reset 0x0
#define LP_CDMA_REGS__CTRL__PRE_ABORT_bm 0x20000
#define LP_CDMA_REGS__CTRL__PRE_ABORT_bp 17
#define LP_CDMA_REGS__CTRL__PRE_ABORT_bw 1
#define LP_CDMA_REGS__CTRL__PRE_ABORT_reset 0x0

// Reg - lp_cdma_regs::status
#define LP_CDMA_REGS__STATUS__OFF_BUSY_bm 0x1
#define LP_CDMA_REGS__STATUS__OFF_BUSY_bp 0
#define LP_CDMA_REGS__STATUS__OFF_BUSY_bw 1
#define LP_CDMA_REGS__STATUS__PRE_BUSY_bm 0x2
#define LP_CDMA_REGS__STATUS__PRE_BUSY_bp 1
#define LP_CDMA_REGS__STATUS__PRE_BUSY_bw 1
#define LP_CDMA_REGS__STATUS__OFF_STOPPED_bm 0x10000
#define LP_CDMA_REGS__STATUS__OFF_STOPPED_bp 16
#define LP_CDMA_REGS__STATUS__OFF_STOPPED_bw 1
#define LP_CDMA_REGS__STATUS__PRE_STOPPED_bm 0x20000
#define LP_CDMA_REGS__STATUS__PRE_STOPPED_bp 17
#define LP_CDMA_REGS__STATUS__PRE_STOPPED_bw 1

// Reg - lp_cdma_regs::irq
#define LP_CDMA_REGS__IRQ__OFF_DONE_bm 0x1
#define LP_CDMA_REGS__IRQ__OFF_DONE_bp 0
#define LP_CDMA_REGS__IRQ__OFF_DONE_bw 1
#define LP_CDMA_REGS__IRQ__OFF_DONE_reset 0x0
#define LP_CDMA_REGS__IRQ__PRE_DONE_bm 0x2
#define LP_CDMA_REGS__IRQ__PRE_DONE_bp 1
#define LP_CDMA_REGS__IRQ__PRE_DONE_bw 1
#define LP_CDMA_REGS__IRQ__PRE_DONE_reset 0x0
#define LP_CDMA_REGS__IRQ__OFF_ERROR_bm 0x4
#define LP_CDMA_REGS__IRQ__OFF_ERROR_bp 2
#define LP_CDMA_REGS__IRQ__OFF_ERROR_bw 1
#define LP_CDMA_REGS__IRQ__OFF_ERROR_reset 0x0
#define LP_CDMA_REGS__IRQ__PRE_ERROR_bm 0x8
#define LP_CDMA_REGS__IRQ__PRE_ERROR_bp 3
#define LP_CDMA_REGS__IRQ__PRE_ERROR_bw 1
#define LP_CDMA_REGS__IRQ__PRE_ERROR_reset 0x0
#define LP_CDMA_REGS__IRQ__OFF_RING_bm 0x10
#define LP_CDMA_REGS__IRQ__OFF_RING_bp 4
#define LP_CDMA_REGS__IRQ__OFF_RING_bw 1
#define LP_CDMA_REGS__IRQ__OFF_RING_reset 0x0
#define LP_CDMA_REGS__IRQ__PRE_RING_bm 0x20
#define LP_CDMA_REGS__IRQ__PRE_RING_bp 5
#define LP_CDMA_REGS__IRQ__PRE_RING_bw 1
#define LP_CDMA_REGS__IRQ__PRE_RING_reset 0x0

// Reg - lp_cdma_regs::irq_enable
#define LP_CDMA_REGS__IRQ_ENABLE__OFF_DONE_bm 0x1
#define LP_CDMA_REGS__IRQ_ENABLE__OFF_DONE_bp 0
#define LP_CDMA_REGS__IRQ_ENABLE__OFF_DONE_bw 1
#define LP_CDMA_REGS__IRQ_ENABLE__OFF_DONE_reset 0x0
#define LP_CDMA_REGS__IRQ_ENABLE__PRE_DONE_bm 0x2
#define LP_CDMA_REGS__IRQ_ENABLE__PRE_DONE_bp 1
#define LP_CDMA_REGS__IRQ_ENABLE__PRE_DONE_bw 1
#define LP_CDMA_REGS__IRQ_ENABLE__PRE_DONE_reset 0x0
#define LP_CDMA_REGS__IRQ_ENABLE__OFF_ERROR_bm 0x4
#define LP_CDMA_REGS__IRQ_ENABLE__OFF_ERROR_bp 2
#define LP_CDMA_REGS__IRQ_ENABLE__OFF_ERROR_bw 1
#define LP_CDMA_REGS__IRQ_ENABLE__OFF_ERROR_reset 0x0
#define LP_CDMA_REGS__IRQ_ENABLE__PRE_ERROR_bm 0x8
#define LP_CDMA_REGS__IRQ_ENABLE__PRE_ERROR_bp 3
#define LP_CDMA_REGS__IRQ_ENABLE__PRE_ERROR_bw 1
#define LP_CDMA_REGS__IRQ_ENABLE__PRE_ERROR_reset 0x0
#define LP_CDMA_REGS__IRQ_ENABLE__OFF_RING_bm 0x10
#define LP_CDMA_REGS__IRQ_ENABLE__OFF_RING_bp 4
#define LP_CDMA_REGS__IRQ_ENABLE__OFF_RING_bw 1
#define LP_CDMA_REGS__IRQ_ENABLE__OFF_RING_reset 0x0
#define LP_CDMA_REGS__IRQ_ENABLE__PRE_RING_bm 0x20
#define LP_CDMA_REGS__IRQ_ENABLE__PRE_RING_bp 5
#define LP_CDMA_REGS__IRQ_ENABLE__PRE_RING_bw 1
#define LP_CDMA_REGS__IRQ_ENABLE__PRE_RING_reset 0x0

// Reg - lp_cdma_regs::policy
#define LP_CDMA_REGS__POLICY__RATE_bm 0xffffff
#define LP_CDMA_REGS__POLICY__RATE_bp 0
#define LP_CDMA_REGS__POLICY__RATE_bw 24
#define LP_CDMA_REGS__POLICY__RATE_reset 0x0

// Reg - lp_cdma_addr_lo
#define LP_CDMA_ADDR_LO__ADDR_bm 0xffffffff
#define LP_CDMA_ADDR_LO__ADDR_bp 0
#define LP_CDMA_ADDR_LO__ADDR_bw 32
#define LP_CDMA_ADDR_LO__ADDR_reset 0x0

// Reg - lp_cdma_addr_hi
#define LP_CDMA_ADDR_HI__ADDR_bm 0xff
#define LP_CDMA_ADDR_HI__ADDR_bp 0
#define LP_CDMA_ADDR_HI__ADDR_bw 8
#define LP_CDMA_ADDR_HI__ADDR_reset 0x0

// Reg - lp_cdma_ring::size
#define LP_CDMA_RING__SIZE__LOG2_bm 0xf
#define LP_CDMA_RING__SIZE__LOG2_bp 0
#define LP_CDMA_RING__SIZE__LOG2_bw 4
#define LP_CDMA_RING__SIZE__LOG2_reset 0x0

// Reg - lp_cdma_ring::tail
#define LP_CDMA_RING__TAIL__COUNT_bm 0xffff
#define LP_CDMA_RING__TAIL__COUNT_bp 0
#define LP_CDMA_RING__TAIL__COUNT_bw 16
#define LP_CDMA_RING__TAIL__COUNT_reset 0x0

// Reg - lp_cdma_ring::head
#define LP_CDMA_RING__HEAD__COUNT_bm 0xffff
#define LP_CDMA_RING__HEAD__COUNT_bp 0
#define LP_CDMA_RING__HEAD__COUNT_bw 16

// Regfile - lp_cdma_ring
typedef struct __attribute__ ((__packed__)) {
    uint32_t base_lo;
    uint32_t base_hi;
    uint32_t done_lo;
    uint32_t done_hi;
    uint32_t size;
    uint32_t tail;
    uint32_t head;
} lp_cdma_ring_t;

// Reg - lp_cdma_regs::dev_size
#define LP_CDMA_REGS__DEV_SIZE__GROUPS_bm 0x7fffffff
#define LP_CDMA_REGS__DEV_SIZE__GROUPS_bp 0
#define LP_CDMA_REGS__DEV_SIZE__GROUPS_bw 31
#define LP_CDMA_REGS__DEV_SIZE__GROUPS_reset 0x0

// Reg - lp_cdma_regs::host_size
#define LP_CDMA_REGS__HOST_SIZE__GROUPS_bm 0x7fffffff
#define LP_CDMA_REGS__HOST_SIZE__GROUPS_bp 0
#define LP_CDMA_REGS__HOST_SIZE__GROUPS_bw 31
#define LP_CDMA_REGS__HOST_SIZE__GROUPS_reset 0x0

// Reg - lp_cdma_regs::snapshot
#define LP_CDMA_REGS__SNAPSHOT__TAKE_bm 0x1
#define LP_CDMA_REGS__SNAPSHOT__TAKE_bp 0
#define LP_CDMA_REGS__SNAPSHOT__TAKE_bw 1
#define LP_CDMA_REGS__SNAPSHOT__TAKE_reset 0x0

// Reg - lp_cdma_events
#define LP_CDMA_EVENTS__COUNT_bm 0xffffffff
#define LP_CDMA_EVENTS__COUNT_bp 0
#define LP_CDMA_EVENTS__COUNT_bw 32
#define LP_CDMA_EVENTS__COUNT_reset 0x0

// Reg - lp_cdma_regs::off_high_flits
#define LP_CDMA_REGS__OFF_HIGH_FLITS__COUNT_bm 0xffff
#define LP_CDMA_REGS__OFF_HIGH_FLITS__COUNT_bp 0
#define LP_CDMA_REGS__OFF_HIGH_FLITS__COUNT_bw 16
#define LP_CDMA_REGS__OFF_HIGH_FLITS__COUNT_reset 0x0

// Addrmap - lp_cdma_regs
typedef struct __attribute__ ((__packed__)) {
    uint32_t id;
    uint32_t version;
    uint32_t config;
    uint32_t ctrl;
    uint32_t status;
    uint32_t irq;
    uint32_t irq_enable;
    uint32_t policy;
    lp_cdma_ring_t off;
    uint8_t RESERVED_3c_3f[0x4];
    lp_cdma_ring_t pre;
    uint8_t RESERVED_5c_7f[0x24];
    uint32_t dev_lo;
    uint32_t dev_hi;
    uint32_t dev_size;
    uint8_t RESERVED_8c_8f[0x4];
    uint32_t host_lo;
    uint32_t host_hi;
    uint32_t host_size;
    uint8_t RESERVED_9c_fb[0x60];
    uint32_t snapshot;
    uint32_t cycles;
    uint32_t off_groups;
    uint32_t off_beats;
    uint32_t off_stall_link;
    uint32_t off_stall_credit;
    uint32_t off_stall_rate;
    uint32_t off_stall_memory;
    uint32_t off_high_flits;
    uint32_t off_zeros;
    uint32_t pre_groups;
    uint32_t pre_beats;
    uint32_t pre_stall_link;
    uint32_t pre_stall_memory;
    uint32_t pre_stall_rate;
    uint32_t dev_reads;
    uint32_t dev_writes;
    uint32_t errors;
} lp_cdma_regs_t;


typedef char lp_cdma_regs_size[sizeof(lp_cdma_regs_t) == 0x144 ? 1 : -1];

#ifdef __cplusplus
}
#endif

#endif /* LP_CDMA_REGS_H */
