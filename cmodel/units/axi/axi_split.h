/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parts that the cycle models of the adapters share: lp_axi_split and port widths. Not installed.
 *
 * RTL map of lp_axi_split:
 *   page_q, sector_q = sector: the number's high and low bits
 */
#ifndef LPI_AXI_SPLIT_H
#define LPI_AXI_SPLIT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "../../base/wide.h"
#include "axi_ports.h"

#define LPI_AXI_PAGE 128u /* sectors of 4 KiB */

struct lpi_axi_split {
    bool valid;
    uint8_t id_mask;
    uint8_t len, rest; /* sectors less 1; sectors of the second burst */
    uint64_t sector;   /* number of the first: address / 32 */
    uint32_t tag;
};

static inline uint64_t lpi_axi_sector(const uint32_t addr[2])
{
    return (lpi_get64(addr) & ((UINT64_C(1) << LP_AXI_ADDR) - 1)) / 32;
}

static inline void lpi_axi_addr(uint32_t addr[2], uint64_t sector)
{
    lpi_put64(addr, sector * 32);
}

/* Sectors in the second burst of such a request; 0: it stays one burst. */
static inline unsigned lpi_axi_over(uint64_t sector, unsigned sectors)
{
    unsigned end = (unsigned)(sector % LPI_AXI_PAGE) + sectors;
    return end > LPI_AXI_PAGE ? end - LPI_AXI_PAGE : 0;
}

static inline bool lpi_axi_split_ready(const struct lpi_axi_split *q, bool m_ready)
{
    return !q->valid || (m_ready && q->rest == 0);
}

static inline void lpi_axi_split_tick(struct lpi_axi_split *q, bool m_ready, bool s_valid,
                                      uint64_t sector, unsigned sectors, uint32_t tag)
{
    if (lpi_axi_split_ready(q, m_ready)) {
        q->valid = s_valid;
        if (!s_valid)
            return;
        q->rest = (uint8_t)lpi_axi_over(sector, sectors);
        q->len = (uint8_t)(sectors - q->rest - 1);
        q->sector = sector;
        q->tag = tag;
    } else if (m_ready) {
        uint64_t pages = UINT64_C(1) << (LP_AXI_ADDR - 12);
        q->sector = (q->sector / LPI_AXI_PAGE + 1) % pages * LPI_AXI_PAGE;
        q->len = (uint8_t)(q->rest - 1);
        q->rest = 0;
    }
}

/* Callback `width` of both units: the width of ids is a parameter. */
static inline unsigned lpi_axi_width(const struct lp_port *port, const int *values)
{
    size_t length = strlen(port->name);
    bool id = length >= 2 && strcmp(port->name + length - 2, "id") == 0 && port->width == LP_AXI_ID;
    return id ? (unsigned)values[0] : port->width;
}

#endif
