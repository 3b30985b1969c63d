/* SPDX-License-Identifier: Apache-2.0 */
/* A card at `sim:` for fuzz.c: its options, both memories as a test sees them, guard bytes. */
#ifndef TB_CARD_FUZZ_CARD_H
#define TB_CARD_FUZZ_CARD_H

#include <linepress/card.h>
#include <stdbool.h>

#include "units/common/params.h"
#include "base/rng.h"
#include "units/traffic/card/card_user.h"
#include "units/traffic/cdma/dma_jobs.h"

/* Faults of a round. */
enum fuzz_kind {
    FUZZ_NONE,
    FUZZ_ABORTS,
    FUZZ_HOLES,  /* ranges of both memories that answer with errors */
    FUZZ_ERRORS, /* errors anywhere */
    FUZZ_RESETS,
    FUZZ_GONE,
    FUZZ_HANG,
    FUZZ_USERS,
    FUZZ_WALK,  /* no fault: software uses the card's own registers */
    FUZZ_TESTS, /* the same, and some of the self-test's memory answers with errors */
    FUZZ_KINDS
};

#define FUZZ_TESTED LP_USER_MOST /* bytes for the self-test */

struct fuzz {
    struct lp_rng rng;
    enum fuzz_kind kind;
    const char *model;
    bool plain;      /* as for a card of RTL: default parameters and a slow clock */
    int mode;        /* 1: only local mode, 0: never, -1: both */
    int file;        /* file of the card's memory */
    uint8_t *memory; /* the first bytes of it, used by the library */
    uint8_t *place;  /* bytes of the descriptors, with guards, and those of the self-test */
    uint8_t *tested;
    int values[LP_MAX_PARAMS]; /* of the unit's parameters */
    uint8_t *guarded;          /* of host memory: guards and what is between; NULL: local mode */
    char options[512];         /* of the server */
    unsigned cycles_per_access;
    uint64_t hang_cycles, back; /* of the link; accesses until a pulled card is back */
    struct lp_card *card;
    struct lp_card_trouble trouble;
    int error;              /* error of a register */
    bool gone;              /* a register read as ones */
    uint64_t reads, digest; /* of all registers: number of reads, digest of values */
    uint64_t waited;        /* cycles since the last completion */
    uint64_t faults;        /* in this round */
    struct lp_jobs jobs;
    struct lp_user user;
    struct lp_jobs_bad bad_tested; /* of the self-test's memory */
};

/* Whether a round's software uses the card's own registers. */
static inline bool fuzz_walks(const struct fuzz *fuzz)
{
    return fuzz->kind == FUZZ_WALK || fuzz->kind == FUZZ_TESTS;
}

bool fuzz_begin(struct fuzz *fuzz, const char *server, const char *model);
/* A card for this round's kind. NULL, or what is wrong. */
const char *fuzz_open(struct fuzz *fuzz);
void fuzz_close(struct fuzz *fuzz);
/* Opens the same card for another user. */
int fuzz_open_other(struct fuzz *fuzz, struct lp_card **card);
/* Closes the engine opened by lp_card_dma. */
void fuzz_end_library(struct fuzz *fuzz);

/* Registers; the context is a struct fuzz, whose `error` keeps the first that fails. */
uint32_t fuzz_read(void *context, uint32_t offset);
void fuzz_write(void *context, uint32_t offset, uint32_t value);

/* Whether an interrupt has come since the last call. */
bool fuzz_interrupt(struct fuzz *fuzz);

/* When idle: checks memories and guards. NULL, or the fault. */
const char *fuzz_compare(const struct fuzz *fuzz);

#endif
