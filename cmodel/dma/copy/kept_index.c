/* SPDX-License-Identifier: Apache-2.0 */
#include "kept_index.h"
#include <stdbool.h>
#include <string.h>

#define SAMPLES 16u
#define SAMPLE_BYTES 16u

static uint64_t mix(uint64_t digest, const uint8_t *at, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        digest = (digest ^ at[i]) * UINT64_C(0x100000001b3); /* FNV-1a */
    return digest;
}

static uint64_t digest_of(const uint8_t *stream, uint64_t bytes)
{
    uint64_t digest = UINT64_C(0xcbf29ce484222325);
    if (bytes <= SAMPLES * SAMPLE_BYTES)
        return mix(digest, stream, bytes);
    for (uint64_t i = 0; i < SAMPLES; i++)
        digest = mix(digest, stream + (bytes - SAMPLE_BYTES) / (SAMPLES - 1) * i, SAMPLE_BYTES);
    return mix(digest, stream + bytes - SAMPLE_BYTES, SAMPLE_BYTES);
}

struct lpi_stream_key lpi_stream_key(enum lp_dma_codec codec, uint64_t bytes, const void *stream,
                                     uint64_t stored)
{
    return (struct lpi_stream_key){codec, bytes, stored, digest_of(stream, stored)};
}

uint64_t lpi_index_room(struct lpi_heap *device, enum lp_dma_codec codec, uint64_t bytes)
{
    uint64_t at;
    if (codec == LP_DMA_RAW || bytes == 0 ||
        lpi_heap_take_last(device, lp_dma_index_bytes(bytes), &at) != LP_OK)
        return 0;
    return at;
}

static bool is_same(const struct lpi_stream_key *a, const struct lpi_stream_key *b)
{
    return a->codec == b->codec && a->bytes == b->bytes && a->stored == b->stored &&
           a->digest == b->digest;
}

/* LPI_INDEX_KEPT: not found. */
static unsigned place_of(const struct lpi_kept_indices *all, const struct lpi_stream_key *key)
{
    unsigned i = 0;
    while (i < LPI_INDEX_KEPT && (all->kept[i].at == 0 || !is_same(&all->kept[i].key, key)))
        i++;
    return i;
}

static void forget(struct lpi_kept_index *kept, struct lpi_heap *device)
{
    if (kept->at != 0)
        (void)lpi_heap_give(device, kept->at);
    kept->at = 0;
}

void lpi_index_keep(struct lpi_kept_indices *all, struct lpi_heap *device,
                    const struct lpi_stream_key *key, uint64_t at)
{
    unsigned place = place_of(all, key);
    if (place == LPI_INDEX_KEPT) {
        place = all->next;
        all->next = (all->next + 1) % LPI_INDEX_KEPT;
    }
    forget(&all->kept[place], device);
    all->kept[place] = (struct lpi_kept_index){at, *key};
}

uint64_t lpi_index_find(const struct lpi_kept_indices *all, const struct lpi_stream_key *key)
{
    unsigned place = place_of(all, key);
    return place < LPI_INDEX_KEPT ? all->kept[place].at : 0;
}

int lpi_index_drop(struct lpi_kept_indices *all, struct lpi_heap *device)
{
    for (unsigned i = 0; i < LPI_INDEX_KEPT; i++) {
        struct lpi_kept_index *kept = &all->kept[(all->next + i) % LPI_INDEX_KEPT];
        if (kept->at != 0) {
            forget(kept, device);
            return 1;
        }
    }
    return 0;
}
