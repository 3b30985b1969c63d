/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Indices of the streams written by the copy call, kept in device memory, so that such a stream is
 * read back through all channels. A stream is identified by its codec, its sizes and samples of its
 * bytes, which another stream may share: an engine checks each group's size against the index, so
 * that a wrong index is an error and never gives wrong bytes, and the copy call then retries
 * without it. Not installed.
 */
#ifndef LPI_DMA_KEPT_INDEX_H
#define LPI_DMA_KEPT_INDEX_H

#include "heap.h"
#include <linepress/cdma.h>

#define LPI_INDEX_KEPT 256u /* a new one replaces the oldest */

struct lpi_stream_key {
    enum lp_dma_codec codec;
    uint64_t bytes, stored, digest;
};

struct lpi_kept_index {
    uint64_t at; /* in device memory; 0: none */
    struct lpi_stream_key key;
};

struct lpi_kept_indices {
    struct lpi_kept_index kept[LPI_INDEX_KEPT];
    unsigned next; /* the oldest */
};

struct lpi_stream_key lpi_stream_key(enum lp_dma_codec codec, uint64_t bytes, const void *stream,
                                     uint64_t stored);

/*
 * Space at the end of device memory for the index of a transfer; 0: there is none, or none is
 * needed, as for raw copies.
 */
uint64_t lpi_index_room(struct lpi_heap *device, enum lp_dma_codec codec, uint64_t bytes);

/* Keeps the index in this space for the key, replacing an older one. */
void lpi_index_keep(struct lpi_kept_indices *all, struct lpi_heap *device,
                    const struct lpi_stream_key *key, uint64_t at);

/* Address of the key's index; 0: none. */
uint64_t lpi_index_find(const struct lpi_kept_indices *all, const struct lpi_stream_key *key);

/* Frees the oldest one's space; 0: none is left. */
int lpi_index_drop(struct lpi_kept_indices *all, struct lpi_heap *device);

#endif
