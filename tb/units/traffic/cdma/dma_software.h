/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Software that drives the compressing DMA engine at random: sets it up, fills rings, rings
 * doorbells, aborts, changes the policy, stops the link, reads counters, and lets dma_jobs.h
 * compare the results.
 */
#ifndef LP_DMA_SOFTWARE_H
#define LP_DMA_SOFTWARE_H

#include "dma/copy/rig.h"
#include "dma_jobs.h"

#define LP_SOFTWARE_SCRIPT 64

struct lp_software {
    struct lp_jobs jobs;
    struct lpi_rig_config config;
    struct lpi_rig *rig;
    struct lp_step {
        bool write;
        unsigned addr;
        uint32_t value;
    } script[LP_SOFTWARE_SCRIPT];
    unsigned at, count; /* position in the script */
    unsigned read;      /* address of the access in progress; 0: none */
    unsigned held;      /* cycles that the link still stops */
    uint64_t progress;  /* cycle of the last completion */
    bool aborts, holds; /* actions of this run */
    bool stopped;       /* a ring has stopped and must be restarted */
    const char *wrong;  /* events since then */
};

/* values: CHANNELS, FLITS, CODECS, ELEM. False: no memory. */
bool lp_software_open(struct lp_software *software, const int *values, uint64_t seed);
void lp_software_close(struct lp_software *software);
/* The engine was reset. False: no memory. */
bool lp_software_restart(struct lp_software *software);

/* Before a cycle: offers register accesses. */
void lp_software_act(struct lp_software *software);
/* After a cycle. NULL, or what is wrong. */
const char *lp_software_look(struct lp_software *software);

#endif
