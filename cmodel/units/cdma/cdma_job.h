/* SPDX-License-Identifier: Apache-2.0 */
/* A job from a ring to its direction, for the models of both. Not installed. */
#ifndef LPI_CDMA_JOB_H
#define LPI_CDMA_JOB_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "../common/cut.h"
#include "../../base/wide.h"

struct lpi_cdma_job {
    uint32_t group;                      /* first group */
    uint64_t host, sectors, size, table; /* table: address of the index */
    unsigned codec;
    bool has; /* an index */
};

#define LPI_CDMA_ONES(width) (UINT64_MAX >> (64 - (width)))

/* The lowest `width` bits of a port of 33 to 64. */
static inline uint64_t lpi_cdma_get(const uint32_t port[2], unsigned width)
{
    return lpi_get64(port) & LPI_CDMA_ONES(width);
}

/* Widths of a job's counters, for group numbers of group_w bits. */
#define LPI_CDMA_SECTORS_W(group_w) ((group_w) + 4)
#define LPI_CDMA_BYTES_W(group_w) ((group_w) + 10)
#define LPI_CDMA_ZEROS_W(group_w) ((group_w) + 7)

/* The job at the j port of `in`, a struct lp_cdma_off_in or lp_cdma_pre_in. */
#define LPI_CDMA_JOB(in, group_w)                                                                  \
    (struct lpi_cdma_job)                                                                          \
    {                                                                                              \
        .group = (uint32_t)(lpi_cdma_get((in)->j_dev, (group_w) + 9) >> 9),                        \
        .host = lpi_cdma_get((in)->j_host, 40),                                                    \
        .sectors = lpi_cdma_get((in)->j_sectors, LPI_CDMA_SECTORS_W(group_w)),                     \
        .size = lpi_cdma_get((in)->j_size, LPI_CDMA_BYTES_W(group_w)),                             \
        .table = lpi_cdma_get((in)->j_index, 40), .codec = (in)->j_codec & 15,                     \
        .has = (in)->j_has_index & 1                                                               \
    }

/* Width of a port of lp_cdma_off or lp_cdma_pre that depends on group_w; 0: none of these. */
static inline unsigned lpi_cdma_job_width(const char *port, unsigned group_w)
{
    static const struct {
        const char *name;
        unsigned more; /* bits in addition to group_w */
    } ports[] = {
        {"j_dev", 9},
        {"j_sectors", LPI_CDMA_SECTORS_W(0)},
        {"j_size", LPI_CDMA_BYTES_W(0)},
        {"r_bytes", LPI_CDMA_BYTES_W(0)},
        {"r_zeros", LPI_CDMA_ZEROS_W(0)},
        {"r_bad", 1},
        {"g_group", 0},
        {"p_group", 0},
        {"k_group", 0},
        {"rj_groups", 1},
        {"lc_beats", LPI_CDMA_BYTES_W(0) - 5},
    };

    for (size_t i = 0; i < sizeof ports / sizeof *ports; i++)
        if (strcmp(ports[i].name, port) == 0)
            return group_w + ports[i].more;
    return 0;
}

#endif
