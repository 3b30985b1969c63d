/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of lp_cdma_plan, declared once (see common/unit.h). Widths that depend on parameters are
 * given for 8 channels. Its streams: docs/reference/units/cdma.md, "The streams of the ports".
 */
#ifndef LP_CDMA_PLAN_PORTS_H
#define LP_CDMA_PLAN_PORTS_H

#include "../common/unit.h"

/*
 * j: first group, total sectors, codec. t: a launch takes credits. g: launched groups. o: their
 * channels again, in order; none: the job has ended. rate: 1/256 bytes per cycle.
 */
#define LP_CDMA_PLAN_PORTS(IN, OUT, INV, OUTV)                                                     \
    IN(j_valid, 1)                                                                                 \
    OUT(j_ready, 1)                                                                                \
    IN(j_group, 31)                                                                                \
    INV(j_sectors, 35)                                                                             \
    IN(j_codec, 4)                                                                                 \
    IN(kill, 1)                                                                                    \
    IN(rate, 24)                                                                                   \
    IN(credit, 8)                                                                                  \
    OUT(t_valid, 1)                                                                                \
    OUT(t_channel, 3)                                                                              \
    OUT(g_valid, 1)                                                                                \
    IN(g_ready, 1)                                                                                 \
    OUT(g_channel, 3)                                                                              \
    OUT(g_group, 31)                                                                               \
    OUT(g_sectors, 5)                                                                              \
    OUT(g_codec, 4)                                                                                \
    OUT(o_valid, 1)                                                                                \
    IN(o_ready, 1)                                                                                 \
    OUT(o_channel, 3)                                                                              \
    OUT(o_none, 1)                                                                                 \
    OUT(stall_credit, 1)                                                                           \
    OUT(stall_rate, 1)

LP_UNIT_STRUCTS(cdma_plan, LP_CDMA_PLAN_PORTS)

#endif
