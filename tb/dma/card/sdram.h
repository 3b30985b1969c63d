/* SPDX-License-Identifier: Apache-2.0 */
/* A card's memory as boards with SDRAM have it: lp_sdram and a chip, which checks its timing. */
#ifndef TB_CARD_SDRAM_H
#define TB_CARD_SDRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "dma/memory/memory_port.h"

struct sdram;

/* NULL: no memory, or no such size; `contents` has 2^bytes_log2 bytes, 22 to 26. */
struct sdram *sdram_open(unsigned bytes_log2, uint8_t *contents, uint64_t seed);
void sdram_close(struct sdram *sdram);

/* As lpi_memory_drive and lpi_memory_clock; also returns a rule of the chip that is broken. */
void sdram_drive(struct sdram *sdram, struct lpi_axi_memory *port);
const char *sdram_clock(struct sdram *sdram, const struct lpi_axi_engine *port, bool *moves);

/* Nothing is asked of it, and it is initialised. */
bool sdram_idle(const struct sdram *sdram);

#endif
