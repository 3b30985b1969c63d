/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Registers of the card's mover, for software: addresses (the struct), and masks (_bm),
 * positions (_bp), widths (_bw) and reset values of their fields.
 * Written by synth/regs.py from rtl/card/lp_card_mover_regs.rdl: change that file, then `make regs`.
 */
/* clang-format off */
#ifndef LP_CARD_MOVER_REGS_H
#define LP_CARD_MOVER_REGS_H

#ifdef __cplusplus
extern "C" {
#endif

#include <stdint.h>

// Reg - lp_card_mover_regs::id
#define LP_CARD_MOVER_REGS__ID__VALUE_bm 0xffffffff
#define LP_CARD_MOVER_REGS__ID__VALUE_bp 0
#define LP_CARD_MOVER_REGS__ID__VALUE_bw 32
#define LP_CARD_MOVER_REGS__ID__VALUE_reset 0x4d50434c

// Reg - lp_card_mover_regs::version
#define LP_CARD_MOVER_REGS__VERSION__MINOR_bm 0xffff
#define LP_CARD_MOVER_REGS__VERSION__MINOR_bp 0
#define LP_CARD_MOVER_REGS__VERSION__MINOR_bw 16
#define LP_CARD_MOVER_REGS__VERSION__MINOR_reset 0x0
#define LP_CARD_MOVER_REGS__VERSION__MAJOR_bm 0xffff0000
#define LP_CARD_MOVER_REGS__VERSION__MAJOR_bp 16
#define LP_CARD_MOVER_REGS__VERSION__MAJOR_bw 16
#define LP_CARD_MOVER_REGS__VERSION__MAJOR_reset 0x1

// Reg - lp_card_mover_regs::base
#define LP_CARD_MOVER_REGS__BASE__OFFSET_bm 0xffffffff
#define LP_CARD_MOVER_REGS__BASE__OFFSET_bp 0
#define LP_CARD_MOVER_REGS__BASE__OFFSET_bw 32
#define LP_CARD_MOVER_REGS__BASE__OFFSET_reset 0x5000

// Reg - lp_card_mover_regs::next
#define LP_CARD_MOVER_REGS__NEXT__OFFSET_bm 0xffffffff
#define LP_CARD_MOVER_REGS__NEXT__OFFSET_bp 0
#define LP_CARD_MOVER_REGS__NEXT__OFFSET_bw 32
#define LP_CARD_MOVER_REGS__NEXT__OFFSET_reset 0x0

// Reg - lp_card_mover_regs::command
#define LP_CARD_MOVER_REGS__COMMAND__PUT_bm 0x1
#define LP_CARD_MOVER_REGS__COMMAND__PUT_bp 0
#define LP_CARD_MOVER_REGS__COMMAND__PUT_bw 1
#define LP_CARD_MOVER_REGS__COMMAND__PUT_reset 0x0
#define LP_CARD_MOVER_REGS__COMMAND__GET_bm 0x2
#define LP_CARD_MOVER_REGS__COMMAND__GET_bp 1
#define LP_CARD_MOVER_REGS__COMMAND__GET_bw 1
#define LP_CARD_MOVER_REGS__COMMAND__GET_reset 0x0
#define LP_CARD_MOVER_REGS__COMMAND__STOP_PUT_bm 0x4
#define LP_CARD_MOVER_REGS__COMMAND__STOP_PUT_bp 2
#define LP_CARD_MOVER_REGS__COMMAND__STOP_PUT_bw 1
#define LP_CARD_MOVER_REGS__COMMAND__STOP_PUT_reset 0x0
#define LP_CARD_MOVER_REGS__COMMAND__STOP_GET_bm 0x8
#define LP_CARD_MOVER_REGS__COMMAND__STOP_GET_bp 3
#define LP_CARD_MOVER_REGS__COMMAND__STOP_GET_bw 1
#define LP_CARD_MOVER_REGS__COMMAND__STOP_GET_reset 0x0

// Reg - lp_card_mover_regs::status
#define LP_CARD_MOVER_REGS__STATUS__PUT_BUSY_bm 0x1
#define LP_CARD_MOVER_REGS__STATUS__PUT_BUSY_bp 0
#define LP_CARD_MOVER_REGS__STATUS__PUT_BUSY_bw 1
#define LP_CARD_MOVER_REGS__STATUS__GET_BUSY_bm 0x2
#define LP_CARD_MOVER_REGS__STATUS__GET_BUSY_bp 1
#define LP_CARD_MOVER_REGS__STATUS__GET_BUSY_bw 1
#define LP_CARD_MOVER_REGS__STATUS__PUT_ERROR_bm 0x4
#define LP_CARD_MOVER_REGS__STATUS__PUT_ERROR_bp 2
#define LP_CARD_MOVER_REGS__STATUS__PUT_ERROR_bw 1
#define LP_CARD_MOVER_REGS__STATUS__GET_ERROR_bm 0x8
#define LP_CARD_MOVER_REGS__STATUS__GET_ERROR_bp 3
#define LP_CARD_MOVER_REGS__STATUS__GET_ERROR_bw 1

// Reg - lp_card_mover_regs::control
#define LP_CARD_MOVER_REGS__CONTROL__DROP_bm 0x1
#define LP_CARD_MOVER_REGS__CONTROL__DROP_bp 0
#define LP_CARD_MOVER_REGS__CONTROL__DROP_bw 1
#define LP_CARD_MOVER_REGS__CONTROL__DROP_reset 0x0

// Reg - lp_card_mover_regs::irq_enable
#define LP_CARD_MOVER_REGS__IRQ_ENABLE__PUT_bm 0x1
#define LP_CARD_MOVER_REGS__IRQ_ENABLE__PUT_bp 0
#define LP_CARD_MOVER_REGS__IRQ_ENABLE__PUT_bw 1
#define LP_CARD_MOVER_REGS__IRQ_ENABLE__PUT_reset 0x0
#define LP_CARD_MOVER_REGS__IRQ_ENABLE__GET_bm 0x2
#define LP_CARD_MOVER_REGS__IRQ_ENABLE__GET_bp 1
#define LP_CARD_MOVER_REGS__IRQ_ENABLE__GET_bw 1
#define LP_CARD_MOVER_REGS__IRQ_ENABLE__GET_reset 0x0

// Reg - lp_card_mover_regs::irq
#define LP_CARD_MOVER_REGS__IRQ__PUT_bm 0x1
#define LP_CARD_MOVER_REGS__IRQ__PUT_bp 0
#define LP_CARD_MOVER_REGS__IRQ__PUT_bw 1
#define LP_CARD_MOVER_REGS__IRQ__PUT_reset 0x0
#define LP_CARD_MOVER_REGS__IRQ__GET_bm 0x2
#define LP_CARD_MOVER_REGS__IRQ__GET_bp 1
#define LP_CARD_MOVER_REGS__IRQ__GET_bw 1
#define LP_CARD_MOVER_REGS__IRQ__GET_reset 0x0

// Reg - lp_card_mover_addr_lo
#define LP_CARD_MOVER_ADDR_LO__ADDR_bm 0xffffffff
#define LP_CARD_MOVER_ADDR_LO__ADDR_bp 0
#define LP_CARD_MOVER_ADDR_LO__ADDR_bw 32
#define LP_CARD_MOVER_ADDR_LO__ADDR_reset 0x0

// Reg - lp_card_mover_addr_hi
#define LP_CARD_MOVER_ADDR_HI__ADDR_bm 0xff
#define LP_CARD_MOVER_ADDR_HI__ADDR_bp 0
#define LP_CARD_MOVER_ADDR_HI__ADDR_bw 8
#define LP_CARD_MOVER_ADDR_HI__ADDR_reset 0x0

// Reg - lp_card_mover_beats
#define LP_CARD_MOVER_BEATS__COUNT_bm 0xffffff
#define LP_CARD_MOVER_BEATS__COUNT_bp 0
#define LP_CARD_MOVER_BEATS__COUNT_bw 24
#define LP_CARD_MOVER_BEATS__COUNT_reset 0x0

// Addrmap - lp_card_mover_regs
typedef struct __attribute__ ((__packed__)) {
    uint32_t id;
    uint32_t version;
    uint32_t base;
    uint32_t next;
    uint32_t command;
    uint32_t status;
    uint32_t control;
    uint32_t irq_enable;
    uint32_t irq;
    uint8_t RESERVED_24_2f[0xc];
    uint32_t put_lo;
    uint32_t put_hi;
    uint32_t put_beats;
    uint8_t RESERVED_3c_3f[0x4];
    uint32_t get_lo;
    uint32_t get_hi;
    uint32_t get_beats;
} lp_card_mover_regs_t;


typedef char lp_card_mover_regs_size[sizeof(lp_card_mover_regs_t) == 0x4c ? 1 : -1];

#ifdef __cplusplus
}
#endif

#endif /* LP_CARD_MOVER_REGS_H */
