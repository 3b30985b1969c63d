/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A job and its result, as at lp_cdma_off and lp_cdma_pre; at lp_cdma_ring the directions are
 * reversed.
 */
#ifndef LP_CDMA_JOB_PORTS_H
#define LP_CDMA_JOB_PORTS_H

#define LP_CDMA_JOB_PORTS(IN, OUT, INV, OUTV)                                                      \
    IN(j_valid, 1)                                                                                 \
    OUT(j_ready, 1)                                                                                \
    INV(j_dev, 40)                                                                                 \
    INV(j_host, 40)                                                                                \
    INV(j_sectors, 35)                                                                             \
    INV(j_size, 41)                                                                                \
    IN(j_codec, 4)                                                                                 \
    IN(j_has_index, 1)                                                                             \
    INV(j_index, 40)

#define LP_CDMA_RESULT_PORTS(IN, OUT, INV, OUTV)                                                   \
    OUT(r_valid, 1)                                                                                \
    IN(r_ready, 1)                                                                                 \
    OUTV(r_bytes, 41)                                                                              \
    OUTV(r_zeros, 38)                                                                              \
    OUT(r_bad, 32)                                                                                 \
    OUT(r_status, 4)

#endif
