/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Software at a card's own registers, at random: reads the identity block, has the self-test fill,
 * sum, poke and peek a part of card memory that nobody else uses, and asks for resets. One access
 * at a time. What the self-test did is compared with functional C.
 */
#ifndef LP_CARD_USER_H
#define LP_CARD_USER_H

#include <stdbool.h>
#include <stdint.h>

#include "units/card/card_top_ports.h"
#include "base/rng.h"

#define LP_USER_SCRIPT 32
#define LP_USER_MOST 32768u /* bytes of its part of memory */

struct lp_user_step {
    bool write;
    unsigned addr;
    uint32_t value, mask; /* of a read: bits of the mask must be these */
    uint32_t strb;        /* of a write */
    bool again;           /* of a read: until they are, not at once */
};

enum lp_user_job {
    LP_USER_NOTHING,
    LP_USER_LOOK, /* at the identity block */
    LP_USER_FILL,
    LP_USER_SUM,
    LP_USER_POKE,
    LP_USER_PEEK,
    LP_USER_RESET
};

struct lp_user {
    struct lp_rng *rng;
    const int *values; /* the card's parameters */
    uint8_t *bytes;    /* its part of memory as it is */
    uint32_t size;
    uint64_t base;
    bool errors, local;
    /* Whole lines of its part at which memory answers with errors, and nowhere else; set behind
     * lp_user_open. */
    uint32_t bad_from, bad_bytes;
    uint8_t before[LP_USER_MOST]; /* its part as the command at hand found it, if there are such */
    bool strobes;     /* writes of parts of words, too; set behind lp_user_open */
    uint32_t scratch; /* what the register has */
    enum lp_user_job job;
    struct lp_user_step script[LP_USER_SCRIPT];
    unsigned at, count;
    bool busy, addr, data; /* the access under way */
    uint32_t read;         /* the last value read */
    bool peeks; /* the command at hand is followed by reads of peek */
    uint32_t peek[8], crc;
    uint32_t from, beats, kind, seed; /* of the command */
    uint32_t poke[8];
    uint32_t waited; /* cycles since the job began */
    uint64_t commands, resets;
};

void lp_user_open(struct lp_user *user, struct lp_rng *rng, const int *values, uint8_t *bytes,
                  uint32_t size);
/* Before a cycle; begin: may begin something, or go on with what it does. False: registers rest. */
bool lp_user_drive(struct lp_user *user, bool begin, struct lp_card_in *in);
/* After it. *reset: a reset has just ended, and local is the mode. NULL, or what is wrong. */
const char *lp_user_take(struct lp_user *user, const struct lp_card_in *in,
                         const struct lp_card_out *out, bool *reset);

#endif
