/* SPDX-License-Identifier: Apache-2.0 */
/* Clocked engines: the model of lp_cdma_core, or its RTL, with its memories. */
#include "engine_clocked.h"

#include <stdlib.h>

#include "../../lib/cdma/built.h"
#include "registers.h"
#include "rig.h"

#define BEAT 32u

struct clocked {
    struct lpi_rig *rig;
    const char *wrong; /* a port rule that the engine violated; it stops then */
};

/* Converts a time to cycles, at least one. */
static unsigned cycles_of(double ns, double mhz)
{
    double cycles = ns * mhz / 1000;

    return cycles < 1 ? 1 : cycles > 1e6 ? 1000000 : (unsigned)(cycles + 0.5);
}

static struct lpi_rig_config rig_config(const struct lpi_dma_machine *machine)
{
    const struct lp_dma_config *c = machine->config;
    const struct lpi_dma_ram *device = &machine->device, *host = &machine->host;

    return (struct lpi_rig_config){
        .channels = (int)c->channels,
        .flits = (int)(c->buffer_bytes / BEAT / c->channels),
        .codecs = lpi_cdma_parameter(c->codecs),
        .elem = (int)c->elem,
        .device = device->at,
        .device_base = device->base,
        .device_bytes = device->bytes,
        .host = host->at,
        .host_base = host->base,
        .host_bytes = host->bytes,
        .latency = cycles_of(c->latency_ns, c->clock_mhz),
        .host_latency = cycles_of(c->latency_ns, c->clock_mhz),
        /* A link of 16 GB/s moves 16000 / MHz bytes in a cycle. */
        .link_beats = (uint32_t)(c->link_gbs * 1000 + 0.5),
        .link_cycles = (uint32_t)(c->clock_mhz * BEAT + 0.5),
        .stall = c->stall,
        .seed = c->seed,
    };
}

int lpi_dma_clocked_open(lp_open_fn *open, const struct lpi_dma_machine *machine, void **state)
{
    struct lpi_rig_config config = rig_config(machine);
    struct clocked *clocked = calloc(1, sizeof *clocked);
    int error = clocked ? lpi_rig_open(open, &config, &clocked->rig) : LP_ERR_SYSTEM;

    if (error == LP_OK)
        *state = clocked;
    else
        free(clocked);
    return error;
}

static int open_model(const struct lpi_dma_machine *machine, void **state)
{
    return lpi_dma_clocked_open(lp_model_open, machine, state);
}

void lpi_dma_clocked_close(void *state)
{
    struct clocked *clocked = state;

    lpi_rig_close(clocked->rig);
    free(clocked);
}

void lpi_dma_clocked_write(void *state, unsigned offset, uint32_t value)
{
    struct clocked *clocked = state;

    lpi_rig_write(clocked->rig, offset, value, &clocked->wrong);
}

uint32_t lpi_dma_clocked_read(void *state, unsigned offset)
{
    struct clocked *clocked = state;

    return lpi_rig_read(clocked->rig, offset, &clocked->wrong);
}

/* A written completion sets the interrupt bit, which is cleared for the next. */
int lpi_dma_clocked_run(void *state, uint64_t cycles)
{
    struct clocked *clocked = state;

    while (cycles-- > 0 && !clocked->wrong && !lpi_rig_irq(clocked->rig))
        clocked->wrong = lpi_rig_step(clocked->rig);
    if (!clocked->wrong && lpi_rig_irq(clocked->rig))
        lpi_rig_write(clocked->rig, REG_IRQ, UINT32_MAX, &clocked->wrong);
    return clocked->wrong ? LP_ERR_ENGINE : LP_OK;
}

uint64_t lpi_dma_clocked_span(void *state, enum lp_dma_direction direction)
{
    const struct clocked *clocked = state;
    struct lpi_link_moved moved = lpi_rig_moved(clocked->rig, direction == LP_DMA_IN);

    return moved.beats ? moved.last - moved.first + 1 : 0;
}

const struct lpi_dma_engine lpi_dma_engine_cycle = {
    .name = "cycle",
    .open = open_model,
    .close = lpi_dma_clocked_close,
    .write = lpi_dma_clocked_write,
    .read = lpi_dma_clocked_read,
    .run = lpi_dma_clocked_run,
    .span = lpi_dma_clocked_span,
};
