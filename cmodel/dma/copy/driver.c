/* SPDX-License-Identifier: Apache-2.0 */
/* Rings, descriptors and completions, as a driver handles them. */
#define _POSIX_C_SOURCE 200809L
#include "driver.h"
#include "../../base/clock.h"
#include "../../base/null.h"
#include "registers.h"
#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define STEP_CYCLES 4096u /* between two polls of the completions */

static uint64_t places(const struct lp_dma *dma)
{
    return UINT64_C(1) << dma->config.ring_log2;
}

uint64_t lpi_dma_ring_bytes(unsigned log2)
{
    uint64_t bytes = (uint64_t)(LP_DMA_DESCRIPTOR_BYTES + LP_DMA_COMPLETION_BYTES) << (log2 + 1);
    return (bytes + LP_DMA_GROUP - 1) / LP_DMA_GROUP * LP_DMA_GROUP;
}

/* Host memory, at its bus addresses. */
static int host_put(struct lp_dma *dma, uint64_t address, const void *from, size_t bytes)
{
    const struct lpi_dma_ram *host = &dma->machine.host;
    if (host->at == NULL)
        return dma->engine->put(dma->state, address, from, bytes);
    memcpy(host->at + (address - host->base), from, bytes);
    return LP_OK;
}

static int host_get(struct lp_dma *dma, uint64_t address, void *to, size_t bytes)
{
    const struct lpi_dma_ram *host = &dma->machine.host;
    if (host->at == NULL)
        return dma->engine->get(dma->state, address, to, bytes);
    memcpy(to, host->at + (address - host->base), bytes);
    return LP_OK;
}

static void write_pair(struct lp_dma *dma, unsigned offset, uint64_t value)
{
    dma->engine->write(dma->state, offset, (uint32_t)value);
    dma->engine->write(dma->state, offset + 4, (uint32_t)(value >> 32));
}

int lpi_dma_clear(struct lp_dma *dma)
{
    static const uint8_t zeros[LP_DMA_GROUP];
    uint64_t end = dma->machine.host.base + lpi_dma_ring_bytes(dma->config.ring_log2);
    int error = LP_OK;
    for (uint64_t at = dma->machine.host.base; at < end && error == LP_OK; at += sizeof zeros)
        error = host_put(dma, at, zeros, sizeof zeros);
    return error;
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
        /* A ring's base is a multiple of a descriptor, also after a single completion. */
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

/* Index of a transfer since the rings began, from its number among all submitted ones. */
static uint64_t place_of(const struct lp_dma *dma, const struct lpi_dma_queue *queue,
                         uint64_t serial)
{
    return (serial - queue->origin) & (places(dma) - 1);
}

static struct lpi_dma_slot *slot_of(const struct lp_dma *dma, const struct lpi_dma_queue *queue,
                                    uint64_t serial)
{
    return &queue->slots[serial & (places(dma) - 1)];
}

/* Copies the stream out of the window and frees its space. */
static int finish(struct lp_dma *dma, struct lpi_dma_slot *slot)
{
    const struct lp_dma_completion *c = &slot->completion;
    uint64_t whole = (c->bytes + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES * LP_SECTOR_BYTES;
    int error = LP_OK;

    if (slot->to != NULL && c->status == LP_DMA_GOOD)
        error = host_get(dma, slot->host, slot->to, whole < slot->room ? whole : slot->room);
    if (slot->host != 0)
        (void)lpi_heap_give(&dma->window, slot->host);
    return error;
}

/* Largest and smallest number of bytes of a good transfer. */
static uint64_t most_bytes(const struct lp_dma *dma, const struct lp_dma_descriptor *d, int out)
{
    enum lp_dma_codec codec = (enum lp_dma_codec)(d->flags >> LP_DMA_FLAG_CODEC_SHIFT & 0xf);
    uint64_t bound = codec == LP_DMA_RAW ? d->raw_bytes
                                         : lp_dma_bound(codec, dma->config.elem, d->raw_bytes);
    return out && bound < d->size ? bound : d->size;
}

static uint64_t least_bytes(const struct lp_dma_descriptor *d, int out)
{
    int raw = (d->flags >> LP_DMA_FLAG_CODEC_SHIFT & 0xf) == LP_DMA_RAW;
    return !out ? d->size : raw ? d->raw_bytes : 1;
}

/* Impossible field of a good completion, as text; 0: none. */
static int doubt_good(const struct lp_dma *dma, const struct lp_dma_descriptor *d, int out,
                      const struct lp_dma_completion *c, char *text, size_t size)
{
    uint64_t most = most_bytes(dma, d, out), least = least_bytes(d, out);

    if (c->bytes > most)
        return snprintf(text, size,
                        "says that a stream has %" PRIu64 " bytes where %" PRIu64 " are the most",
                        c->bytes, most);
    if (c->bytes < least)
        return snprintf(text, size,
                        "says that a stream has %" PRIu64 " bytes where %" PRIu64 " are the least",
                        c->bytes, least);
    if (c->zeros > d->raw_bytes / 4)
        return snprintf(text, size, "says that %" PRIu64 " words of %" PRIu64 " are zero", c->zeros,
                        d->raw_bytes / 4);
    return 0;
}

/* The same for any completion, copied out of the engine's reach. */
static int doubt(const struct lp_dma *dma, const struct lpi_dma_queue *queue, unsigned phase,
                 char *text, size_t size)
{
    const struct lpi_dma_slot *slot = slot_of(dma, queue, queue->completed);
    const struct lp_dma_descriptor *d = &slot->asked;
    const struct lp_dma_completion *c = &slot->completion;

    if (c->phase != phase)
        return snprintf(text, size, "changes a completion that it has written");
    if (c->id != d->id)
        return snprintf(text, size,
                        "completes transfer 0x%08" PRIx32 " where 0x%08" PRIx32 " is due", c->id,
                        d->id);
    if (c->status > LP_DMA_RESERVED)
        return snprintf(text, size, "writes status %u, which there is not", (unsigned)c->status);
    if (c->status == LP_DMA_GOOD)
        return doubt_good(dma, d, queue->regs == REG_OUT, c, text, size);
    if (c->bytes != 0 || c->zeros != 0)
        return snprintf(text, size, "says that a transfer moved bytes, and that it failed");
    if (c->bad > d->raw_bytes / LP_DMA_GROUP)
        return snprintf(text, size, "says that group %" PRIu32 " is bad of %" PRIu64, c->bad,
                        (d->raw_bytes + LP_DMA_GROUP - 1) / LP_DMA_GROUP);
    return 0;
}

/* The engine is no longer waited for: transfers in flight are aborted. */
static int distrust(struct lp_dma *dma, const char *text)
{
    (void)lpi_dma_reset(dma);
    return dma->engine->distrust(dma->state, text);
}

/* The next completion of a queue; *there = 0: the engine has not written it yet. */
static int take_completion(struct lp_dma *dma, struct lpi_dma_queue *queue, int *there)
{
    struct lp_dma_completion *c = &slot_of(dma, queue, queue->completed)->completion;
    uint64_t at = queue->done + place_of(dma, queue, queue->completed) * LP_DMA_COMPLETION_BYTES;
    unsigned phase = !((queue->completed - queue->origin) >> dma->config.ring_log2 & 1);
    uint8_t bytes[LP_DMA_COMPLETION_BYTES];
    char text[128];
    int error = host_get(dma, at, bytes, sizeof bytes);

    lp_dma_decode_completion(bytes, c);
    *there = error == LP_OK && c->phase == phase;
    if (!*there || dma->engine->distrust == NULL)
        return error;
    /* The card may write concurrently: the phase is read first, the rest once after it. */
    atomic_thread_fence(memory_order_acquire);
    error = host_get(dma, at, bytes, sizeof bytes);
    lp_dma_decode_completion(bytes, c);
    if (error == LP_OK && doubt(dma, queue, phase, text, sizeof text) > 0)
        error = distrust(dma, text);
    return error;
}

/* Processes completed transfers. */
static int harvest(struct lp_dma *dma)
{
    int there, error = LP_OK;
    for (unsigned i = 0; i < 2; i++) {
        struct lpi_dma_queue *queue = &dma->queues[i];
        while (queue->completed < queue->submitted && error == LP_OK) {
            error = take_completion(dma, queue, &there);
            if (error != LP_OK || !there)
                break;
            error = finish(dma, slot_of(dma, queue, queue->completed));
            queue->completed++;
            dma->progress = 0;
        }
    }
    return error;
}

static bool is_idle(const struct lp_dma *dma)
{
    return dma->queues[0].completed == dma->queues[0].submitted &&
           dma->queues[1].completed == dma->queues[1].submitted;
}

int lpi_dma_reset(struct lp_dma *dma)
{
    int error = dma->engine->restart(dma->state);
    for (unsigned i = 0; i < 2; i++) {
        struct lpi_dma_queue *queue = &dma->queues[i];
        for (; queue->completed < queue->submitted; queue->completed++) {
            struct lpi_dma_slot *slot = slot_of(dma, queue, queue->completed);
            slot->completion = (struct lp_dma_completion){.status = LP_DMA_ABORTED};
            (void)finish(dma, slot);
        }
    }
    if (error == LP_OK)
        error = lpi_dma_clear(dma);
    for (unsigned i = 0; i < 2; i++)
        dma->queues[i].origin = dma->queues[i].submitted;
    if (error == LP_OK)
        lpi_dma_start(dma);
    return error;
}

/* LP_ERR_TIMEOUT if nothing has completed for too long. */
static int check_patience(struct lp_dma *dma)
{
    if (dma->engine->restart == NULL || is_idle(dma))
        return LP_OK;
    if (dma->progress == 0)
        dma->progress = lpi_now();
    if (lpi_now() - dma->progress < dma->engine->patience(dma->state) / 1e3)
        return LP_OK;
    dma->progress = 0;
    int error = lpi_dma_reset(dma);
    return error != LP_OK ? error : LP_ERR_TIMEOUT;
}

static int advance(struct lp_dma *dma)
{
    int error = dma->engine->run(dma->state, STEP_CYCLES);
    int lost = harvest(dma);
    if (error == LP_OK)
        error = lost;
    return error != LP_OK ? error : check_patience(dma);
}

/* Takes space in the window, waiting while it is occupied. */
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

/* The slot belongs to the transfer from now on. */
static int put_descriptor(struct lp_dma *dma, struct lpi_dma_queue *queue,
                          const struct lp_dma_transfer *t, uint64_t host)
{
    struct lp_dma_descriptor *d = &slot_of(dma, queue, queue->submitted)->asked;
    *d = (struct lp_dma_descriptor){
        .flags = LP_DMA_FLAG_IRQ | (t->index != 0 ? LP_DMA_FLAG_INDEX : 0) |
                 ((unsigned)t->codec & 0xf) << LP_DMA_FLAG_CODEC_SHIFT,
        .id = (uint32_t)queue->submitted,
        .device = t->device,
        .host = host,
        .raw_bytes = t->bytes,
        .size = t->direction == LP_DMA_OUT ? t->size & ~(uint64_t)(LP_SECTOR_BYTES - 1) : t->size,
        .index = t->index,
    };
    uint64_t at = place_of(dma, queue, queue->submitted) * LP_DMA_DESCRIPTOR_BYTES;
    uint8_t bytes[LP_DMA_DESCRIPTOR_BYTES];
    lp_dma_encode_descriptor(d, bytes);
    return host_put(dma, queue->base + at, bytes, sizeof bytes);
}

/* Rings the doorbell after slot and descriptor are written. */
static void ring_doorbell(struct lp_dma *dma, struct lpi_dma_queue *queue)
{
    if (is_idle(dma))
        dma->progress = 0;
    queue->submitted++;
    atomic_thread_fence(memory_order_seq_cst);
    dma->engine->write(dma->state, queue->regs + RING_TAIL,
                       (uint32_t)(queue->submitted - queue->origin) & 0xffff);
}

static int wait_for_place(struct lp_dma *dma, const struct lpi_dma_queue *queue)
{
    int error = LP_OK;
    while (queue->submitted - queue->completed == places(dma) && error == LP_OK)
        error = advance(dma);
    return error;
}

int lpi_dma_submit_at(struct lp_dma *dma, const struct lp_dma_transfer *t, uint64_t host,
                      uint64_t *ticket)
{
    struct lpi_dma_queue *queue = &dma->queues[t->direction];
    int error = wait_for_place(dma, queue);
    if (error != LP_OK)
        return error;
    *slot_of(dma, queue, queue->submitted) = (struct lpi_dma_slot){0};
    error = put_descriptor(dma, queue, t, host);
    if (error == LP_OK) {
        ring_doorbell(dma, queue);
        *ticket = queue->submitted << 1 | t->direction;
    }
    return error;
}

int lp_dma_submit(struct lp_dma *dma, const struct lp_dma_transfer *t, uint64_t *ticket)
{
    if (LPI_ANY_NULL(dma, t, ticket) || (t->direction != LP_DMA_OUT && t->direction != LP_DMA_IN) ||
        (t->size != 0 && (t->direction == LP_DMA_OUT ? t->to == NULL : t->from == NULL)))
        return LP_ERR_ARG;
    struct lpi_dma_queue *queue = &dma->queues[t->direction];
    uint64_t host = 0;
    int error = wait_for_place(dma, queue);
    if (error == LP_OK && t->size != 0)
        error = take_window(dma, t->size, &host);
    if (error != LP_OK)
        return error;
    if (t->direction == LP_DMA_IN && t->size != 0)
        error = host_put(dma, host, t->from, t->size);
    if (error == LP_OK)
        error = put_descriptor(dma, queue, t, host != 0 ? host : dma->window.base);
    if (error != LP_OK) {
        (void)lpi_heap_give(&dma->window, host);
        return error;
    }
    struct lpi_dma_slot *slot = slot_of(dma, queue, queue->submitted);
    slot->host = host;
    slot->to = t->direction == LP_DMA_OUT ? t->to : NULL;
    slot->room = t->size;
    ring_doorbell(dma, queue);
    *ticket = queue->submitted << 1 | t->direction;
    return LP_OK;
}

/* The queue of a ticket whose completion is present or outstanding; NULL: none. */
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
