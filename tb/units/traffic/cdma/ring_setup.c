/* SPDX-License-Identifier: Apache-2.0 */
#include "ring_setup.h"

#include <string.h>

#define SPAN (UINT64_C(1) << 40)
#define GROUPS_MASK 0x7fffffffu

/* A window: its size, and where it begins, often at or beyond the end of the address space. */
static uint64_t draw_window(struct lp_rng *rng, uint32_t *groups)
{
    static const uint32_t sizes[] = {1, 4, 64, 4096, GROUPS_MASK};
    uint64_t base = lp_random(rng) % SPAN;

    *groups = lp_below(rng, 1 + sizes[lp_below(rng, 5)]);
    if (lp_below(rng, 4) == 0)
        *groups = sizes[lp_below(rng, 5)];
    if (lp_below(rng, 3) == 0)
        base = (SPAN - *groups * UINT64_C(512) + lp_below(rng, 3) * UINT64_C(512)) % SPAN;
    if (lp_below(rng, 12) == 0) { /* nearly the whole address space */
        *groups = GROUPS_MASK;
        base = lp_below(rng, 2) * UINT64_C(512);
    }
    return lp_below(rng, 4) ? base & ~UINT64_C(511) : base;
}

/* Near the host window, so that ranges and rings meet, or anywhere. */
static uint64_t draw_ring_base(struct lp_rng *rng, const struct lp_dma_setup *setup)
{
    uint64_t base = lp_random(rng) % SPAN, bytes = setup->host_groups * UINT64_C(512) + 256;

    if (lp_below(rng, 3) != 0)
        base = setup->host_base + lp_random(rng) % bytes;
    if (lp_below(rng, 8) == 0)
        base = SPAN - lp_below(rng, 512);
    return lp_below(rng, 4) ? base % SPAN & ~UINT64_C(63) : base % SPAN;
}

/* Windows with much room, and rings far from them. */
static void draw_roomy(struct lp_rng *rng, struct lp_dma_setup *setup)
{
    setup->device_groups = 64 + lp_below(rng, 1u << lp_below(rng, 28));
    setup->device_base = lp_random(rng) % (SPAN / 2) & ~UINT64_C(511);
    setup->host_groups = 64 + lp_below(rng, 1u << lp_below(rng, 28));
    setup->host_base = lp_random(rng) % (SPAN / 2) & ~UINT64_C(511);
    if (lp_below(rng, 4) == 0) {
        setup->host_groups = GROUPS_MASK;
        setup->host_base = 0;
    }
    for (unsigned i = 0; i < 2; i++) {
        setup->rings[i].base = (SPAN / 4 * 3 + lp_random(rng) % (SPAN / 5)) & ~UINT64_C(63);
        setup->rings[i].done = (SPAN / 4 * 3 + lp_random(rng) % (SPAN / 5)) & ~UINT64_C(63);
    }
}

void lp_ring_setup(struct lp_rng *rng, unsigned codecs, struct lp_dma_setup *setup)
{
    memset(setup, 0, sizeof *setup);
    setup->codecs = codecs;
    setup->elem = LP_ELEM_32;
    setup->device_base = draw_window(rng, &setup->device_groups);
    setup->host_base = draw_window(rng, &setup->host_groups);
    for (unsigned i = 0; i < 2; i++) {
        setup->rings[i].base = draw_ring_base(rng, setup);
        setup->rings[i].done = draw_ring_base(rng, setup);
        setup->rings[i].log2 = lp_below(rng, 4) ? lp_below(rng, 4) : lp_below(rng, 16);
        if (lp_below(rng, 8) == 0) /* the largest value, or one treated as such */
            setup->rings[i].log2 = 11 + lp_below(rng, 5);
    }
    if (lp_below(rng, 2))
        draw_roomy(rng, setup);
}

/* Bytes of a range: few, up to those left, or somewhat more. */
static uint64_t draw_bytes(struct lp_rng *rng, uint64_t there)
{
    switch (lp_below(rng, 6)) {
    case 0: return there + 32;
    case 1: return there;
    case 2: return lp_below(rng, 40) * UINT64_C(32);
    case 3: return lp_random(rng) % (there + 64);
    default: return there ? lp_random(rng) % there % 16384 + 32 : 32;
    }
}

/* An address in the window for so many bytes: at either end, a sector before or after it, or
 * inside. */
static uint64_t draw_place(struct lp_rng *rng, uint64_t base, uint64_t there, uint64_t bytes)
{
    uint64_t spare = there > bytes ? there - bytes : 0;

    switch (lp_below(rng, 8)) {
    case 0: return base;
    case 1: return base + spare;
    case 2: return base + spare + 32 * lp_below(rng, 20);
    case 3: return base - 32 * lp_below(rng, 20);
    default: return base + (spare ? lp_random(rng) % spare : 0);
    }
}

/* One field at a limit that it must not have. */
static void spoil(struct lp_rng *rng, struct lp_dma_descriptor *d)
{
    uint64_t *const fields[] = {&d->device, &d->host, &d->raw_bytes, &d->size, &d->index};
    uint64_t *field = fields[lp_below(rng, 5)];

    switch (lp_below(rng, 5)) {
    case 0: d->flags ^= UINT32_C(1) << lp_below(rng, 32); break;
    case 1: d->zero[lp_below(rng, 2)] = UINT64_C(1) << lp_below(rng, 64); break;
    case 2: *field = lp_below(rng, 2) ? 0 : SPAN; break;
    case 3: *field += UINT64_C(1) << lp_below(rng, 10); break;
    default: *field ^= UINT64_C(1) << lp_below(rng, 64); break;
    }
}

/* The host range next to one of the rings, or the index next to the data. */
static void move_together(struct lp_rng *rng, const struct lp_dma_setup *setup,
                          struct lp_dma_descriptor *d)
{
    const struct lp_dma_ring *ring = &setup->rings[lp_below(rng, 2)];
    unsigned log2 = ring->log2 < LP_DMA_RING_LOG2_MAX ? ring->log2 : LP_DMA_RING_LOG2_MAX;
    uint64_t size = (d->size + 31) / 32 * 32, near = lp_below(rng, 3) * UINT64_C(32) - 32;
    bool done = lp_below(rng, 2);
    uint64_t at = done ? ring->done & ~UINT64_C(31) : ring->base & ~UINT64_C(63);
    uint64_t bytes = (done ? UINT64_C(32) : UINT64_C(64)) << log2;

    if (lp_below(rng, 3) == 0)
        d->index = lp_below(rng, 2) ? d->device + d->raw_bytes + near
                                    : d->device - lp_dma_index_bytes(d->raw_bytes) + near;
    else
        d->host = lp_below(rng, 2) ? at + bytes + near : at - size + near;
    d->host %= SPAN;
    d->index %= SPAN;
}

void lp_ring_descriptor(uint64_t seed, const struct lp_dma_setup *setup,
                        enum lp_dma_direction direction, uint16_t n, struct lp_dma_descriptor *d)
{
    static const uint32_t codecs[] = {LP_DMA_ZVC,  LP_DMA_BPC, LP_DMA_RAW,
                                      LP_DMA_XZVC, LP_DMA_EBD, LP_DMA_AUTO};
    struct lp_rng rng = {seed ^ n * UINT64_C(0x100000001b3)}, mood = {seed};
    bool gentle = lp_below(&mood, 2) && lp_below(&rng, 16); /* whether most descriptors of a ring
                                                             * are good, or few */
    uint64_t device = setup->device_groups * UINT64_C(512);
    uint64_t host = setup->host_groups * UINT64_C(512);
    uint64_t grain = direction == LP_DMA_OUT ? 32 : lp_below(&rng, 3) ? 1 : 32;

    memset(d, 0, sizeof *d);
    d->flags = lp_below(&rng, 4) | codecs[lp_below(&rng, setup->codecs > 2 ? 6 : 3)]
                                       << LP_DMA_FLAG_CODEC_SHIFT;
    if (lp_below(&rng, 16) == 0)
        d->flags |= lp_below(&rng, 16) << LP_DMA_FLAG_CODEC_SHIFT;
    d->id = (uint32_t)lp_random(&rng);
    d->raw_bytes = draw_bytes(&rng, device) / 32 * 32;
    d->size = draw_bytes(&rng, host) / grain * grain;
    d->device = draw_place(&rng, setup->device_base, device, d->raw_bytes) % SPAN / 512 * 512;
    d->host = draw_place(&rng, setup->host_base, host, d->size) % SPAN / 32 * 32;
    d->index = draw_place(&rng, setup->device_base, device, lp_dma_index_bytes(d->raw_bytes)) %
               SPAN / 32 * 32;
    if (gentle) {
        d->raw_bytes = 32 * (1 + (uint64_t)lp_below(&rng, 200));
        d->size = 32 * (1 + (uint64_t)lp_below(&rng, 200));
        if (setup->host_groups == GROUPS_MASK && lp_below(&rng, 4) == 0)
            d->size = 32 + lp_random(&rng) % (SPAN / 8 * 5) / 32 * 32;
        d->device = setup->device_base + lp_below(&rng, 20) * UINT64_C(512);
        d->host = setup->host_base + lp_below(&rng, 300) * UINT64_C(32);
        d->index = setup->device_base + 32 * (uint64_t)(600 + lp_below(&rng, 300));
        return;
    }
    if (lp_below(&rng, 3) == 0)
        move_together(&rng, setup, d);
    if (lp_below(&rng, 4) == 0)
        spoil(&rng, d);
}
