/* SPDX-License-Identifier: Apache-2.0 */
/* A card's memory as boards with SDRAM have it: lp_sdram and a chip, which checks its timing. */
#ifndef TB_CARD_SDRAM_H
#define TB_CARD_SDRAM_H

#include <stdint.h>

#include "card_memory.h"

/* False: no memory left, or no such size; `contents` has 2^bytes_log2 bytes, 22 to 26. A rule that is
 * broken may be one of the chip; the memory is idle once it is initialised. */
bool sdram_open(unsigned bytes_log2, uint8_t *contents, uint64_t seed, struct card_memory *memory);

#endif
