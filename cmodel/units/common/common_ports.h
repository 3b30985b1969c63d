/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of the shared parts, declared once (see unit.h). The widths here are the largest that the
 * cycle models hold; a parameter makes them smaller.
 */
#ifndef LP_COMMON_PORTS_H
#define LP_COMMON_PORTS_H

#include "unit.h"

/* Limits of the cycle models; the RTL has none. */
#define LP_STREAM_MAX_WIDTH 512
#define LP_FIFO_MAX_DEPTH 64
#define LP_COUNT_MAX_WIDTH 128
#define LP_RAM_MAX_DEPTH 128
#define LP_RR_MAX 64
#define LP_ADD_MAX_WIDTH 31
#define LP_RAM_MAX_GRAINS 128

#define LP_SKID_PORTS(IN, OUT, INV, OUTV)                                                          \
    IN(s_valid, 1)                                                                                 \
    OUT(s_ready, 1)                                                                                \
    INV(s_data, LP_STREAM_MAX_WIDTH)                                                               \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUTV(m_data, LP_STREAM_MAX_WIDTH)

#define LP_FIFO_PORTS(IN, OUT, INV, OUTV) LP_SKID_PORTS(IN, OUT, INV, OUTV)

#define LP_ADD_PORTS(IN, OUT, INV, OUTV)                                                           \
    IN(a, LP_ADD_MAX_WIDTH) IN(b, LP_ADD_MAX_WIDTH) IN(c, 1) OUT(sum, LP_ADD_MAX_WIDTH + 1)

#define LP_POPCOUNT_PORTS(IN, OUT, INV, OUTV) INV(bits, LP_COUNT_MAX_WIDTH) OUT(count, 8)

#define LP_PREFIX_PORTS(IN, OUT, INV, OUTV)                                                        \
    INV(bits, LP_COUNT_MAX_WIDTH) OUTV(count, (LP_COUNT_MAX_WIDTH + 1) * 8)

#define LP_RR_PORTS(IN, OUT, INV, OUTV)                                                            \
    INV(req, LP_RR_MAX) IN(take, 1) OUTV(grant, LP_RR_MAX) OUT(index, 6) OUT(any, 1)

/* The value added in a cycle, and the snapshot. */
#define LP_COUNT_PORTS(IN, OUT, INV, OUTV) IN(add, 32) IN(take, 1) OUT(count, 32)

#define LP_RAM_PORTS(IN, OUT, INV, OUTV)                                                           \
    IN(w_en, 1)                                                                                    \
    IN(w_addr, 7)                                                                                  \
    INV(w_mask, LP_RAM_MAX_GRAINS)                                                                 \
    INV(w_data, LP_STREAM_MAX_WIDTH)                                                               \
    IN(r_en, 1)                                                                                    \
    IN(r_addr, 7)                                                                                  \
    OUTV(r_data, LP_STREAM_MAX_WIDTH)

LP_UNIT_STRUCTS(skid, LP_SKID_PORTS)
LP_UNIT_STRUCTS(fifo, LP_FIFO_PORTS)
LP_UNIT_STRUCTS(ram, LP_RAM_PORTS)
LP_UNIT_STRUCTS(add, LP_ADD_PORTS)
LP_UNIT_STRUCTS(popcount, LP_POPCOUNT_PORTS)
LP_UNIT_STRUCTS(prefix, LP_PREFIX_PORTS)
LP_UNIT_STRUCTS(rr, LP_RR_PORTS)
LP_UNIT_STRUCTS(count, LP_COUNT_PORTS)

#endif
