/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of lp_card_mover, declared once (see common/unit.h). Widths that follow from parameters are
 * given at their largest.
 */
#ifndef LP_CARD_MOVER_PORTS_H
#define LP_CARD_MOVER_PORTS_H

#include "../common/unit.h"

/* put: stream s to memory. get: memory to stream m. aw, w, b, ar, r: AXI4, without ids. */
#define LP_CARD_MOVER_PORTS(IN, OUT, INV, OUTV)                                                    \
    IN(put_start, 1)                                                                               \
    IN(put_stop, 1)                                                                                \
    IN(put_drop, 1)                                                                                \
    INV(put_addr, 40)                                                                              \
    IN(put_beats, 24)                                                                              \
    OUT(put_busy, 1)                                                                               \
    OUT(put_done, 1)                                                                               \
    OUT(put_error, 1)                                                                              \
    IN(get_start, 1)                                                                               \
    IN(get_stop, 1)                                                                                \
    INV(get_addr, 40)                                                                              \
    IN(get_beats, 24)                                                                              \
    OUT(get_busy, 1)                                                                               \
    OUT(get_done, 1)                                                                               \
    OUT(get_error, 1)                                                                              \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 128)                                                                               \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, 128)                                                                              \
    OUT(m_last, 1)                                                                                 \
    OUT(awvalid, 1)                                                                                \
    IN(awready, 1)                                                                                 \
    OUTV(awaddr, 40)                                                                               \
    OUT(awlen, 8)                                                                                  \
    OUT(wvalid, 1)                                                                                 \
    IN(wready, 1)                                                                                  \
    OUTV(wdata, 256)                                                                               \
    OUT(wlast, 1)                                                                                  \
    IN(bvalid, 1)                                                                                  \
    OUT(bready, 1)                                                                                 \
    IN(bresp, 2)                                                                                   \
    OUT(arvalid, 1)                                                                                \
    IN(arready, 1)                                                                                 \
    OUTV(araddr, 40)                                                                               \
    OUT(arlen, 8)                                                                                  \
    IN(rvalid, 1)                                                                                  \
    OUT(rready, 1)                                                                                 \
    INV(rdata, 256)                                                                                \
    IN(rresp, 2)

LP_UNIT_STRUCTS(card_mover, LP_CARD_MOVER_PORTS)

#endif
