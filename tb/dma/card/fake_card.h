/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A card made of C functions, for tests of the host's side: registers of the identity block and the
 * self-test, and the functional engine. Every operation completes immediately.
 */
#ifndef TB_FAKE_CARD_H
#define TB_FAKE_CARD_H

#include <stdbool.h>
#include <stdint.h>

#include "hostile.h"
#include "dma/host/transport.h"

enum { FAKE_MEMORY_LOG2 = 23, FAKE_MOVER = 0x5000 };

/* Its faults and features. */
struct fake_card {
    bool host, bridge, no_test;      /* features */
    bool mover;                      /* its list of blocks has one, FAKE_MOVER */
    uint32_t id, version;            /* instead of the right ones; 0: the right ones */
    uint32_t test_next, engine_base; /* of the list of blocks, likewise */
    uint32_t elem;                   /* 0: 32 */
    uint32_t other_features;         /* bits that are inverted */
    bool dead;                       /* no descriptor is ever completed */
    bool stuck;                      /* a reset does not end */
    bool wrong_sum;                  /* of card memory */
    bool ones;                       /* every register reads as all ones */
    bool mute;                       /* no register answers: LP_ERR_TIMEOUT */
    unsigned bad_reads;              /* of the next this many register accesses, the last one
                                       * fails */

    struct hostile hostile; /* its wrong values */

    uint8_t *memory;               /* the card's */
    struct lpi_card_window window; /* the host's */
    unsigned opens, resets, accesses;
    struct fake_state *state;
};

/* Memory for the card, and for a window of so many bytes (0: none) between pages that cannot be
 * touched. */
void fake_card_open(struct fake_card *card, uint64_t window_bytes);
void fake_card_close(struct fake_card *card);
/* Uses another window from now on, which belongs to the caller. */
void fake_card_take_window(struct fake_card *card);

int fake_card_read(struct fake_card *card, uint32_t offset, uint32_t *value);
int fake_card_write(struct fake_card *card, uint32_t offset, uint32_t value);

/* Transports that ignore `rest`: they open this card. With a window, or with copies. */
extern struct fake_card *fake_card_now;
extern const struct lpi_card_transport fake_by_pointer, fake_by_copies, fake_by_pokes;

#endif
