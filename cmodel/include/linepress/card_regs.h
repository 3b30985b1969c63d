/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Identity of a card, for software: addresses (the struct), and masks (_bm),
 * positions (_bp), widths (_bw) and reset values of their fields.
 * Written by synth/regs.py from rtl/card/lp_card_regs.rdl: change that file, then `make regs`.
 */
/* clang-format off */
#ifndef LP_CARD_REGS_H
#define LP_CARD_REGS_H

#ifdef __cplusplus
extern "C" {
#endif

#include <stdint.h>

// Reg - lp_card_regs::id
#define LP_CARD_REGS__ID__VALUE_bm 0xffffffff
#define LP_CARD_REGS__ID__VALUE_bp 0
#define LP_CARD_REGS__ID__VALUE_bw 32
#define LP_CARD_REGS__ID__VALUE_reset 0x4950434c

// Reg - lp_card_regs::version
#define LP_CARD_REGS__VERSION__MINOR_bm 0xffff
#define LP_CARD_REGS__VERSION__MINOR_bp 0
#define LP_CARD_REGS__VERSION__MINOR_bw 16
#define LP_CARD_REGS__VERSION__MINOR_reset 0x0
#define LP_CARD_REGS__VERSION__MAJOR_bm 0xffff0000
#define LP_CARD_REGS__VERSION__MAJOR_bp 16
#define LP_CARD_REGS__VERSION__MAJOR_bw 16
#define LP_CARD_REGS__VERSION__MAJOR_reset 0x1

// Reg - lp_card_regs::git
#define LP_CARD_REGS__GIT__VALUE_bm 0xffffffff
#define LP_CARD_REGS__GIT__VALUE_bp 0
#define LP_CARD_REGS__GIT__VALUE_bw 32

// Reg - lp_card_regs::built
#define LP_CARD_REGS__BUILT__VALUE_bm 0xffffffff
#define LP_CARD_REGS__BUILT__VALUE_bp 0
#define LP_CARD_REGS__BUILT__VALUE_bw 32

// Reg - lp_card_regs::features
#define LP_CARD_REGS__FEATURES__HOST_bm 0x1
#define LP_CARD_REGS__FEATURES__HOST_bp 0
#define LP_CARD_REGS__FEATURES__HOST_bw 1
#define LP_CARD_REGS__FEATURES__WINDOW_bm 0x2
#define LP_CARD_REGS__FEATURES__WINDOW_bp 1
#define LP_CARD_REGS__FEATURES__WINDOW_bw 1
#define LP_CARD_REGS__FEATURES__CODECS_bm 0xf0
#define LP_CARD_REGS__FEATURES__CODECS_bp 4
#define LP_CARD_REGS__FEATURES__CODECS_bw 4
#define LP_CARD_REGS__FEATURES__CHANNELS_bm 0xf00
#define LP_CARD_REGS__FEATURES__CHANNELS_bp 8
#define LP_CARD_REGS__FEATURES__CHANNELS_bw 4
#define LP_CARD_REGS__FEATURES__MEMORY_bm 0x3f0000
#define LP_CARD_REGS__FEATURES__MEMORY_bp 16
#define LP_CARD_REGS__FEATURES__MEMORY_bw 6

// Reg - lp_card_regs::next
#define LP_CARD_REGS__NEXT__VALUE_bm 0xffffffff
#define LP_CARD_REGS__NEXT__VALUE_bp 0
#define LP_CARD_REGS__NEXT__VALUE_bw 32
#define LP_CARD_REGS__NEXT__VALUE_reset 0x100

// Reg - lp_card_regs::scratch
#define LP_CARD_REGS__SCRATCH__VALUE_bm 0xffffffff
#define LP_CARD_REGS__SCRATCH__VALUE_bp 0
#define LP_CARD_REGS__SCRATCH__VALUE_bw 32
#define LP_CARD_REGS__SCRATCH__VALUE_reset 0x0

// Reg - lp_card_regs::ctrl
#define LP_CARD_REGS__CTRL__RESET_bm 0x1
#define LP_CARD_REGS__CTRL__RESET_bp 0
#define LP_CARD_REGS__CTRL__RESET_bw 1
#define LP_CARD_REGS__CTRL__RESET_reset 0x0
#define LP_CARD_REGS__CTRL__LOCAL_bm 0x2
#define LP_CARD_REGS__CTRL__LOCAL_bp 1
#define LP_CARD_REGS__CTRL__LOCAL_bw 1
#define LP_CARD_REGS__CTRL__LOCAL_reset 0x0

// Reg - lp_card_regs::status
#define LP_CARD_REGS__STATUS__RESETTING_bm 0x1
#define LP_CARD_REGS__STATUS__RESETTING_bp 0
#define LP_CARD_REGS__STATUS__RESETTING_bw 1
#define LP_CARD_REGS__STATUS__LOCAL_bm 0x2
#define LP_CARD_REGS__STATUS__LOCAL_bp 1
#define LP_CARD_REGS__STATUS__LOCAL_bw 1
#define LP_CARD_REGS__STATUS__HOST_BUSY_bm 0x4
#define LP_CARD_REGS__STATUS__HOST_BUSY_bp 2
#define LP_CARD_REGS__STATUS__HOST_BUSY_bw 1
#define LP_CARD_REGS__STATUS__MEM_BUSY_bm 0x8
#define LP_CARD_REGS__STATUS__MEM_BUSY_bp 3
#define LP_CARD_REGS__STATUS__MEM_BUSY_bw 1
#define LP_CARD_REGS__STATUS__WIN_BUSY_bm 0x10
#define LP_CARD_REGS__STATUS__WIN_BUSY_bp 4
#define LP_CARD_REGS__STATUS__WIN_BUSY_bw 1

// Reg - lp_card_regs::pending
#define LP_CARD_REGS__PENDING__ENGINE_bm 0x1
#define LP_CARD_REGS__PENDING__ENGINE_bp 0
#define LP_CARD_REGS__PENDING__ENGINE_bw 1
#define LP_CARD_REGS__PENDING__TEST_bm 0x2
#define LP_CARD_REGS__PENDING__TEST_bp 1
#define LP_CARD_REGS__PENDING__TEST_bw 1

// Reg - lp_card_regs::irq_enable
#define LP_CARD_REGS__IRQ_ENABLE__ENGINE_bm 0x1
#define LP_CARD_REGS__IRQ_ENABLE__ENGINE_bp 0
#define LP_CARD_REGS__IRQ_ENABLE__ENGINE_bw 1
#define LP_CARD_REGS__IRQ_ENABLE__ENGINE_reset 0x0
#define LP_CARD_REGS__IRQ_ENABLE__TEST_bm 0x2
#define LP_CARD_REGS__IRQ_ENABLE__TEST_bp 1
#define LP_CARD_REGS__IRQ_ENABLE__TEST_bw 1
#define LP_CARD_REGS__IRQ_ENABLE__TEST_reset 0x0

// Reg - lp_card_regs::test_kind
#define LP_CARD_REGS__TEST_KIND__VALUE_bm 0xffffffff
#define LP_CARD_REGS__TEST_KIND__VALUE_bp 0
#define LP_CARD_REGS__TEST_KIND__VALUE_bw 32
#define LP_CARD_REGS__TEST_KIND__VALUE_reset 0x5450434c

// Reg - lp_card_regs::test_version
#define LP_CARD_REGS__TEST_VERSION__MINOR_bm 0xffff
#define LP_CARD_REGS__TEST_VERSION__MINOR_bp 0
#define LP_CARD_REGS__TEST_VERSION__MINOR_bw 16
#define LP_CARD_REGS__TEST_VERSION__MINOR_reset 0x0
#define LP_CARD_REGS__TEST_VERSION__MAJOR_bm 0xffff0000
#define LP_CARD_REGS__TEST_VERSION__MAJOR_bp 16
#define LP_CARD_REGS__TEST_VERSION__MAJOR_bw 16
#define LP_CARD_REGS__TEST_VERSION__MAJOR_reset 0x1

// Reg - lp_card_regs::test_base
#define LP_CARD_REGS__TEST_BASE__VALUE_bm 0xffffffff
#define LP_CARD_REGS__TEST_BASE__VALUE_bp 0
#define LP_CARD_REGS__TEST_BASE__VALUE_bw 32
#define LP_CARD_REGS__TEST_BASE__VALUE_reset 0x1000

// Reg - lp_card_regs::test_next
#define LP_CARD_REGS__TEST_NEXT__VALUE_bm 0xffffffff
#define LP_CARD_REGS__TEST_NEXT__VALUE_bp 0
#define LP_CARD_REGS__TEST_NEXT__VALUE_bw 32
#define LP_CARD_REGS__TEST_NEXT__VALUE_reset 0x110

// Reg - lp_card_regs::engine_kind
#define LP_CARD_REGS__ENGINE_KIND__VALUE_bm 0xffffffff
#define LP_CARD_REGS__ENGINE_KIND__VALUE_bp 0
#define LP_CARD_REGS__ENGINE_KIND__VALUE_bw 32
#define LP_CARD_REGS__ENGINE_KIND__VALUE_reset 0x4450434c

// Reg - lp_card_regs::engine_version
#define LP_CARD_REGS__ENGINE_VERSION__MINOR_bm 0xffff
#define LP_CARD_REGS__ENGINE_VERSION__MINOR_bp 0
#define LP_CARD_REGS__ENGINE_VERSION__MINOR_bw 16
#define LP_CARD_REGS__ENGINE_VERSION__MINOR_reset 0x0
#define LP_CARD_REGS__ENGINE_VERSION__MAJOR_bm 0xffff0000
#define LP_CARD_REGS__ENGINE_VERSION__MAJOR_bp 16
#define LP_CARD_REGS__ENGINE_VERSION__MAJOR_bw 16
#define LP_CARD_REGS__ENGINE_VERSION__MAJOR_reset 0x1

// Reg - lp_card_regs::engine_base
#define LP_CARD_REGS__ENGINE_BASE__VALUE_bm 0xffffffff
#define LP_CARD_REGS__ENGINE_BASE__VALUE_bp 0
#define LP_CARD_REGS__ENGINE_BASE__VALUE_bw 32
#define LP_CARD_REGS__ENGINE_BASE__VALUE_reset 0x4000

// Reg - lp_card_regs::engine_next
#define LP_CARD_REGS__ENGINE_NEXT__VALUE_bm 0xffffffff
#define LP_CARD_REGS__ENGINE_NEXT__VALUE_bp 0
#define LP_CARD_REGS__ENGINE_NEXT__VALUE_bw 32

// Reg - lp_card_regs::edge_kind
#define LP_CARD_REGS__EDGE_KIND__VALUE_bm 0xffffffff
#define LP_CARD_REGS__EDGE_KIND__VALUE_bp 0
#define LP_CARD_REGS__EDGE_KIND__VALUE_bw 32

// Reg - lp_card_regs::edge_version
#define LP_CARD_REGS__EDGE_VERSION__MINOR_bm 0xffff
#define LP_CARD_REGS__EDGE_VERSION__MINOR_bp 0
#define LP_CARD_REGS__EDGE_VERSION__MINOR_bw 16
#define LP_CARD_REGS__EDGE_VERSION__MINOR_reset 0x0
#define LP_CARD_REGS__EDGE_VERSION__MAJOR_bm 0xffff0000
#define LP_CARD_REGS__EDGE_VERSION__MAJOR_bp 16
#define LP_CARD_REGS__EDGE_VERSION__MAJOR_bw 16
#define LP_CARD_REGS__EDGE_VERSION__MAJOR_reset 0x1

// Reg - lp_card_regs::edge_base
#define LP_CARD_REGS__EDGE_BASE__VALUE_bm 0xffffffff
#define LP_CARD_REGS__EDGE_BASE__VALUE_bp 0
#define LP_CARD_REGS__EDGE_BASE__VALUE_bw 32

// Reg - lp_card_regs::edge_next
#define LP_CARD_REGS__EDGE_NEXT__VALUE_bm 0xffffffff
#define LP_CARD_REGS__EDGE_NEXT__VALUE_bp 0
#define LP_CARD_REGS__EDGE_NEXT__VALUE_bw 32
#define LP_CARD_REGS__EDGE_NEXT__VALUE_reset 0x0

// Addrmap - lp_card_regs
typedef struct __attribute__ ((__packed__)) {
    uint32_t id;
    uint32_t version;
    uint32_t git;
    uint32_t built;
    uint32_t features;
    uint32_t next;
    uint32_t scratch;
    uint32_t ctrl;
    uint32_t status;
    uint32_t pending;
    uint32_t irq_enable;
    uint8_t RESERVED_2c_ff[0xd4];
    uint32_t test_kind;
    uint32_t test_version;
    uint32_t test_base;
    uint32_t test_next;
    uint32_t engine_kind;
    uint32_t engine_version;
    uint32_t engine_base;
    uint32_t engine_next;
    uint32_t edge_kind;
    uint32_t edge_version;
    uint32_t edge_base;
    uint32_t edge_next;
} lp_card_regs_t;


typedef char lp_card_regs_size[sizeof(lp_card_regs_t) == 0x130 ? 1 : -1];

#ifdef __cplusplus
}
#endif

#endif /* LP_CARD_REGS_H */
