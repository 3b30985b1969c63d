/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of lp_cdma_off, declared once (see common/unit.h). Its streams: cdma.md, "The streams of
 * the ports".
 */
#ifndef LP_CDMA_OFF_PORTS_H
#define LP_CDMA_OFF_PORTS_H

#include "../common/unit.h"
#include "cdma_job_ports.h"

/*
 * j, r: a job of the ring and its result. g, t: launches. o: the order in which the buffer drains,
 * s: the drained flits. wj, x, wr: the index. la, m, lr: the link.
 */
#define LP_CDMA_OFF_PORTS(IN, OUT, INV, OUTV)                                                      \
    LP_CDMA_JOB_PORTS(IN, OUT, INV, OUTV)                                                          \
    IN(kill, 1)                                                                                    \
    IN(rate, 24)                                                                                   \
    LP_CDMA_RESULT_PORTS(IN, OUT, INV, OUTV)                                                       \
    OUT(g_valid, 1)                                                                                \
    IN(g_ready, 1)                                                                                 \
    OUT(g_channel, 3)                                                                              \
    OUT(g_group, 31)                                                                               \
    OUT(g_sectors, 5)                                                                              \
    OUT(g_codec, 4)                                                                                \
    IN(credit, 8)                                                                                  \
    OUT(t_valid, 1)                                                                                \
    OUT(t_channel, 3)                                                                              \
    OUT(o_valid, 1)                                                                                \
    IN(o_ready, 1)                                                                                 \
    OUT(o_channel, 3)                                                                              \
    OUT(o_none, 1)                                                                                 \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 256)                                                                               \
    IN(s_last, 1)                                                                                  \
    IN(s_bytes, 6)                                                                                 \
    IN(s_zeros, 8)                                                                                 \
    IN(s_err, 1)                                                                                   \
    IN(s_none, 1)                                                                                  \
    OUT(wj_valid, 1)                                                                               \
    IN(wj_ready, 1)                                                                                \
    OUTV(wj_addr, 40)                                                                              \
    OUT(x_valid, 1)                                                                                \
    IN(x_ready, 1)                                                                                 \
    OUT(x_bytes, 16)                                                                               \
    OUT(x_end, 1)                                                                                  \
    IN(wr_valid, 1)                                                                                \
    OUT(wr_ready, 1)                                                                               \
    IN(wr_err, 1)                                                                                  \
    OUT(la_valid, 1)                                                                               \
    IN(la_ready, 1)                                                                                \
    OUTV(la_addr, 40)                                                                              \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, 256)                                                                              \
    OUT(m_last, 1)                                                                                 \
    OUT(m_bad, 1)                                                                                  \
    IN(lr_valid, 1)                                                                                \
    OUT(lr_ready, 1)                                                                               \
    IN(lr_err, 1)                                                                                  \
    OUT(stall_credit, 1)                                                                           \
    OUT(stall_rate, 1)

LP_UNIT_STRUCTS(cdma_off, LP_CDMA_OFF_PORTS)

#endif
