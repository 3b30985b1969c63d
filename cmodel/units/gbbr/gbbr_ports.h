/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of the GBBR units, declared once (see common/unit.h). Widths that follow from parameters
 * are given at their largest.
 */
#ifndef LP_GBBR_PORTS_H
#define LP_GBBR_PORTS_H

#include "../common/unit.h"

#define LP_GBBR_ADDR 40 /* bits of a byte address */

/* Registers named by cfg_reg. */
enum lp_gbbr_reg { LP_GBBR_GBBR, LP_GBBR_MDBASE, LP_GBBR_SLOTS, LP_GBBR_FRAMES, LP_GBBR_REGS };

/*
 * s: a page's attributes and the index of one of its lines. cfg: register writes; cfg_value:
 *    register cfg_reg, in every cycle.
 * m: fault = enum lp_answer, 0..3; without one, struct lp_gbbr_line.
 */
#define LP_GBBR_XLAT_PORTS(IN, OUT, INV, OUTV)                                                     \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    IN(s_tag, 32)                                                                                  \
    IN(s_compressed, 1)                                                                            \
    IN(s_target, 3)                                                                                \
    IN(s_slot, 24)                                                                                 \
    IN(s_frame, 24)                                                                                \
    IN(s_index, 17)                                                                                \
    IN(cfg_valid, 1)                                                                               \
    OUT(cfg_ready, 1)                                                                              \
    IN(cfg_reg, 2)                                                                                 \
    INV(cfg_data, LP_GBBR_ADDR)                                                                    \
    OUTV(cfg_value, LP_GBBR_ADDR)                                                                  \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUT(m_tag, 32)                                                                                 \
    OUT(m_fault, 2)                                                                                \
    OUTV(m_dev_addr, LP_GBBR_ADDR)                                                                 \
    OUT(m_dev_sectors, 3)                                                                          \
    OUT(m_eight, 1)                                                                                \
    OUTV(m_spill_addr, LP_GBBR_ADDR)                                                               \
    OUT(m_spill_sectors, 3)                                                                        \
    OUT(m_meta, 1)                                                                                 \
    OUTV(m_meta_addr, LP_GBBR_ADDR + 1)

/* dev, eight, spill: struct lp_gbbr_split; bad: the state is not valid for the target. */
#define LP_GBBR_SPLIT_PORTS(IN, OUT, INV, OUTV)                                                    \
    IN(state, 4)                                                                                   \
    IN(target, 3)                                                                                  \
    OUT(dev, 3)                                                                                    \
    OUT(eight, 1)                                                                                  \
    OUT(spill, 3)                                                                                  \
    OUT(bad, 1)

LP_UNIT_STRUCTS(gbbr_xlat, LP_GBBR_XLAT_PORTS)
LP_UNIT_STRUCTS(gbbr_split, LP_GBBR_SPLIT_PORTS)

#endif
