/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random software at a card's own registers: it reads the identity block, makes the self-test fill,
 * sum, poke and peek a part of card memory reserved for it, and requests resets, one access at a
 * time. The results of the self-test are compared with functional C.
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
    uint32_t value, mask; /* of a read: expected values of the bits in the mask */
    uint32_t strb;        /* of a write */
    bool again;           /* of a read: repeated until they match */
};

enum lp_user_job {
    LP_USER_NOTHING,
    LP_USER_LOOK, /* position in the identity block */
    LP_USER_FILL,
    LP_USER_SUM,
    LP_USER_POKE,
    LP_USER_PEEK,
    LP_USER_RESET
};

struct lp_user {
    struct lp_rng *rng;
    const int *values; /* the card's parameters */
    uint8_t *bytes;    /* present contents of its part of memory */
    uint32_t size;
    uint64_t base;
    bool errors, local;
    /* Whole lines of its part at which memory answers with errors, and nowhere else; set after
     * lp_user_open. */
    uint32_t bad_from, bad_bytes;
    uint8_t before[LP_USER_MOST]; /* its part at the start of the current command, if there are such
                                   * lines */
    bool strobes;                 /* also write parts of words; set after lp_user_open */
    uint32_t scratch;             /* value of the register */
    enum lp_user_job job;
    struct lp_user_step script[LP_USER_SCRIPT];
    unsigned at, count;
    bool busy, addr, data; /* the access in progress */
    uint32_t read;         /* the last value read */
    bool peeks;            /* the current command is followed by reads of peek */
    uint32_t peek[8], crc;
    uint32_t from, beats, kind, seed; /* state of the command */
    uint32_t poke[8];
    uint32_t waited; /* cycles since the job began */
    uint64_t commands, resets;
};

void lp_user_open(struct lp_user *user, struct lp_rng *rng, const int *values, uint8_t *bytes,
                  uint32_t size);
/* Before a cycle. begin: may start an access, or continue its current job. False: no register
 * access. */
bool lp_user_drive(struct lp_user *user, bool begin, struct lp_card_in *in);
/* After a cycle. *reset: a reset has just ended, and local is the mode. NULL, or what is wrong. */
const char *lp_user_take(struct lp_user *user, const struct lp_card_in *in,
                         const struct lp_card_out *out, bool *reset);

#endif
