/* SPDX-License-Identifier: Apache-2.0 */
/* A job that a ring hands to its direction, for the models of both. Not installed. */
#ifndef LPI_CDMA_JOB_H
#define LPI_CDMA_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "../common/cut.h"
#include "../common/wide.h"

struct lpi_cdma_job {
    uint32_t group;                       /* the first */
    uint64_t host, sectors, size, table;  /* table: address of the index */
    unsigned codec;
    bool has;                             /* an index */
};

/* Statuses in the field of a result (docs/format.md). */
enum lpi_cdma_status {
    LPI_CDMA_ROOM = 6, LPI_CDMA_DEVICE = 7, LPI_CDMA_HOST = 8, LPI_CDMA_CORRUPT = 9,
    LPI_CDMA_INDEX = 10, LPI_CDMA_ABORTED = 11
};

#define LPI_CDMA_ONES(width) (UINT64_MAX >> (64 - (width)))

/* The lowest `width` bits of a port of 33 to 64. */
static inline uint64_t lpi_cdma_get(const uint32_t port[2], unsigned width)
{
    return lpi_get64(port) & LPI_CDMA_ONES(width);
}

/* The job at the j port of `in`, a struct lp_cdma_off_in or lp_cdma_pre_in. */
#define LPI_CDMA_JOB(in)                                                                           \
    (struct lpi_cdma_job)                                                                          \
    {                                                                                              \
        .group = (uint32_t)(lpi_cdma_get((in)->j_dev, 40) >> 9),                                   \
        .host = lpi_cdma_get((in)->j_host, 40), .sectors = lpi_cdma_get((in)->j_sectors, 35),      \
        .size = lpi_cdma_get((in)->j_size, 41), .table = lpi_cdma_get((in)->j_index, 40),          \
        .codec = (in)->j_codec & 15, .has = (in)->j_has_index & 1                                  \
    }

#endif
