/* SPDX-License-Identifier: Apache-2.0 */
#include "page.h"

#include <string.h>

#include "dma/copy/registers.h"

#define LOG2 2u
#define LOOKS 100000u
/* In the page of the rings. */
enum { RINGS = 0x400, DONE = 0x200 };

static unsigned ring_of(enum lp_dma_direction direction)
{
    return direction == LP_DMA_IN ? RINGS : 0;
}

static unsigned registers_of(enum lp_dma_direction direction)
{
    return PAGE_ENGINE + (direction == LP_DMA_IN ? REG_IN : REG_OUT);
}

static void write_pair(const struct page_rig *rig, unsigned offset, uint64_t value)
{
    rig->write(rig->card, offset, (uint32_t)value);
    rig->write(rig->card, offset + 4, (uint32_t)(value >> 32));
}

static void set_ring(const struct page_rig *rig, enum lp_dma_direction direction,
                     const struct lp_dma_ring *ring)
{
    unsigned regs = registers_of(direction);

    write_pair(rig, regs + RING_BASE_LO, ring->base);
    write_pair(rig, regs + RING_DONE_LO, ring->done);
    rig->write(rig->card, regs + RING_SIZE, ring->log2);
}

void page_set_up(const struct page_rig *rig, const struct lp_dma_setup *setup)
{
    set_ring(rig, LP_DMA_OUT, &setup->rings[LP_DMA_OUT]);
    set_ring(rig, LP_DMA_IN, &setup->rings[LP_DMA_IN]);
    write_pair(rig, PAGE_ENGINE + REG_DEV_LO, setup->device_base);
    rig->write(rig->card, PAGE_ENGINE + REG_DEV_SIZE, setup->device_groups);
    write_pair(rig, PAGE_ENGINE + REG_HOST_LO, setup->host_base);
    rig->write(rig->card, PAGE_ENGINE + REG_HOST_SIZE, setup->host_groups);
    rig->write(rig->card, PAGE_ENGINE + REG_IRQ_ENABLE, IRQ_ALL);
    rig->write(rig->card, PAGE_ENGINE + REG_CTRL, 3);
}

void page_start(const struct page_rig *rig)
{
    struct lp_dma_setup setup = {.device_groups = 0x1000, .host_groups = UINT32_MAX};

    for (unsigned i = 0; i < PAGE_BYTES; i++)
        rig->rings.at[i] = 0;
    for (unsigned d = 0; d < 2; d++) {
        uint64_t at = rig->rings.bus + ring_of(d);

        setup.rings[d] = (struct lp_dma_ring){.base = at, .done = at + DONE, .log2 = LOG2};
    }
    page_set_up(rig, &setup);
}

static void put(volatile uint8_t *to, const uint8_t *from, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        to[i] = from[i];
}

static void get(uint8_t *to, const volatile uint8_t *from, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        to[i] = from[i];
}

void page_submit(const struct page_rig *rig, enum lp_dma_direction direction,
                 enum lp_dma_codec codec, uint64_t device)
{
    const struct lp_dma_descriptor d = {
        .flags = LP_DMA_FLAG_IRQ | (unsigned)codec << LP_DMA_FLAG_CODEC_SHIFT,
        .id = 77,
        .device = device,
        .host = direction == LP_DMA_IN ? rig->raw.bus : rig->stream.bus,
        .raw_bytes = PAGE_BYTES,
        .size = PAGE_BYTES,
    };
    uint8_t bytes[LP_DMA_DESCRIPTOR_BYTES];

    lp_dma_encode_descriptor(&d, bytes);
    put(rig->rings.at + ring_of(direction), bytes, sizeof bytes);
    rig->write(rig->card, registers_of(direction) + RING_TAIL, 1);
}

bool page_wait(const struct page_rig *rig, enum lp_dma_direction direction,
               struct lp_dma_completion *completion)
{
    uint8_t bytes[LP_DMA_COMPLETION_BYTES];

    for (unsigned i = 0; i < LOOKS; i++) {
        get(bytes, rig->rings.at + ring_of(direction) + DONE, sizeof bytes);
        lp_dma_decode_completion(bytes, completion);
        if (completion->phase)
            return true;
        rig->read(rig->card, 0);
    }
    return false;
}

/* Words of which half are zero, so that the page compresses. */
static void fill(uint8_t *raw)
{
    uint32_t x = 1;

    for (unsigned i = 0; i < PAGE_BYTES; i += 4) {
        uint32_t word;

        x = x * 1664525u + 1013904223u;
        word = x >> 31 ? x : 0;
        memcpy(raw + i, &word, 4);
    }
}

static const char *one(const struct page_rig *rig, enum lp_dma_direction direction,
                       enum lp_dma_codec codec, uint64_t device, uint64_t *bytes)
{
    struct lp_dma_completion c;

    page_submit(rig, direction, codec, device);
    if (!page_wait(rig, direction, &c))
        return "no completion";
    *bytes = c.bytes;
    return c.id != 77                ? "a completion of another descriptor"
           : c.status != LP_DMA_GOOD ? lp_dma_status_text(c.status)
                                     : "";
}

const char *page_move(const struct page_rig *rig, uint64_t device)
{
    uint8_t raw[PAGE_BYTES], got[PAGE_BYTES], stored[PAGE_BYTES + LP_DMA_GROUP_BOUND];
    size_t size = 0, group = 0;
    uint64_t bytes = 0;
    const char *wrong;

    fill(raw);
    put(rig->raw.at, raw, sizeof raw);
    for (unsigned at = 0; at < PAGE_BYTES; at += LP_DMA_GROUP, size += group)
        if (lp_dma_shrink(LP_DMA_ZVC, 32, raw + at, LP_DMA_SECTORS, stored + size, &group) != LP_OK)
            return "the functional library does not compress the page";
    page_start(rig);
    wrong = one(rig, LP_DMA_IN, LP_DMA_RAW, device, &bytes);
    if (!*wrong)
        wrong = one(rig, LP_DMA_OUT, LP_DMA_ZVC, device, &bytes);
    if (*wrong)
        return wrong;
    if (bytes != size)
        return "a stream of another length";
    get(got, rig->stream.at, size);
    return memcmp(got, stored, size) == 0 ? "" : "other bytes in the stream";
}
