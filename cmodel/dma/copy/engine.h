/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An engine behind its registers and its two memories: all that a driver sees of it. The driver
 * (driver.c) writes registers, rings and descriptors; an engine runs when it is told to. Not
 * installed.
 */
#ifndef LPI_DMA_ENGINE_H
#define LPI_DMA_ENGINE_H

#include <linepress/dma.h>

/* A memory at its bus addresses; `at` is NULL where no pointer leads to it. */
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

    /*
     * The rest is NULL for engines inside this process. Where host memory has no pointer it is a
     * part of the engine's own, and both are reached by these, at their bus addresses.
     */
    int (*put)(void *state, uint64_t address, const void *from, size_t bytes);
    int (*get)(void *state, uint64_t address, void *to, size_t bytes);
    /* Ends all that is under way, after a wait of this many milliseconds without a completion:
     * registers are then as after a reset. */
    int (*restart)(void *state);
    unsigned (*patience)(void *state);
    /* The engine wrote what cannot be true; says so and returns the error for it. An engine with it
     * is somebody else's: of its completions nothing is used that was not checked. */
    int (*distrust)(void *state, const char *what);
};

extern const struct lpi_dma_engine lpi_dma_engine_model, lpi_dma_engine_cycle, lpi_dma_engine_rtl;

#endif
