/* SPDX-License-Identifier: Apache-2.0 */
/* The functional engine's stream for given bytes, the expected result. Not installed. */
#ifndef LPI_CARD_STREAM_H
#define LPI_CARD_STREAM_H

#include <linepress/cdma.h>
#include <stdint.h>

struct lpi_card_due {
    uint64_t bytes, zeros; /* of the stream; words of 32 bits that are zero in the data */
};

/* `bytes` is a multiple of 32; `stream` has room for lp_dma_bound, and the rest of it is zeroed. */
struct lpi_card_due lpi_card_stream(enum lp_dma_codec codec, unsigned elem, const uint8_t *raw,
                                    size_t bytes, uint8_t *stream);

#endif
