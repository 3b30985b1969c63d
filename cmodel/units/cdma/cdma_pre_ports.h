/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of lp_cdma_pre, declared once (see common/unit.h). Its streams: cdma.md, "The streams of
 * the ports".
 */
#ifndef LP_CDMA_PRE_PORTS_H
#define LP_CDMA_PRE_PORTS_H

#include "../common/unit.h"
#include "cdma_job_ports.h"

/*
 * j, r: a job of the ring and its result. rj, rkill, rr_idle, n: the index. lc, s, drop: the link.
 * p: groups to the channels, k: completed groups.
 */
#define LP_CDMA_PRE_PORTS(IN, OUT, INV, OUTV)                                                      \
    LP_CDMA_JOB_PORTS(IN, OUT, INV, OUTV)                                                          \
    IN(kill, 1)                                                                                    \
    IN(rate, 24)                                                                                   \
    LP_CDMA_RESULT_PORTS(IN, OUT, INV, OUTV)                                                       \
    OUT(rj_valid, 1)                                                                               \
    IN(rj_ready, 1)                                                                                \
    OUTV(rj_addr, 40)                                                                              \
    OUT(rj_groups, 32)                                                                             \
    OUT(rkill, 1)                                                                                  \
    IN(rr_idle, 1)                                                                                 \
    IN(n_valid, 1)                                                                                 \
    OUT(n_ready, 1)                                                                                \
    IN(n_bytes, 16)                                                                                \
    IN(n_err, 1)                                                                                   \
    OUT(lc_valid, 1)                                                                               \
    IN(lc_ready, 1)                                                                                \
    OUTV(lc_addr, 40)                                                                              \
    OUTV(lc_beats, 36)                                                                             \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 256)                                                                               \
    IN(s_err, 1)                                                                                   \
    OUT(drop, 1)                                                                                   \
    OUT(p_valid, 1)                                                                                \
    IN(p_ready, 1)                                                                                 \
    OUT(p_channel, 3)                                                                              \
    OUTV(p_data, 256)                                                                              \
    OUT(p_last, 1)                                                                                 \
    OUT(p_bytes, 6)                                                                                \
    OUT(p_group, 31)                                                                               \
    OUT(p_sectors, 5)                                                                              \
    OUT(p_codec, 4)                                                                                \
    IN(k_valid, 1)                                                                                 \
    IN(k_group, 31)                                                                                \
    IN(k_zeros, 8)                                                                                 \
    IN(k_err, 2)                                                                                   \
    OUT(stall_rate, 1)

LP_UNIT_STRUCTS(cdma_pre, LP_CDMA_PRE_PORTS)

#endif
