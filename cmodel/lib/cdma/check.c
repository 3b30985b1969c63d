/* SPDX-License-Identifier: Apache-2.0 */
#include <linepress/cdma.h>
#include <stdbool.h>

#define ADDRESS_BITS 40
#define MOST (UINT64_C(1) << ADDRESS_BITS)
#define FLAGS (LP_DMA_FLAG_IRQ | LP_DMA_FLAG_INDEX | 0xfu << LP_DMA_FLAG_CODEC_SHIFT)

/* A range of bytes of a descriptor. */
struct range {
    uint64_t at, bytes;
};

static uint64_t rounded_up(uint64_t value, uint64_t grain)
{
    return (value + grain - 1) / grain * grain;
}

static uint64_t groups_of(uint64_t raw_bytes)
{
    return raw_bytes / LP_DMA_GROUP + (raw_bytes % LP_DMA_GROUP != 0);
}

uint64_t lp_dma_index_bytes(uint64_t raw_bytes)
{
    return rounded_up(groups_of(raw_bytes), 16) * 2;
}

static bool has_index(const struct lp_dma_descriptor *d)
{
    return (d->flags & LP_DMA_FLAG_INDEX) != 0;
}

static bool is_built(const struct lp_dma_setup *setup, uint32_t flags)
{
    unsigned codec = flags >> LP_DMA_FLAG_CODEC_SHIFT & 0xf;
    return codec == LP_DMA_RAW || codec < setup->codecs;
}

static bool is_misaligned(enum lp_dma_direction direction, const struct lp_dma_descriptor *d)
{
    return d->device % LP_DMA_GROUP != 0 || d->host % LP_SECTOR_BYTES != 0 ||
           d->raw_bytes % LP_SECTOR_BYTES != 0 ||
           (direction == LP_DMA_OUT && d->size % LP_SECTOR_BYTES != 0) ||
           (has_index(d) && d->index % LP_SECTOR_BYTES != 0);
}

static bool is_inside(struct range range, uint64_t base, uint32_t groups)
{
    uint64_t end = base + (uint64_t)groups * LP_DMA_GROUP;
    return range.at >= base && range.at + range.bytes <= (end < MOST ? end : MOST);
}

static bool overlap(struct range a, struct range b)
{
    return a.at < b.at + b.bytes && b.at < a.at + a.bytes;
}

/* Sums of values below MOST cannot overflow. */
static bool is_outside(const struct lp_dma_setup *setup, const struct lp_dma_descriptor *d)
{
    if (d->device >= MOST || d->host >= MOST || d->raw_bytes >= MOST || d->size >= MOST ||
        (has_index(d) && d->index >= MOST))
        return true;
    struct range data = {d->device, d->raw_bytes};
    struct range index = {d->index, lp_dma_index_bytes(d->raw_bytes)};
    struct range host = {d->host, rounded_up(d->size, LP_SECTOR_BYTES)};
    return !is_inside(data, setup->device_base, setup->device_groups) ||
           !is_inside(host, setup->host_base, setup->host_groups) ||
           (has_index(d) && !is_inside(index, setup->device_base, setup->device_groups));
}

/* The low bits of a ring's addresses count as 0. */
static int overlaps_ring(struct range host, const struct lp_dma_ring *ring)
{
    const uint64_t base = ring->base & ~(uint64_t)(LP_DMA_DESCRIPTOR_BYTES - 1);
    const uint64_t done = ring->done & ~(uint64_t)(LP_DMA_COMPLETION_BYTES - 1);
    unsigned log2 = ring->log2 < LP_DMA_RING_LOG2_MAX ? ring->log2 : LP_DMA_RING_LOG2_MAX;
    return overlap(host, (struct range){base, (uint64_t)LP_DMA_DESCRIPTOR_BYTES << log2}) ||
           overlap(host, (struct range){done, (uint64_t)LP_DMA_COMPLETION_BYTES << log2});
}

static bool has_overlap(const struct lp_dma_setup *setup, const struct lp_dma_descriptor *d)
{
    struct range data = {d->device, d->raw_bytes};
    struct range index = {d->index, lp_dma_index_bytes(d->raw_bytes)};
    struct range host = {d->host, rounded_up(d->size, LP_SECTOR_BYTES)};
    return (has_index(d) && overlap(data, index)) || overlaps_ring(host, &setup->rings[0]) ||
           overlaps_ring(host, &setup->rings[1]);
}

enum lp_dma_status lp_dma_check(const struct lp_dma_setup *setup, enum lp_dma_direction direction,
                                const struct lp_dma_descriptor *d)
{
    if ((d->flags & ~FLAGS) != 0 || d->zero[0] != 0 || d->zero[1] != 0)
        return LP_DMA_RESERVED;
    if (!is_built(setup, d->flags))
        return LP_DMA_NO_CODEC;
    if (d->raw_bytes == 0 || d->size == 0)
        return LP_DMA_EMPTY;
    if (is_misaligned(direction, d))
        return LP_DMA_MISALIGNED;
    if (is_outside(setup, d))
        return LP_DMA_OUTSIDE;
    return has_overlap(setup, d) ? LP_DMA_OVERLAP : LP_DMA_GOOD;
}
