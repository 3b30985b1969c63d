/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of lp_cdma_split, declared once (see common/unit.h). Its streams: cdma.md, "The streams of
 * the ports".
 */
#ifndef LP_CDMA_SPLIT_PORTS_H
#define LP_CDMA_SPLIT_PORTS_H

#include "../common/unit.h"

/*
 * j: a job: bytes of the stream, its codec, whether there is an index, total raw sectors. g: the
 * groups that the planner launches, in order; over: no more of this job will come. n: their sizes,
 * with an index. s: the link's beats, ceil(bytes / 32) per job; drop: the outstanding ones are
 * dropped. p: a packet for each group; channel, group, sectors and codec hold for all its flits. r:
 * the job's result, after its last packet. stop: it has failed, launch no more.
 */
#define LP_CDMA_SPLIT_PORTS(IN, OUT, INV, OUTV)                                                    \
    IN(j_valid, 1)                                                                                 \
    OUT(j_ready, 1)                                                                                \
    INV(j_bytes, 41)                                                                               \
    IN(j_codec, 4)                                                                                 \
    IN(j_index, 1)                                                                                 \
    INV(j_sectors, 35)                                                                             \
    IN(g_valid, 1)                                                                                 \
    OUT(g_ready, 1)                                                                                \
    IN(g_channel, 3)                                                                               \
    IN(g_group, 31)                                                                                \
    IN(g_sectors, 5)                                                                               \
    IN(g_codec, 4)                                                                                 \
    IN(over, 1)                                                                                    \
    IN(n_valid, 1)                                                                                 \
    OUT(n_ready, 1)                                                                                \
    IN(n_bytes, 16)                                                                                \
    IN(n_err, 1)                                                                                   \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, 256)                                                                               \
    IN(s_err, 1)                                                                                   \
    OUT(drop, 1)                                                                                   \
    IN(kill, 1)                                                                                    \
    OUT(stop, 1)                                                                                   \
    OUT(p_valid, 1)                                                                                \
    IN(p_ready, 1)                                                                                 \
    OUT(p_channel, 3)                                                                              \
    OUTV(p_data, 256)                                                                              \
    OUT(p_last, 1)                                                                                 \
    OUT(p_bytes, 6)                                                                                \
    OUT(p_group, 31)                                                                               \
    OUT(p_sectors, 5)                                                                              \
    OUT(p_codec, 4)                                                                                \
    OUT(r_valid, 1)                                                                                \
    IN(r_ready, 1)                                                                                 \
    OUT(r_status, 4)                                                                               \
    OUT(r_bad, 32)

LP_UNIT_STRUCTS(cdma_split, LP_CDMA_SPLIT_PORTS)

#endif
