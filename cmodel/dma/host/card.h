/* SPDX-License-Identifier: Apache-2.0 */
/* State of a card's handle. Not installed. */
#ifndef LPI_HOST_CARD_H
#define LPI_HOST_CARD_H

#include "../copy/driver.h"
#include "transport.h"

struct lp_card {
    const struct lpi_card_transport *transport;
    void *state;
    struct lp_card_config config;
    struct lp_card_info info;
    struct lpi_card_shape shape;
    struct lp_card_trouble trouble;
    uint32_t engine, test, mover; /* offsets of their registers; 0: there is none */
    struct lp_dma *dma;
    int error;     /* of a register, for calls that cannot return it */
    unsigned idle; /* polls without a completion since the last doorbell */
};

/* Walks the list of blocks into the card's info. */
int lpi_card_walk(struct lp_card *card);

/* Resets, and enters or leaves local mode. */
int lpi_card_begin(struct lp_card *card, int local);

/* Milliseconds of a monotonic clock. */
double lpi_card_now(void);
void lpi_card_pause(unsigned microseconds);

/* Accesses of existing registers, in order. */
int lpi_card_access(struct lp_card *card, struct lpi_card_access *list, size_t count);

/* Reads a register until these bits are 0. */
int lpi_card_until_clear(struct lp_card *card, uint32_t offset, uint32_t bits, uint32_t *value);

/* Card memory, also outside the range of lp_card_peek. */
int lpi_card_put(struct lp_card *card, uint64_t address, const void *from, size_t bytes);
int lpi_card_get(struct lp_card *card, uint64_t address, void *to, size_t bytes);

/* Commands of the self-test; `beats` are of 32 bytes. */
int lpi_card_fill(struct lp_card *card, uint64_t address, uint32_t beats, uint32_t kind,
                  uint32_t seed);
int lpi_card_sum(struct lp_card *card, uint64_t address, uint32_t beats, uint32_t *crc);

/* Whether copies may use the mover; its restart; and copies of whole beats. */
bool lpi_card_has_mover(const struct lp_card *card);
int lpi_card_begin_mover(struct lp_card *card);
int lpi_card_mover_put(struct lp_card *card, uint64_t address, const uint8_t *from, size_t bytes);
int lpi_card_mover_get(struct lp_card *card, uint64_t address, uint8_t *to, size_t bytes);

/* The engine as seen by a driver; its state is the card. */
extern const struct lpi_dma_engine lpi_dma_engine_card;

/* Bytes of the rings and the window in local mode: at most half of card memory. */
uint64_t lpi_card_local_window(const struct lp_card *card);

/* Opens card->dma in the current mode. */
int lpi_card_open_dma(struct lp_card *card);
void lpi_card_close_dma(struct lp_card *card);

#endif
