/* SPDX-License-Identifier: Apache-2.0 */
/* The machine's memory as seen by the emulated card: regions that the machine has shared. */
#ifndef TB_CARD_HOST_H
#define TB_CARD_HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "dma/card/proxy.h"

struct host_region {
    uint64_t address, bytes;
    uint8_t *at;
};

struct host {
    struct host_region region[LPI_PROXY_REGIONS];
    unsigned count;
    bool open; /* the card may be a master */
};

/*
 * Replaces all regions. NULL, or the fault of the new ones; then the old ones are kept. Regions are
 * whole pages of 4 KiB that do not overlap, and their files have the given size and cannot be
 * shortened.
 */
const char *host_replace(struct host *host, const struct lpi_proxy_region *regions, unsigned count);
void host_close(struct host *host);

/* Address of these bytes of a page; NULL: the card cannot reach them. Context: a struct host. */
uint8_t *host_place(void *context, uint64_t address, uint64_t count);

#endif
