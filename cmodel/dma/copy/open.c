/* SPDX-License-Identifier: Apache-2.0 */
#include "../../base/null.h"
#include "../../lib/cdma/built.h"
#include "driver.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Bus addresses, far from 0 and from each other. */
#define DEVICE_BASE (UINT64_C(1) << 32)
#define HOST_BASE (UINT64_C(1) << 39)
#define MOST_BYTES (UINT64_C(1) << 38)

static const struct lpi_dma_engine *const engines[] = {&lpi_dma_engine_model, &lpi_dma_engine_cycle,
                                                       &lpi_dma_engine_rtl};

void lp_dma_defaults(struct lp_dma_config *config)
{
    *config = (struct lp_dma_config){
        .codecs = 2,
        .elem = LP_ELEM_32,
        .channels = 6,
        .buffer_bytes = 80 << 10,
        .ring_log2 = 6,
        .device_bytes = 256 << 20,
        .host_bytes = 256 << 20,
        .clock_mhz = 1000,
        .link_gbs = 16,
        .latency_ns = 350,
        .seed = 1,
    };
}

static bool is_valid(const struct lp_dma_config *c)
{
    return lpi_cdma_is_built(c->codecs) &&
           (c->elem == LP_ELEM_8 || c->elem == LP_ELEM_16 || c->elem == LP_ELEM_32) &&
           c->channels >= 1 && c->channels <= LP_DMA_CHANNELS &&
           c->ring_log2 <= LP_DMA_RING_LOG2_MAX && c->device_bytes >= LP_DMA_GROUP &&
           c->device_bytes % LP_DMA_GROUP == 0 && c->device_bytes <= MOST_BYTES &&
           c->host_bytes >= LP_DMA_GROUP && c->host_bytes % LP_DMA_GROUP == 0 &&
           c->host_bytes <= MOST_BYTES && c->clock_mhz > 0 && c->link_gbs > 0 &&
           c->latency_ns >= 0 && c->stall >= 0 && c->stall < 1;
}

static void set_heaps(struct lp_dma *dma, uint64_t rings)
{
    const struct lpi_dma_ram *device = &dma->machine.device, *host = &dma->machine.host;

    dma->device = (struct lpi_heap){.base = device->base, .bytes = device->bytes};
    dma->window = (struct lpi_heap){.base = host->base + rings, .bytes = host->bytes - rings};
}

static int make_slots(struct lp_dma *dma)
{
    for (unsigned i = 0; i < 2; i++)
        dma->queues[i].slots = calloc((size_t)1 << dma->config.ring_log2,
                                      sizeof *dma->queues[i].slots);
    return LPI_ANY_NULL(dma->queues[0].slots, dma->queues[1].slots) ? LP_ERR_SYSTEM : LP_OK;
}

/* Memories, heaps and slots; after LP_ERR_SYSTEM lp_dma_close frees the rest. */
static int make_memories(struct lp_dma *dma)
{
    const struct lp_dma_config *config = &dma->config;
    uint64_t rings = lpi_dma_ring_bytes(config->ring_log2);
    struct lpi_dma_ram *device = &dma->machine.device, *host = &dma->machine.host;

    *device = (struct lpi_dma_ram){DEVICE_BASE, config->device_bytes, NULL};
    *host = (struct lpi_dma_ram){HOST_BASE, rings + config->host_bytes, NULL};
    device->at = calloc(device->bytes, 1);
    host->at = calloc(host->bytes, 1);
    dma->machine.config = config;
    set_heaps(dma, rings);
    int error = make_slots(dma);
    return LPI_ANY_NULL(device->at, host->at) ? LP_ERR_SYSTEM : error;
}

int lpi_dma_open(const struct lpi_dma_engine *engine, const struct lp_dma_config *config,
                 struct lp_dma **result)
{
    struct lp_dma *dma = calloc(1, sizeof *dma);
    if (dma == NULL)
        return LP_ERR_SYSTEM;
    dma->config = *config;
    int error = make_memories(dma);
    if (error == LP_OK)
        error = engine->open(&dma->machine, &dma->state);
    if (error == LP_OK) {
        dma->engine = engine;
        lpi_dma_start(dma);
        *result = dma;
        return LP_OK;
    }
    lp_dma_close(dma);
    return error;
}

int lpi_dma_open_on(const struct lpi_dma_engine *engine, void *state,
                    const struct lpi_dma_machine *machine, const struct lp_dma_config *config,
                    struct lp_dma **result)
{
    uint64_t rings = lpi_dma_ring_bytes(config->ring_log2);
    struct lp_dma *dma = calloc(1, sizeof *dma);
    if (dma == NULL)
        return LP_ERR_SYSTEM;
    dma->config = *config;
    dma->borrowed = 1;
    dma->machine = *machine;
    dma->machine.config = &dma->config;
    set_heaps(dma, rings);
    int error = make_slots(dma);
    dma->engine = engine;
    dma->state = state;
    if (error == LP_OK)
        error = lpi_dma_clear(dma);
    if (error != LP_OK) {
        lp_dma_close(dma);
        return error;
    }
    lpi_dma_start(dma);
    *result = dma;
    return LP_OK;
}

int lp_dma_open(const char *name, const struct lp_dma_config *config, struct lp_dma **dma)
{
    struct lp_dma_config defaults;

    lp_dma_defaults(&defaults);
    if (config == NULL)
        config = &defaults;
    if (LPI_ANY_NULL(name, dma) || !is_valid(config))
        return LP_ERR_ARG;
    for (size_t i = 0; i < sizeof engines / sizeof engines[0]; i++)
        if (strcmp(name, engines[i]->name) == 0)
            return lpi_dma_open(engines[i], config, dma);
    return LP_ERR_ARG;
}

void lp_dma_close(struct lp_dma *dma)
{
    if (dma == NULL)
        return;
    if (dma->engine != NULL)
        dma->engine->close(dma->state);
    for (unsigned i = 0; i < 2; i++)
        free(dma->queues[i].slots);
    lpi_heap_close(&dma->device);
    lpi_heap_close(&dma->window);
    if (!dma->borrowed) {
        free(dma->machine.device.at);
        free(dma->machine.host.at);
    }
    free(dma);
}

int lp_dma_malloc(struct lp_dma *dma, uint64_t bytes, uint64_t *address)
{
    if (LPI_ANY_NULL(dma, address) || bytes == 0)
        return LP_ERR_ARG;
    int error = lpi_heap_take(&dma->device, bytes, address);
    while (error == LP_ERR_DEVICE_FULL && lpi_index_drop(&dma->indices, &dma->device))
        error = lpi_heap_take(&dma->device, bytes, address);
    return error;
}

int lp_dma_free(struct lp_dma *dma, uint64_t address)
{
    return dma == NULL ? LP_ERR_ARG : lpi_heap_give(&dma->device, address);
}

static uint8_t *device_bytes(const struct lp_dma *dma, uint64_t address)
{
    return dma->machine.device.at + (address - dma->machine.device.base);
}

int lp_dma_write(struct lp_dma *dma, uint64_t address, const void *from, size_t bytes)
{
    if (dma == NULL || (from == NULL && bytes != 0))
        return LP_ERR_ARG;
    if (!lpi_heap_holds(&dma->device, address, bytes))
        return LP_ERR_ADDRESS;
    if (dma->machine.device.at == NULL)
        return lpi_dma_write_far(dma, address, from, bytes);
    if (bytes != 0)
        memcpy(device_bytes(dma, address), from, bytes);
    return LP_OK;
}

int lp_dma_read(struct lp_dma *dma, uint64_t address, void *to, size_t bytes)
{
    if (dma == NULL || (to == NULL && bytes != 0))
        return LP_ERR_ARG;
    if (!lpi_heap_holds(&dma->device, address, bytes))
        return LP_ERR_ADDRESS;
    if (dma->machine.device.at == NULL)
        return lpi_dma_read_far(dma, address, to, bytes);
    if (bytes != 0)
        memcpy(to, device_bytes(dma, address), bytes);
    return LP_OK;
}
