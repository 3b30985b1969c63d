/* SPDX-License-Identifier: Apache-2.0 */
/* Two small memories for the functional DMA engine, with sectors that report errors. */
#ifndef TB_DMA_MEMORY_H
#define TB_DMA_MEMORY_H

#include <linepress/cdma.h>
#include <string.h>

#define DMA_DEVICE UINT64_C(0x10000)
#define DMA_HOST UINT64_C(0x80000000)
enum { DMA_MEMORY_BYTES = 32768, DMA_MOST_BAD = 4 };

/* One of the two; `bad` are addresses of sectors, 0 for none. */
struct dma_side {
    uint64_t base, bad[DMA_MOST_BAD];
    uint8_t bytes[DMA_MEMORY_BYTES];
    unsigned strays; /* accesses outside of it, or of partial sectors */
};
struct dma_memory {
    struct dma_side device, host;
};

/* Address of the bytes; NULL: outside. *error = whether a sector of them is bad. */
static inline uint8_t *dma_find(struct dma_side *side, uint64_t address, size_t bytes, int *error)
{
    if (address < side->base || address % 32 != 0 || bytes % 32 != 0 ||
        address + bytes > side->base + DMA_MEMORY_BYTES) {
        side->strays++;
        return NULL;
    }
    for (unsigned i = 0; i < DMA_MOST_BAD; i++)
        *error |= side->bad[i] != 0 && side->bad[i] >= address && side->bad[i] < address + bytes;
    return side->bytes + (address - side->base);
}

static inline int dma_read(struct dma_side *side, uint64_t address, void *to, size_t bytes)
{
    int error = 0;
    uint8_t *at = dma_find(side, address, bytes, &error);
    if (at != NULL)
        memcpy(to, at, bytes);
    return error;
}

static inline int dma_write(struct dma_side *side, uint64_t address, const void *from, size_t bytes)
{
    int error = 0;
    uint8_t *at = dma_find(side, address, bytes, &error);
    if (at != NULL)
        memcpy(at, from, bytes);
    return error;
}

static inline int dma_read_device(void *context, uint64_t address, void *to, size_t bytes)
{
    return dma_read(&((struct dma_memory *)context)->device, address, to, bytes);
}

static inline int dma_write_device(void *context, uint64_t address, const void *from, size_t bytes)
{
    return dma_write(&((struct dma_memory *)context)->device, address, from, bytes);
}

static inline int dma_read_host(void *context, uint64_t address, void *to, size_t bytes)
{
    return dma_read(&((struct dma_memory *)context)->host, address, to, bytes);
}

static inline int dma_write_host(void *context, uint64_t address, const void *from, size_t bytes)
{
    return dma_write(&((struct dma_memory *)context)->host, address, from, bytes);
}

static inline void dma_take(struct dma_side *to, const struct dma_side *from, uint64_t address,
                            uint64_t bytes)
{
    memcpy(to->bytes + (address - to->base), from->bytes + (address - to->base), bytes);
}

/* Copies `after` to `before` wherever a descriptor may write, if it ran at all. */
static inline void dma_allow(struct dma_memory *before, const struct dma_memory *after,
                             enum lp_dma_direction direction, const struct lp_dma_descriptor *d,
                             int ran)
{
    if (ran && direction == LP_DMA_IN)
        dma_take(&before->device, &after->device, d->device, d->raw_bytes);
    if (ran && direction == LP_DMA_OUT)
        dma_take(&before->host, &after->host, d->host, d->size);
    if (ran && direction == LP_DMA_OUT && (d->flags & LP_DMA_FLAG_INDEX))
        dma_take(&before->device, &after->device, d->index, lp_dma_index_bytes(d->raw_bytes));
}

/* Both at their places, zero, and all of both in the windows; rings at the end of host memory. */
static inline struct lp_dma_memory dma_memory_init(struct dma_memory *memory,
                                                   struct lp_dma_setup *setup)
{
    memset(memory, 0, sizeof *memory);
    memory->device.base = DMA_DEVICE;
    memory->host.base = DMA_HOST;
    *setup = (struct lp_dma_setup){
        .codecs = 2,
        .elem = 32,
        .device_base = DMA_DEVICE,
        .host_base = DMA_HOST,
        .device_groups = DMA_MEMORY_BYTES / LP_DMA_GROUP,
        .host_groups = DMA_MEMORY_BYTES / LP_DMA_GROUP,
        .rings = {{.base = DMA_HOST + 0x7000, .done = DMA_HOST + 0x7200, .log2 = 2},
                  {.base = DMA_HOST + 0x7400, .done = DMA_HOST + 0x7600, .log2 = 2}},
    };
    return (struct lp_dma_memory){memory, dma_read_device, dma_write_device, dma_read_host,
                                  dma_write_host};
}

#endif
