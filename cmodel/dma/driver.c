/* SPDX-License-Identifier: Apache-2.0 */
/* Rings, descriptors and completions, as a driver handles them. */
#include "driver.h"
#include "../common/null.h"
#include "registers.h"
#include <string.h>

#define STEP_CYCLES 4096u /* between two looks at the completions */

static uint64_t places(const struct lp_dma *dma)
{
    return UINT64_C(1) << dma->config.ring_log2;
}

uint64_t lpi_dma_ring_bytes(unsigned log2)
{
    uint64_t bytes = (uint64_t)(LP_DMA_DESCRIPTOR_BYTES + LP_DMA_COMPLETION_BYTES) << (log2 + 1);
    return (bytes + LP_DMA_GROUP - 1) / LP_DMA_GROUP * LP_DMA_GROUP;
}

static uint8_t *host_at(const struct lp_dma *dma, uint64_t address)
{
    return dma->machine.host.at + (address - dma->machine.host.base);
}

static void write_pair(struct lp_dma *dma, unsigned offset, uint64_t value)
{
    dma->engine->write(dma->state, offset, (uint32_t)value);
    dma->engine->write(dma->state, offset + 4, (uint32_t)(value >> 32));
}

void lpi_dma_start(struct lp_dma *dma)
{
    uint64_t at = dma->machine.host.base;
    for (unsigned i = 0; i < 2; i++) {
        struct lpi_dma_queue *queue = &dma->queues[i];
        queue->regs = i ? REG_IN : REG_OUT;
        queue->base = at;
        queue->done = at += LP_DMA_DESCRIPTOR_BYTES << dma->config.ring_log2;
        at += LP_DMA_COMPLETION_BYTES << dma->config.ring_log2;
        /* A ring's base is a multiple of a descriptor, also behind one completion. */
        at = (at + LP_DMA_DESCRIPTOR_BYTES - 1) & ~(uint64_t)(LP_DMA_DESCRIPTOR_BYTES - 1);
        write_pair(dma, queue->regs + RING_BASE_LO, queue->base);
        write_pair(dma, queue->regs + RING_DONE_LO, queue->done);
        dma->engine->write(dma->state, queue->regs + RING_SIZE, dma->config.ring_log2);
    }
    write_pair(dma, REG_DEV_LO, dma->device.base);
    dma->engine->write(dma->state, REG_DEV_SIZE, (uint32_t)(dma->device.bytes / LP_DMA_GROUP));
    write_pair(dma, REG_HOST_LO, dma->window.base);
    dma->engine->write(dma->state, REG_HOST_SIZE, (uint32_t)(dma->window.bytes / LP_DMA_GROUP));
    dma->engine->write(dma->state, REG_IRQ_ENABLE, IRQ_ALL);
    dma->engine->write(dma->state, REG_CTRL, 3);
}

static struct lpi_dma_slot *slot_of(const struct lp_dma *dma, const struct lpi_dma_queue *queue,
                                    uint64_t serial)
{
    return &queue->slots[serial & (places(dma) - 1)];
}

/* The stream leaves the window, and its place there is free again. */
static void finish(struct lp_dma *dma, struct lpi_dma_slot *slot)
{
    const struct lp_dma_completion *c = &slot->completion;
    uint64_t whole = (c->bytes + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES * LP_SECTOR_BYTES;

    if (slot->to != NULL && c->status == LP_DMA_GOOD)
        memcpy(slot->to, host_at(dma, slot->host), whole < slot->room ? whole : slot->room);
    if (slot->host != 0)
        (void)lpi_heap_give(&dma->window, slot->host);
}

/* Takes what the engine completed. */
static void harvest(struct lp_dma *dma)
{
    for (unsigned i = 0; i < 2; i++) {
        struct lpi_dma_queue *queue = &dma->queues[i];
        for (; queue->completed < queue->submitted; queue->completed++) {
            struct lpi_dma_slot *slot = slot_of(dma, queue, queue->completed);
            uint64_t at = (queue->completed & (places(dma) - 1)) * LP_DMA_COMPLETION_BYTES;
            unsigned phase = !(queue->completed >> dma->config.ring_log2 & 1);
            lp_dma_decode_completion(host_at(dma, queue->done + at), &slot->completion);
            if (slot->completion.phase != phase)
                break;
            finish(dma, slot);
        }
    }
}

static int advance(struct lp_dma *dma)
{
    int error = dma->engine->run(dma->state, STEP_CYCLES);
    harvest(dma);
    return error;
}

/* Takes a place in the window, waiting while others are in the way. */
static int take_window(struct lp_dma *dma, uint64_t bytes, uint64_t *at)
{
    for (;;) {
        int error = lpi_heap_take(&dma->window, bytes, at);
        if (error != LP_ERR_DEVICE_FULL)
            return error;
        if (dma->window.count == 0)
            return LP_ERR_SPACE;
        if ((error = advance(dma)) != LP_OK)
            return error;
    }
}

static void put_descriptor(struct lp_dma *dma, struct lpi_dma_queue *queue,
                           const struct lp_dma_transfer *t, uint64_t host)
{
    const struct lp_dma_descriptor d = {
        .flags = LP_DMA_FLAG_IRQ | (t->index != 0 ? LP_DMA_FLAG_INDEX : 0) |
                 ((unsigned)t->codec & 0xf) << LP_DMA_FLAG_CODEC_SHIFT,
        .id = (uint32_t)queue->submitted,
        .device = t->device,
        .host = host,
        .raw_bytes = t->bytes,
        .size = t->direction == LP_DMA_OUT ? t->size & ~(uint64_t)(LP_SECTOR_BYTES - 1) : t->size,
        .index = t->index,
    };
    uint64_t at = (queue->submitted & (places(dma) - 1)) * LP_DMA_DESCRIPTOR_BYTES;
    lp_dma_encode_descriptor(&d, host_at(dma, queue->base + at));
}

int lp_dma_submit(struct lp_dma *dma, const struct lp_dma_transfer *t, uint64_t *ticket)
{
    if (LPI_ANY_NULL(dma, t, ticket) || (t->direction != LP_DMA_OUT && t->direction != LP_DMA_IN) ||
        (t->size != 0 && (t->direction == LP_DMA_OUT ? t->to == NULL : t->from == NULL)))
        return LP_ERR_ARG;
    struct lpi_dma_queue *queue = &dma->queues[t->direction];
    uint64_t host = 0;
    int error = LP_OK;
    while (queue->submitted - queue->completed == places(dma) && error == LP_OK)
        error = advance(dma);
    if (error == LP_OK && t->size != 0)
        error = take_window(dma, t->size, &host);
    if (error != LP_OK)
        return error;
    if (t->direction == LP_DMA_IN && t->size != 0)
        memcpy(host_at(dma, host), t->from, t->size);
    *slot_of(dma, queue, queue->submitted) = (struct lpi_dma_slot){
        .host = host, .to = t->direction == LP_DMA_OUT ? t->to : NULL, .room = t->size};
    put_descriptor(dma, queue, t, host != 0 ? host : dma->window.base);
    queue->submitted++;
    dma->engine->write(dma->state, queue->regs + RING_TAIL, (uint32_t)queue->submitted & 0xffff);
    *ticket = queue->submitted << 1 | t->direction;
    return LP_OK;
}

/* The queue of a ticket whose completion is still there or still to come; NULL: none. */
static struct lpi_dma_queue *queue_of(struct lp_dma *dma, uint64_t ticket)
{
    struct lpi_dma_queue *queue = &dma->queues[ticket & 1];
    uint64_t number = ticket >> 1;
    return number == 0 || number > queue->submitted || queue->submitted - number >= places(dma)
               ? NULL
               : queue;
}

static int look(struct lp_dma *dma, uint64_t ticket, int *done,
                struct lp_dma_completion *completion)
{
    struct lpi_dma_queue *queue = queue_of(dma, ticket);
    if (queue == NULL)
        return LP_ERR_ARG;
    *done = queue->completed >= ticket >> 1;
    if (*done)
        *completion = slot_of(dma, queue, (ticket >> 1) - 1)->completion;
    return LP_OK;
}

int lp_dma_poll(struct lp_dma *dma, uint64_t ticket, int *done,
                struct lp_dma_completion *completion)
{
    if (LPI_ANY_NULL(dma, done, completion))
        return LP_ERR_ARG;
    int error = advance(dma);
    return error != LP_OK ? error : look(dma, ticket, done, completion);
}

int lp_dma_wait(struct lp_dma *dma, uint64_t ticket, struct lp_dma_completion *completion)
{
    int done = 0, error;
    if (LPI_ANY_NULL(dma, completion))
        return LP_ERR_ARG;
    do
        error = look(dma, ticket, &done, completion);
    while (error == LP_OK && !done && (error = advance(dma)) == LP_OK);
    return error;
}

int lp_dma_rate(struct lp_dma *dma, uint32_t rate)
{
    if (dma == NULL || rate >> 24 != 0)
        return LP_ERR_ARG;
    dma->engine->write(dma->state, REG_POLICY, rate);
    return LP_OK;
}

int lp_dma_count(struct lp_dma *dma, struct lp_dma_counts *counts)
{
    uint32_t c[COUNTS];
    if (LPI_ANY_NULL(dma, counts))
        return LP_ERR_ARG;
    dma->engine->write(dma->state, REG_SNAPSHOT, 1);
    for (unsigned i = 0; i < COUNTS; i++)
        c[i] = dma->engine->read(dma->state, REG_COUNTS + 4 * i);
    *counts = (struct lp_dma_counts){
        .cycles = c[COUNT_CYCLES],
        .out = {c[COUNT_OUT_GROUPS], c[COUNT_OUT_BEATS], c[COUNT_OUT_STALL_LINK],
                c[COUNT_OUT_STALL_CREDIT], c[COUNT_OUT_STALL_RATE], c[COUNT_OUT_STALL_MEMORY],
                c[COUNT_OUT_HIGH], 0},
        .in = {c[COUNT_IN_GROUPS], c[COUNT_IN_BEATS], c[COUNT_IN_STALL_LINK], 0,
               c[COUNT_IN_STALL_RATE], c[COUNT_IN_STALL_MEMORY], 0, 0},
        .zeros = c[COUNT_ZEROS],
        .dev_reads = c[COUNT_DEV_READS],
        .dev_writes = c[COUNT_DEV_WRITES],
        .errors = c[COUNT_ERRORS],
    };
    counts->out.span = (uint32_t)dma->engine->span(dma->state, LP_DMA_OUT);
    counts->in.span = (uint32_t)dma->engine->span(dma->state, LP_DMA_IN);
    return LP_OK;
}
