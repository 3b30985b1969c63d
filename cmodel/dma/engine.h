/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An engine behind its registers and its two memories: all that a driver sees of it. The driver
 * (driver.c) writes registers, rings and descriptors; an engine runs when it is told to. Not
 * installed.
 */
#ifndef LPI_DMA_ENGINE_H
#define LPI_DMA_ENGINE_H

#include <linepress/dma.h>

/* A memory at its bus addresses. */
struct lpi_dma_ram {
    uint64_t base, bytes;
    uint8_t *at;
};

struct lpi_dma_machine {
    const struct lp_dma_config *config;
    struct lpi_dma_ram device, host;
};

struct lpi_dma_engine {
    const char *name;
    /* After a reset: all registers as they then are. The machine outlives the state. LP_OK or an
     * error to pass on. */
    int (*open)(const struct lpi_dma_machine *machine, void **state);
    void (*close)(void *state);
    /* A register by its byte offset. */
    void (*write)(void *state, unsigned offset, uint32_t value);
    uint32_t (*read)(void *state, unsigned offset);
    /* Runs for at most `cycles` cycles, and less once a completion was written. */
    int (*run)(void *state, uint64_t cycles);
    /* Cycles from the first beat at the link to the last, since this was last asked. */
    uint64_t (*span)(void *state, enum lp_dma_direction direction);
};

extern const struct lpi_dma_engine lpi_dma_engine_model, lpi_dma_engine_cycle,
    lpi_dma_engine_rtl;

#endif
