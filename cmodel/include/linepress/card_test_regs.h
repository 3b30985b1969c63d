/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Registers of the card's self-test, for software: addresses (the struct), and masks (_bm),
 * positions (_bp), widths (_bw) and reset values of their fields.
 * Written by synth/regs.py from rtl/card/lp_card_test_regs.rdl: change that file, then `make regs`.
 */
/* clang-format off */
#ifndef LP_CARD_TEST_REGS_H
#define LP_CARD_TEST_REGS_H

#ifdef __cplusplus
extern "C" {
#endif

#include <stdint.h>

// Reg - lp_card_test_regs::id
#define LP_CARD_TEST_REGS__ID__VALUE_bm 0xffffffff
#define LP_CARD_TEST_REGS__ID__VALUE_bp 0
#define LP_CARD_TEST_REGS__ID__VALUE_bw 32
#define LP_CARD_TEST_REGS__ID__VALUE_reset 0x5450434c

// Reg - lp_card_test_regs::version
#define LP_CARD_TEST_REGS__VERSION__MINOR_bm 0xffff
#define LP_CARD_TEST_REGS__VERSION__MINOR_bp 0
#define LP_CARD_TEST_REGS__VERSION__MINOR_bw 16
#define LP_CARD_TEST_REGS__VERSION__MINOR_reset 0x0
#define LP_CARD_TEST_REGS__VERSION__MAJOR_bm 0xffff0000
#define LP_CARD_TEST_REGS__VERSION__MAJOR_bp 16
#define LP_CARD_TEST_REGS__VERSION__MAJOR_bw 16
#define LP_CARD_TEST_REGS__VERSION__MAJOR_reset 0x1

// Reg - lp_card_test_regs::command
#define LP_CARD_TEST_REGS__COMMAND__FILL_bm 0x1
#define LP_CARD_TEST_REGS__COMMAND__FILL_bp 0
#define LP_CARD_TEST_REGS__COMMAND__FILL_bw 1
#define LP_CARD_TEST_REGS__COMMAND__FILL_reset 0x0
#define LP_CARD_TEST_REGS__COMMAND__SUM_bm 0x2
#define LP_CARD_TEST_REGS__COMMAND__SUM_bp 1
#define LP_CARD_TEST_REGS__COMMAND__SUM_bw 1
#define LP_CARD_TEST_REGS__COMMAND__SUM_reset 0x0
#define LP_CARD_TEST_REGS__COMMAND__POKE_bm 0x4
#define LP_CARD_TEST_REGS__COMMAND__POKE_bp 2
#define LP_CARD_TEST_REGS__COMMAND__POKE_bw 1
#define LP_CARD_TEST_REGS__COMMAND__POKE_reset 0x0
#define LP_CARD_TEST_REGS__COMMAND__PEEK_bm 0x8
#define LP_CARD_TEST_REGS__COMMAND__PEEK_bp 3
#define LP_CARD_TEST_REGS__COMMAND__PEEK_bw 1
#define LP_CARD_TEST_REGS__COMMAND__PEEK_reset 0x0

// Reg - lp_card_test_regs::status
#define LP_CARD_TEST_REGS__STATUS__BUSY_bm 0x1
#define LP_CARD_TEST_REGS__STATUS__BUSY_bp 0
#define LP_CARD_TEST_REGS__STATUS__BUSY_bw 1
#define LP_CARD_TEST_REGS__STATUS__ERROR_bm 0x2
#define LP_CARD_TEST_REGS__STATUS__ERROR_bp 1
#define LP_CARD_TEST_REGS__STATUS__ERROR_bw 1
#define LP_CARD_TEST_REGS__STATUS__COMMAND_bm 0xf00
#define LP_CARD_TEST_REGS__STATUS__COMMAND_bp 8
#define LP_CARD_TEST_REGS__STATUS__COMMAND_bw 4

// Reg - lp_card_test_regs::addr_lo
#define LP_CARD_TEST_REGS__ADDR_LO__ADDR_bm 0xffffffe0
#define LP_CARD_TEST_REGS__ADDR_LO__ADDR_bp 5
#define LP_CARD_TEST_REGS__ADDR_LO__ADDR_bw 27
#define LP_CARD_TEST_REGS__ADDR_LO__ADDR_reset 0x0

// Reg - lp_card_test_regs::addr_hi
#define LP_CARD_TEST_REGS__ADDR_HI__ADDR_bm 0xff
#define LP_CARD_TEST_REGS__ADDR_HI__ADDR_bp 0
#define LP_CARD_TEST_REGS__ADDR_HI__ADDR_bw 8
#define LP_CARD_TEST_REGS__ADDR_HI__ADDR_reset 0x0

// Reg - lp_card_test_regs::size
#define LP_CARD_TEST_REGS__SIZE__BEATS_bm 0xffffff
#define LP_CARD_TEST_REGS__SIZE__BEATS_bp 0
#define LP_CARD_TEST_REGS__SIZE__BEATS_bw 24
#define LP_CARD_TEST_REGS__SIZE__BEATS_reset 0x0

// Reg - lp_card_test_regs::kind
#define LP_CARD_TEST_REGS__KIND__KIND_bm 0x7
#define LP_CARD_TEST_REGS__KIND__KIND_bp 0
#define LP_CARD_TEST_REGS__KIND__KIND_bw 3
#define LP_CARD_TEST_REGS__KIND__KIND_reset 0x0

// Reg - lp_card_test_regs::seed
#define LP_CARD_TEST_REGS__SEED__VALUE_bm 0xffffffff
#define LP_CARD_TEST_REGS__SEED__VALUE_bp 0
#define LP_CARD_TEST_REGS__SEED__VALUE_bw 32
#define LP_CARD_TEST_REGS__SEED__VALUE_reset 0x0

// Reg - lp_card_test_regs::crc
#define LP_CARD_TEST_REGS__CRC__VALUE_bm 0xffffffff
#define LP_CARD_TEST_REGS__CRC__VALUE_bp 0
#define LP_CARD_TEST_REGS__CRC__VALUE_bw 32

// Reg - lp_card_test_regs::irq
#define LP_CARD_TEST_REGS__IRQ__DONE_bm 0x1
#define LP_CARD_TEST_REGS__IRQ__DONE_bp 0
#define LP_CARD_TEST_REGS__IRQ__DONE_bw 1
#define LP_CARD_TEST_REGS__IRQ__DONE_reset 0x0

// Reg - lp_card_test_regs::irq_enable
#define LP_CARD_TEST_REGS__IRQ_ENABLE__DONE_bm 0x1
#define LP_CARD_TEST_REGS__IRQ_ENABLE__DONE_bp 0
#define LP_CARD_TEST_REGS__IRQ_ENABLE__DONE_bw 1
#define LP_CARD_TEST_REGS__IRQ_ENABLE__DONE_reset 0x0

// Reg - lp_card_test_poke
#define LP_CARD_TEST_POKE__WORD_bm 0xffffffff
#define LP_CARD_TEST_POKE__WORD_bp 0
#define LP_CARD_TEST_POKE__WORD_bw 32
#define LP_CARD_TEST_POKE__WORD_reset 0x0

// Reg - lp_card_test_peek
#define LP_CARD_TEST_PEEK__WORD_bm 0xffffffff
#define LP_CARD_TEST_PEEK__WORD_bp 0
#define LP_CARD_TEST_PEEK__WORD_bw 32

// Addrmap - lp_card_test_regs
typedef struct __attribute__ ((__packed__)) {
    uint32_t id;
    uint32_t version;
    uint32_t command;
    uint32_t status;
    uint32_t addr_lo;
    uint32_t addr_hi;
    uint32_t size;
    uint32_t kind;
    uint32_t seed;
    uint32_t crc;
    uint32_t irq;
    uint32_t irq_enable;
    uint8_t RESERVED_30_3f[0x10];
    uint32_t poke0;
    uint32_t poke1;
    uint32_t poke2;
    uint32_t poke3;
    uint32_t poke4;
    uint32_t poke5;
    uint32_t poke6;
    uint32_t poke7;
    uint32_t peek0;
    uint32_t peek1;
    uint32_t peek2;
    uint32_t peek3;
    uint32_t peek4;
    uint32_t peek5;
    uint32_t peek6;
    uint32_t peek7;
} lp_card_test_regs_t;


typedef char lp_card_test_regs_size[sizeof(lp_card_test_regs_t) == 0x80 ? 1 : -1];

#ifdef __cplusplus
}
#endif

#endif /* LP_CARD_TEST_REGS_H */
