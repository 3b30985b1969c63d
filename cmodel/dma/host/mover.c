/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Card memory through the mover (rtl/card/lp_card_mover.sv), which writes a stream of the bridge to
 * it and reads it into another one. Data that the bridge sends after a run is dropped, since a
 * bridge may pad the end.
 */
#include "card.h"
#include <linepress/card_mover_regs.h>
#include <stdbool.h>
#include <stddef.h>

#define REG(name) (card->mover + (uint32_t)offsetof(lp_card_mover_regs_t, name))
#define FIELD(reg, name) LP_CARD_MOVER_REGS__##reg##__##name##_bm
#define STOPS (FIELD(COMMAND, STOP_PUT) | FIELD(COMMAND, STOP_GET))
#define BUSY (FIELD(STATUS, PUT_BUSY) | FIELD(STATUS, GET_BUSY))
enum { BEAT = LP_SECTOR_BYTES };

bool lpi_card_has_mover(const struct lp_card *card)
{
    return card->mover != 0 && card->shape.streams != NULL && card->info.window;
}

int lpi_card_begin_mover(struct lp_card *card)
{
    struct lpi_card_access list[] = {{REG(command), STOPS, true, false},
                                     {REG(control), FIELD(CONTROL, DROP), true, false},
                                     {REG(irq_enable), 0, true, false}};
    uint32_t status;
    int error = lpi_card_access(card, list, sizeof list / sizeof *list);

    return error == LP_OK ? lpi_card_until_clear(card, REG(status), BUSY, &status) : error;
}

/* Cleans up after a failure, so that nothing of it reaches the next run. */
static int give_up(struct lp_card *card, int error)
{
    card->shape.streams->stop(card->state);
    if (error != LP_OK)
        (void)lpi_card_begin_mover(card);
    return error;
}

static int put_run(struct lp_card *card, uint64_t address, const uint8_t *from, size_t bytes)
{
    struct lpi_card_access list[] = {{REG(put_lo), (uint32_t)address, true, false},
                                     {REG(put_hi), (uint32_t)(address >> 32), true, false},
                                     {REG(put_beats), (uint32_t)(bytes / BEAT), true, false},
                                     {REG(command), FIELD(COMMAND, PUT), true, true}};
    uint32_t status = 0;
    /* The run is started first: until then, beats are dropped. */
    int error = lpi_card_access(card, list, sizeof list / sizeof *list);

    if (error == LP_OK)
        error = card->shape.streams->offer(card->state, from, bytes);
    if (error == LP_OK)
        error = lpi_card_until_clear(card, REG(status), FIELD(STATUS, PUT_BUSY), &status);
    if (error == LP_OK && (status & FIELD(STATUS, PUT_ERROR)))
        error = LP_ERR_MEMORY;
    return give_up(card, error);
}

int lpi_card_mover_put(struct lp_card *card, uint64_t address, const uint8_t *from, size_t bytes)
{
    int error = LP_OK;

    for (size_t n; bytes > 0 && error == LP_OK; address += n, from += n, bytes -= n) {
        n = bytes < card->shape.streams->most ? bytes : card->shape.streams->most;
        error = put_run(card, address, from, n);
    }
    return error;
}

/* A run to the stream, up to its last beat. */
static int give(struct lp_card *card, uint64_t address, size_t bytes)
{
    struct lpi_card_access list[] = {{REG(get_lo), (uint32_t)address, true, false},
                                     {REG(get_hi), (uint32_t)(address >> 32), true, false},
                                     {REG(get_beats), (uint32_t)(bytes / BEAT), true, false},
                                     {REG(command), FIELD(COMMAND, GET), true, true}};
    uint32_t status = 0;
    int error = lpi_card_access(card, list, sizeof list / sizeof *list);

    if (error == LP_OK)
        error = lpi_card_until_clear(card, REG(status), FIELD(STATUS, GET_BUSY), &status);
    return error == LP_OK && (status & FIELD(STATUS, GET_ERROR)) ? LP_ERR_MEMORY : error;
}

/* Some bridges deliver data only when more follows: the extra beats are read from address 0 on. */
static int get_run(struct lp_card *card, uint64_t address, uint8_t *to, size_t bytes)
{
    const struct lpi_card_streams *streams = card->shape.streams;
    size_t more = 0;
    int error = streams->accept(card->state, bytes, &more);

    if (error == LP_OK)
        error = give(card, address, bytes);
    for (size_t n; more > 0 && error == LP_OK; more -= n) {
        n = more < card->info.memory_bytes ? more : (size_t)card->info.memory_bytes;
        error = give(card, 0, n);
    }
    if (error == LP_OK)
        error = streams->collect(card->state, to, bytes, card->config.timeout_ms);
    return give_up(card, error);
}

int lpi_card_mover_get(struct lp_card *card, uint64_t address, uint8_t *to, size_t bytes)
{
    int error = LP_OK;

    for (size_t n; bytes > 0 && error == LP_OK; address += n, to += n, bytes -= n) {
        n = bytes < card->shape.streams->most ? bytes : card->shape.streams->most;
        error = get_run(card, address, to, n);
    }
    return error;
}
