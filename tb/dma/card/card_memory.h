/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory at the card's port: that of dma/memory, or lp_sdram with its chip (sdram.h). The card
 * does not depend on the kind.
 */
#ifndef TB_CARD_CARD_MEMORY_H
#define TB_CARD_CARD_MEMORY_H

#include <stdbool.h>

#include "dma/memory/memory_port.h"

/* Functions of a kind of memories. */
struct card_memory_kind {
    void (*close)(void *self);
    /* Drives the memory's signals of this cycle. */
    void (*drive)(void *self, struct lpi_axi_memory *port);
    /* Performs the transfers of the cycle, says whether there were any, then does the clock edge.
     * NULL, or the rule that was broken. */
    const char *(*clock)(void *self, const struct lpi_axi_engine *port, bool *moved);
    /* Nothing is asked of it. */
    bool (*idle)(const void *self);
};

/* All zero: not open. */
struct card_memory {
    const struct card_memory_kind *kind;
    void *self;
};

/* That of dma/memory; false: no memory left. */
bool card_memory_open(const struct lpi_memory_config *config, struct card_memory *memory);
/* Does nothing if it is not open. */
void card_memory_close(struct card_memory *memory);

#endif
