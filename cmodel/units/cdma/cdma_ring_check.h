/* SPDX-License-Identifier: Apache-2.0 */
/* lp_cdma_ring_check (rtl/cdma/lp_cdma_ring_check.sv) inside the model of lp_cdma_ring. Not
 * installed. */
#ifndef LPI_CDMA_RING_CHECK_H
#define LPI_CDMA_RING_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "cdma_ring_ports.h"

struct lpi_ring_check {
    uint8_t phase, step;
    bool below, outside, overlap, last;
    uint64_t acc;
};

/* A descriptor's ranges. */
struct lpi_ring_ranges {
    uint64_t dev, host, index; /* byte addresses */
    uint64_t sectors, bytes;   /* of raw data; bytes at the host */
    bool has_index;
};

/* Addresses of entry i, modulo the ring's size, of the two rings. */
uint64_t lpi_ring_fetch_addr(const struct lp_cdma_ring_in *in, uint32_t i);
uint64_t lpi_ring_done_addr(const struct lp_cdma_ring_in *in, uint32_t i);

/* Entries of a ring whose register holds log2. */
uint32_t lpi_ring_size(uint32_t log2);

/* No descriptor is being checked. */
void lpi_ring_check_idle(struct lpi_ring_check *q);
void lpi_ring_check_step(struct lpi_ring_check *q, const struct lpi_ring_ranges *d,
                         const struct lp_cdma_ring_in *in);

#endif
