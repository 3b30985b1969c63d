/* SPDX-License-Identifier: Apache-2.0 */
/* A histogram of latencies in clock cycles; {0} is an empty one. Not installed. */
#ifndef LPI_LATENCY_H
#define LPI_LATENCY_H

#include <stddef.h>
#include <stdint.h>

struct lpi_latency {
    uint64_t *counts; /* of each latency */
    size_t room;
    uint64_t requests, sum, most;
};

/* LP_ERR_SYSTEM: no memory. */
int lpi_latency_add(struct lpi_latency *latency, uint64_t cycles);

/* The latency that `percent` per cent of the requests do not exceed; 0 if there are none. */
uint64_t lpi_latency_percentile(const struct lpi_latency *latency, unsigned percent);

void lpi_latency_free(struct lpi_latency *latency);

#endif
