/* SPDX-License-Identifier: Apache-2.0 */
/* A card behind `sim:` for fuzz.c: its options, both memories as a test sees them, guard bytes. */
#ifndef TB_CARD_FUZZ_CARD_H
#define TB_CARD_FUZZ_CARD_H

#include <linepress/card.h>
#include <stdbool.h>

#include "units/common/params.h"
#include "base/rng.h"
#include "units/traffic/card/card_user.h"
#include "units/traffic/cdma/dma_jobs.h"

/* What goes wrong in a round. */
enum fuzz_kind {
    FUZZ_NONE,
    FUZZ_ABORTS,
    FUZZ_HOLES,  /* ranges of both memories that answer with errors */
    FUZZ_ERRORS, /* errors anywhere */
    FUZZ_RESETS,
    FUZZ_GONE,
    FUZZ_HANG,
    FUZZ_USERS,
    FUZZ_WALK,   /* nothing: software is at the card's own registers */
    FUZZ_TESTS,  /* the same, and some of the self-test's memory answers with errors */
    FUZZ_KINDS
};

#define FUZZ_TESTED LP_USER_MOST /* bytes that the self-test has */

struct fuzz {
    struct lp_rng rng;
    enum fuzz_kind kind;
    const char *model;
    bool plain; /* what a card of RTL has: default parameters and a slow clock */
    int mode; /* 1: local mode alone, 0: none of it, -1: both */
    int file;        /* the card's memory */
    uint8_t *memory; /* the first bytes of it, which are the library's */
    uint8_t *place;  /* those of the descriptors, with guards, and those of the self-test */
    uint8_t *tested;
    int values[LP_MAX_PARAMS]; /* of the unit's parameters */
    uint8_t *guarded; /* of host memory: guards and what is between; NULL: local mode */
    char options[512]; /* of the server */
    unsigned cycles_per_access;
    uint64_t hang_cycles, back; /* of the link; accesses until a card that was pulled is back */
    struct lp_card *card;
    struct lp_card_trouble trouble;
    int error;       /* of a register */
    bool gone;       /* it read as ones */
    uint64_t reads, digest; /* of all registers: how many reads, and what they gave */
    uint64_t waited; /* cycles since the last completion */
    uint64_t faults; /* in this round */
    struct lp_jobs jobs;
    struct lp_user user;
    struct lp_jobs_bad bad_tested; /* of the self-test's memory */
};

/* Whether a round's software is at the card's own registers. */
static inline bool fuzz_walks(const struct fuzz *fuzz)
{
    return fuzz->kind == FUZZ_WALK || fuzz->kind == FUZZ_TESTS;
}

bool fuzz_begin(struct fuzz *fuzz, const char *server, const char *model);
/* A card for this round's kind. NULL, or what is wrong. */
const char *fuzz_open(struct fuzz *fuzz);
void fuzz_close(struct fuzz *fuzz);
/* The same card for somebody else. */
int fuzz_open_other(struct fuzz *fuzz, struct lp_card **card);
/* What lp_card_dma has opened is closed again. */
void fuzz_end_library(struct fuzz *fuzz);

/* Registers; the context is a struct fuzz, whose `error` keeps the first that fails. */
uint32_t fuzz_read(void *context, uint32_t offset);
void fuzz_write(void *context, uint32_t offset, uint32_t value);

/* Whether an interrupt has come since this was last asked. */
bool fuzz_interrupt(struct fuzz *fuzz);

/* With nothing under way: memories and guards are what they must be. NULL, or what is not. */
const char *fuzz_compare(const struct fuzz *fuzz);

#endif
