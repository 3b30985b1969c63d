/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of lp_cdma_ring, declared once (see common/unit.h). Its streams: cdma.md, "The streams of
 * the ports".
 */
#ifndef LP_CDMA_RING_PORTS_H
#define LP_CDMA_RING_PORTS_H

#include "../common/unit.h"
#include "cdma_job_ports.h"

/*
 * First the registers' values and updates. f, v: a descriptor to fetch, its two sectors. c, q: a
 * completion to write, acknowledged. j, r: a checked job, its result.
 */
#define LP_CDMA_RING_PORTS(IN, OUT, INV, OUTV)                                                     \
    INV(base, 40)                                                                                  \
    INV(done, 40)                                                                                  \
    IN(log2, 4)                                                                                    \
    IN(tail, 16)                                                                                   \
    IN(enable, 1)                                                                                  \
    IN(abort, 1)                                                                                   \
    INV(other_base, 40)                                                                            \
    INV(other_done, 40)                                                                            \
    IN(other_log2, 4)                                                                              \
    INV(dev_base, 40)                                                                              \
    IN(dev_groups, 31)                                                                             \
    INV(host_base, 40)                                                                             \
    IN(host_groups, 31)                                                                            \
    OUT(head, 16)                                                                                  \
    OUT(busy, 1)                                                                                   \
    OUT(stopped, 1)                                                                                \
    OUT(f_valid, 1)                                                                                \
    IN(f_ready, 1)                                                                                 \
    OUTV(f_addr, 40)                                                                               \
    IN(v_valid, 1)                                                                                 \
    OUT(v_ready, 1)                                                                                \
    INV(v_data, 256)                                                                               \
    IN(v_err, 1)                                                                                   \
    OUT(c_valid, 1)                                                                                \
    IN(c_ready, 1)                                                                                 \
    OUTV(c_addr, 40)                                                                               \
    OUTV(c_data, 256)                                                                              \
    IN(q_valid, 1)                                                                                 \
    OUT(q_ready, 1)                                                                                \
    IN(q_err, 1)                                                                                   \
    LP_CDMA_JOB_PORTS(OUT, IN, OUTV, INV)                                                          \
    LP_CDMA_RESULT_PORTS(OUT, IN, OUTV, INV)                                                       \
    OUT(kill, 1)                                                                                   \
    OUT(irq_done, 1)                                                                               \
    OUT(irq_error, 1)                                                                              \
    OUT(irq_ring, 1)

LP_UNIT_STRUCTS(cdma_ring, LP_CDMA_RING_PORTS)

#endif
