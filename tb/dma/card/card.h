/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An instance of lp_card with its card memory and the machine's memory, clocked by the caller. One
 * access of its registers at a time.
 */
#ifndef TB_CARD_CARD_H
#define TB_CARD_CARD_H

#include <stdbool.h>
#include <stdint.h>

#include "units/common/instance.h"
#include "host.h"

/* Errors of a memory: at random, and always in a range. */
struct card_errors {
    double chance;
    uint64_t at, bytes;
};

struct card_config {
    lp_open_fn *open;
    const int *values; /* parameters of lp_card */
    uint64_t bytes;    /* bytes of the card's memory, from address 0 on */
    bool sdram;        /* the card's memory is lp_sdram with a chip, without errors */
    unsigned latency, host_latency;
    int file; /* file of the memory's bytes, which others may map; -1: private */
    struct card_errors errors, host_errors; /* of the card's memory; of the machine's */
    uint64_t hang;        /* requests to it after which none is answered; 0: none */
    uint64_t hang_cycles; /* and for how many cycles; 0: forever */
    uint64_t seed;
};

struct card_counts {
    uint64_t cycles, reads, writes;   /* of registers */
    uint64_t host_read, host_written; /* bytes */
    uint64_t host_errors;             /* requests that were answered with an error */
};

struct card;

/* LP_OK, or what lp_open_fn gives. The host outlives the card. */
int card_open(const struct card_config *config, struct host *host, struct card **card);
void card_close(struct card *card);
/* The reset of a slot: registers are reset, transfers in flight are dropped, memory keeps its
 * contents. */
void card_reset(struct card *card);

/* An aligned word. A protocol error of the unit ends the access, see card_wrong. */
uint32_t card_read(struct card *card, uint32_t offset);
void card_write(struct card *card, uint32_t offset, uint32_t value, unsigned strobes);
void card_run(struct card *card, uint64_t cycles);

/* Cycles since the last transfer at a port, except register reads; 0 while it waits for an answer
 * of a memory. */
uint64_t card_quiet(const struct card *card);
bool card_irq(const struct card *card);
const struct card_counts *card_counts(const struct card *card);
/* The rule of a port that the unit has broken; NULL: none. After an error it is not clocked. */
const char *card_wrong(const struct card *card);

#endif
