/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An engine as its registers and its two memories, the view of a driver. The driver (driver.c)
 * writes registers, rings and descriptors; an engine runs only when called. Not installed.
 */
#ifndef LPI_DMA_ENGINE_H
#define LPI_DMA_ENGINE_H

#include <linepress/dma.h>

/* A memory at its bus addresses; `at` is NULL if it is not mapped. */
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
    /* Opens in the reset state. The machine outlives the state. LP_OK or an error to pass on. */
    int (*open)(const struct lpi_dma_machine *machine, void **state);
    void (*close)(void *state);
    /* A register by its byte offset. */
    void (*write)(void *state, unsigned offset, uint32_t value);
    uint32_t (*read)(void *state, unsigned offset);
    /* Runs for at most `cycles` cycles, or until a completion is written. */
    int (*run)(void *state, uint64_t cycles);
    /* Cycles from the first beat at the link to the last, since the last call. */
    uint64_t (*span)(void *state, enum lp_dma_direction direction);

    /*
     * The rest is NULL for engines inside this process. If host memory is not mapped it belongs to
     * the engine, and both memories are accessed by these functions, at their bus addresses.
     */
    int (*put)(void *state, uint64_t address, const void *from, size_t bytes);
    int (*get)(void *state, uint64_t address, void *to, size_t bytes);
    /* Ends all transfers in flight, after this many milliseconds without a completion: registers
     * are then as after a reset. */
    int (*restart)(void *state);
    unsigned (*patience)(void *state);
    /* The engine wrote an impossible value; reports it and returns the error. Engines with this
     * function are external: their completions are used only after a check. */
    int (*distrust)(void *state, const char *what);
};

extern const struct lpi_dma_engine lpi_dma_engine_model, lpi_dma_engine_cycle, lpi_dma_engine_rtl;

#endif
