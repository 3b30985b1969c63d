/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wrong data from a card, for tests of the host, which must survive it: wrong values of its
 * registers, its completions and its memory, and wrong messages of the transport. A kind and a seed
 * determine it.
 */
#ifndef TB_HOSTILE_H
#define TB_HOSTILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "dma/copy/engine.h"

enum hostile_kind {
    HOSTILE_NOTHING,
    HOSTILE_REGISTERS, /* values that are read */
    HOSTILE_COMPLETIONS,
    HOSTILE_MEMORY,   /* bytes of the memory that host and card share */
    HOSTILE_MESSAGES, /* replies of a server, or of a serial line */
    HOSTILE_FILES,    /* the files that host and server share */
    HOSTILE_KINDS
};
enum { HOSTILE_WAYS = 20 }; /* of a kind */

struct hostile {
    struct lp_rng rng;
    enum hostile_kind kind;
    unsigned way;              /* one of the ways of the kind, 0 .. HOSTILE_WAYS - 1 */
    unsigned left;             /* opportunities that pass before the first wrong value */
    unsigned of;               /* then one in this many is used */
    uint32_t engine[64], last; /* registers of the engine as written; the last word read */
    uint64_t place;            /* offset of the last completion in memory */
};

/* "KIND:SEED" by numbers; NULL or "": HOSTILE_NOTHING. */
void hostile_begin(struct hostile *h, const char *text);
/* Whether to give a wrong value of that kind now. */
bool hostile_now(struct hostile *h, enum hostile_kind kind);

/* The value read from a register. */
uint32_t hostile_word(struct hostile *h, uint32_t value);
/* The engine's register `offset` was written, and `host` is the memory with the rings. */
void hostile_written(struct hostile *h, uint32_t offset, uint32_t value,
                     const struct lpi_dma_ram *host);
/* Numbers at which a sum or a size may overflow. */
uint64_t hostile_number(struct hostile *h);

#endif
