/* SPDX-License-Identifier: Apache-2.0 */
/* Engines that go by cycles: the model of lp_cdma_core, or its RTL, with memories around it. */
#include "engine_cycle.h"

#include <stdlib.h>

#include "registers.h"
#include "rig.h"

#define BEAT 32u

struct cycle {
    struct lpi_rig *rig;
    const char *wrong; /* a rule of its ports that the engine broke; nothing goes on after that */
};

/* Cycles of a time, at least one. */
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
        .codecs = (int)c->codecs,
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

int lpi_dma_engine_cycle_open(lp_open_fn *open, const struct lpi_dma_machine *machine, void **state)
{
    struct lpi_rig_config config = rig_config(machine);
    struct cycle *cycle = calloc(1, sizeof *cycle);
    int error = cycle ? lpi_rig_open(open, &config, &cycle->rig) : LP_ERR_SYSTEM;

    if (error == LP_OK)
        *state = cycle;
    else
        free(cycle);
    return error;
}

static int open_model(const struct lpi_dma_machine *machine, void **state)
{
    return lpi_dma_engine_cycle_open(lp_model_open, machine, state);
}

void lpi_dma_engine_cycle_close(void *state)
{
    struct cycle *cycle = state;

    lpi_rig_close(cycle->rig);
    free(cycle);
}

void lpi_dma_engine_cycle_write(void *state, unsigned offset, uint32_t value)
{
    struct cycle *cycle = state;

    lpi_rig_write(cycle->rig, offset, value, &cycle->wrong);
}

uint32_t lpi_dma_engine_cycle_read(void *state, unsigned offset)
{
    struct cycle *cycle = state;

    return lpi_rig_read(cycle->rig, offset, &cycle->wrong);
}

/* A completion that is written raises the interrupt's bit; it is cleared for the next. */
int lpi_dma_engine_cycle_run(void *state, uint64_t cycles)
{
    struct cycle *cycle = state;

    while (cycles-- > 0 && !cycle->wrong && !lpi_rig_irq(cycle->rig))
        cycle->wrong = lpi_rig_step(cycle->rig);
    if (!cycle->wrong && lpi_rig_irq(cycle->rig))
        lpi_rig_write(cycle->rig, REG_IRQ, UINT32_MAX, &cycle->wrong);
    return cycle->wrong ? LP_ERR_ENGINE : LP_OK;
}

const struct lpi_dma_engine lpi_dma_engine_cycle = {
    "cycle",
    open_model,
    lpi_dma_engine_cycle_close,
    lpi_dma_engine_cycle_write,
    lpi_dma_engine_cycle_read,
    lpi_dma_engine_cycle_run,
};
