/* SPDX-License-Identifier: Apache-2.0 */
/* lp_skid inside the models of units that hold one, payload and all. Not installed. */
#ifndef LPI_AXI_SKID_H
#define LPI_AXI_SKID_H

#include <stddef.h>
#include <string.h>

#include "../common/skid.h"

/* A clock edge. entry: the entry shown, then the waiting one, of `bytes` each. */
static inline void lpi_axi_skid_tick(struct lpi_skid *q, void *entry, const void *in, size_t bytes,
                                     bool s_valid, bool m_ready)
{
    char *behind = (char *)entry + bytes;
    enum lpi_skid_shows shows = lpi_skid_next(q, s_valid, m_ready);

    if (shows != LPI_SKID_SAME)
        memcpy(entry, shows == LPI_SKID_NEW ? in : behind, bytes);
    if (lpi_skid_keeps(q, s_valid, m_ready))
        memcpy(behind, in, bytes);
    lpi_skid_tick(q, s_valid, m_ready);
}

#endif
