/* SPDX-License-Identifier: Apache-2.0 */
/* The functional engine: a descriptor takes no time. */
#include "engine.h"
#include "registers.h"
#include <stdlib.h>
#include <string.h>

enum { WORDS = REG_COUNTS / 4 + COUNTS };

struct model {
    const struct lpi_dma_machine *machine;
    uint32_t regs[WORDS];
    uint32_t counts[COUNTS]; /* since the last snapshot */
    uint16_t head[2];
    int ring_error[2];
};

static uint64_t pair(const struct model *model, unsigned lo)
{
    return (uint64_t)(model->regs[lo / 4 + 1] & 0xff) << 32 | model->regs[lo / 4];
}

/* NULL: not in this memory. */
static uint8_t *find(const struct lpi_dma_ram *ram, uint64_t address, size_t bytes)
{
    return address < ram->base || address - ram->base > ram->bytes - bytes
               ? NULL
               : ram->at + (address - ram->base);
}

static int copy_out(const struct lpi_dma_ram *ram, uint64_t address, void *to, size_t bytes)
{
    const uint8_t *at = find(ram, address, bytes);
    if (at != NULL)
        memcpy(to, at, bytes);
    return at == NULL;
}

static int copy_in(const struct lpi_dma_ram *ram, uint64_t address, const void *from, size_t bytes)
{
    uint8_t *at = find(ram, address, bytes);
    if (at != NULL)
        memcpy(at, from, bytes);
    return at == NULL;
}

static int read_device(void *context, uint64_t address, void *to, size_t bytes)
{
    struct model *model = context;
    model->counts[COUNT_DEV_READS] += (uint32_t)(bytes / LP_SECTOR_BYTES);
    return copy_out(&model->machine->device, address, to, bytes);
}

static int write_device(void *context, uint64_t address, const void *from, size_t bytes)
{
    struct model *model = context;
    model->counts[COUNT_DEV_WRITES] += (uint32_t)(bytes / LP_SECTOR_BYTES);
    return copy_in(&model->machine->device, address, from, bytes);
}

static int read_host(void *context, uint64_t address, void *to, size_t bytes)
{
    struct model *model = context;
    model->counts[COUNT_IN_BEATS] += (uint32_t)(bytes / LP_SECTOR_BYTES);
    return copy_out(&model->machine->host, address, to, bytes);
}

static int write_host(void *context, uint64_t address, const void *from, size_t bytes)
{
    struct model *model = context;
    model->counts[COUNT_OUT_BEATS] += (uint32_t)(bytes / LP_SECTOR_BYTES);
    return copy_in(&model->machine->host, address, from, bytes);
}

static int model_open(const struct lpi_dma_machine *machine, void **state)
{
    struct model *model = calloc(1, sizeof *model);
    if (model == NULL)
        return LP_ERR_SYSTEM;
    model->machine = machine;
    *state = model;
    return LP_OK;
}

static void model_write(void *state, unsigned offset, uint32_t value)
{
    struct model *model = state;
    if (offset == REG_IRQ)
        model->regs[REG_IRQ / 4] &= ~value;
    else if (offset == REG_SNAPSHOT) {
        memcpy(model->regs + REG_COUNTS / 4, model->counts, sizeof model->counts);
        memset(model->counts, 0, sizeof model->counts);
    } else if (offset < REG_COUNTS && offset % 4 == 0)
        model->regs[offset / 4] = value;
}

static uint32_t model_read(void *state, unsigned offset)
{
    const struct model *model = state;
    if (offset == REG_OUT + RING_HEAD || offset == REG_IN + RING_HEAD)
        return model->head[offset >= REG_IN];
    return offset / 4 < WORDS && offset % 4 == 0 ? model->regs[offset / 4] : 0;
}

static struct lp_dma_setup setup_of(const struct model *model)
{
    const struct lp_dma_config *config = model->machine->config;
    struct lp_dma_setup setup = {
        .codecs = config->codecs,
        .elem = config->elem,
        .device_base = pair(model, REG_DEV_LO),
        .device_groups = model->regs[REG_DEV_SIZE / 4],
        .host_base = pair(model, REG_HOST_LO),
        .host_groups = model->regs[REG_HOST_SIZE / 4],
    };
    for (unsigned i = 0; i < 2; i++) {
        unsigned at = i ? REG_IN : REG_OUT;
        setup.rings[i] = (struct lp_dma_ring){pair(model, at + RING_BASE_LO),
                                              pair(model, at + RING_DONE_LO),
                                              model->regs[(at + RING_SIZE) / 4] & 0xf};
    }
    return setup;
}

static void count(struct model *model, enum lp_dma_direction direction,
                  const struct lp_dma_descriptor *d, const struct lp_dma_completion *c)
{
    uint32_t groups = (uint32_t)((d->raw_bytes + LP_DMA_GROUP - 1) / LP_DMA_GROUP);
    model->counts[COUNT_ERRORS] += c->status != LP_DMA_GOOD;
    if (c->status != LP_DMA_GOOD)
        return;
    model->counts[direction == LP_DMA_OUT ? COUNT_OUT_GROUPS : COUNT_IN_GROUPS] += groups;
    if (direction == LP_DMA_OUT)
        model->counts[COUNT_ZEROS] += (uint32_t)c->zeros;
}

/* Takes the next descriptor of a ring. */
static void run_one(struct model *model, enum lp_dma_direction direction,
                    const struct lp_dma_setup *setup)
{
    const struct lp_dma_ring *ring = &setup->rings[direction];
    const struct lp_dma_memory memory = {model, read_device, write_device, read_host, write_host};
    unsigned log2 = ring->log2 < LP_DMA_RING_LOG2_MAX ? ring->log2 : LP_DMA_RING_LOG2_MAX;
    uint64_t head = model->head[direction], slot = head & ((1u << log2) - 1);
    uint8_t bytes[LP_DMA_DESCRIPTOR_BYTES], done[LP_DMA_COMPLETION_BYTES];
    struct lp_dma_descriptor d = {0};
    struct lp_dma_completion c = {.status = LP_DMA_HOST_ERROR};

    const struct lpi_dma_ram *host = &model->machine->host;
    if (copy_out(host, ring->base + slot * sizeof bytes, bytes, sizeof bytes) == 0) {
        lp_dma_decode_descriptor(bytes, &d);
        (void)lp_dma_run(setup, direction, &d, &memory, &c);
    }
    c.phase = !(head >> log2 & 1);
    lp_dma_encode_completion(&c, done);
    model->ring_error[direction] = copy_in(host, ring->done + slot * sizeof done, done,
                                           sizeof done);
    count(model, direction, &d, &c);
    model->head[direction]++;
    uint32_t irq = (d.flags & LP_DMA_FLAG_IRQ) | (c.status != LP_DMA_GOOD) << 2 |
                   (unsigned)model->ring_error[direction] << 4;
    model->regs[REG_IRQ / 4] |= irq << direction;
}

static int model_run(void *state, uint64_t cycles)
{
    struct model *model = state;
    const struct lp_dma_setup setup = setup_of(model);
    (void)cycles;
    for (unsigned direction = 0; direction < 2; direction++) {
        const uint32_t *tail = &model->regs[((direction ? REG_IN : REG_OUT) + RING_TAIL) / 4];
        unsigned log2 = setup.rings[direction].log2;
        uint16_t pending = (uint16_t)(*tail - model->head[direction]);
        if (!(model->regs[REG_CTRL / 4] >> direction & 1)) {
            model->ring_error[direction] = 0;
            continue;
        }
        if (pending > 1u << (log2 < LP_DMA_RING_LOG2_MAX ? log2 : LP_DMA_RING_LOG2_MAX)) {
            model->regs[REG_IRQ / 4] |= 16u << direction;
            continue;
        }
        for (; pending > 0 && !model->ring_error[direction]; pending--)
            run_one(model, (enum lp_dma_direction)direction, &setup);
    }
    return LP_OK;
}

static uint64_t model_span(void *state, enum lp_dma_direction direction)
{
    (void)state;
    (void)direction;
    return 0;
}

const struct lpi_dma_engine lpi_dma_engine_model = {
    .name = "model",
    .open = model_open,
    .close = free,
    .write = model_write,
    .read = model_read,
    .run = model_run,
    .span = model_span,
};
