/* SPDX-License-Identifier: Apache-2.0 */
/* Card memory without the engine: by the transport, or by the self-test's registers in beats. */
#include "../../base/null.h"
#include "../../base/wide.h"
#include "card.h"
#include <linepress/card_test_regs.h>
#include <linepress/cdma_regs.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define REG(name) (card->test + (uint32_t)offsetof(lp_card_test_regs_t, name))
enum { BEAT = LP_SECTOR_BYTES, BEAT_WORDS = BEAT / 4 };

/* ---- commands of the self-test ---- */

static bool has_test(struct lp_card *card)
{
    if (card->test == 0)
        lpi_card_say(&card->trouble, LP_CARD_BUILT,
                     "%s: no self-test is built in, and nothing "
                     "else reaches its memory",
                     card->info.spec);
    return card->test != 0;
}

/* A command: the registers written before it, the command, and the registers read after it. */
#define MOST_ACCESSES (2 * BEAT_WORDS + 4)
struct order {
    struct lpi_card_access list[MOST_ACCESSES];
    size_t count, status; /* status: index of the access that reads it */
};

static void put_word(struct order *order, uint32_t offset, uint32_t value)
{
    order->list[order->count++] = (struct lpi_card_access){
        .offset = offset, .value = value, .write = true};
}

static void put_read(struct order *order, uint32_t offset)
{
    order->list[order->count++] = (struct lpi_card_access){.offset = offset};
}

static void put_command(struct lp_card *card, struct order *order, uint32_t which, uint64_t address)
{
    put_word(order, REG(addr_lo), (uint32_t)address);
    put_word(order, REG(addr_hi), (uint32_t)(address >> 32));
    put_word(order, REG(command), which);
    order->list[order->count - 1].after = true;
    order->status = order->count;
    put_read(order, REG(status));
}

/* Executes it; the reads after the status are repeated if the command was still busy. */
static int carry_out(struct lp_card *card, struct order *order)
{
    struct lpi_card_access *status = &order->list[order->status];
    size_t behind = order->count - order->status - 1;
    int error = lpi_card_access(card, order->list, order->count);

    if (error == LP_OK && (status->value & LP_CARD_TEST_REGS__STATUS__BUSY_bm)) {
        error = lpi_card_until_clear(card, REG(status), LP_CARD_TEST_REGS__STATUS__BUSY_bm,
                                     &status->value);
        if (error == LP_OK && behind > 0)
            error = lpi_card_access(card, status + 1, behind);
    }
    if (error == LP_OK && (status->value & LP_CARD_TEST_REGS__STATUS__ERROR_bm))
        error = LP_ERR_MEMORY;
    return error;
}

int lpi_card_fill(struct lp_card *card, uint64_t address, uint32_t beats, uint32_t kind,
                  uint32_t seed)
{
    struct order order = {.count = 0};

    if (!has_test(card))
        return LP_ERR_CARD;
    put_word(&order, REG(size), beats);
    put_word(&order, REG(kind), kind);
    put_word(&order, REG(seed), seed);
    put_command(card, &order, LP_CARD_TEST_REGS__COMMAND__FILL_bm, address);
    return carry_out(card, &order);
}

int lpi_card_sum(struct lp_card *card, uint64_t address, uint32_t beats, uint32_t *crc)
{
    struct order order = {.count = 0};
    int error;

    if (!has_test(card))
        return LP_ERR_CARD;
    put_word(&order, REG(size), beats);
    put_command(card, &order, LP_CARD_TEST_REGS__COMMAND__SUM_bm, address);
    put_read(&order, REG(crc));
    error = carry_out(card, &order);
    *crc = order.list[order.count - 1].value;
    return error;
}

static int poke(struct lp_card *card, uint64_t address, const uint8_t *beat)
{
    struct order order = {.count = 0};
    uint32_t words[BEAT_WORDS];

    lpi_words_of_bytes(words, beat, BEAT);
    for (unsigned i = 0; i < BEAT_WORDS; i++)
        put_word(&order, REG(poke0) + 4 * i, words[i]);
    put_command(card, &order, LP_CARD_TEST_REGS__COMMAND__POKE_bm, address);
    return carry_out(card, &order);
}

static int peek(struct lp_card *card, uint64_t address, uint8_t *beat)
{
    struct order order = {.count = 0};
    uint32_t words[BEAT_WORDS];
    int error;

    put_command(card, &order, LP_CARD_TEST_REGS__COMMAND__PEEK_bm, address);
    for (unsigned i = 0; i < BEAT_WORDS; i++)
        put_read(&order, REG(peek0) + 4 * i);
    error = carry_out(card, &order);
    for (unsigned i = 0; i < BEAT_WORDS; i++)
        words[i] = order.list[order.status + 1 + i].value;
    if (error == LP_OK)
        lpi_bytes_of_words(beat, words, BEAT);
    return error;
}

/* ---- any bytes ---- */

/* Bytes of the beat at `address` that a copy of `bytes` covers. */
static size_t of_beat(uint64_t address, size_t bytes)
{
    size_t rest = BEAT - address % BEAT;
    return bytes < rest ? bytes : rest;
}

static int poke_bytes(struct lp_card *card, uint64_t address, const uint8_t *from, size_t bytes)
{
    uint8_t beat[BEAT];
    int error = LP_OK;

    for (size_t n; bytes > 0 && error == LP_OK; address += n, from += n, bytes -= n) {
        n = of_beat(address, bytes);
        if (n < BEAT)
            error = peek(card, address - address % BEAT, beat);
        memcpy(beat + address % BEAT, from, n);
        if (error == LP_OK)
            error = poke(card, address - address % BEAT, beat);
    }
    return error;
}

static int peek_bytes(struct lp_card *card, uint64_t address, uint8_t *to, size_t bytes)
{
    uint8_t beat[BEAT];
    int error = LP_OK;

    for (size_t n; bytes > 0 && error == LP_OK; address += n, to += n, bytes -= n) {
        n = of_beat(address, bytes);
        error = peek(card, address - address % BEAT, beat);
        if (error == LP_OK)
            memcpy(to, beat + address % BEAT, n);
    }
    return error;
}

/* A transport's copies need the bridge's window into card memory. */
static bool has_bridge(const struct lp_card *card)
{
    return card->transport->put != NULL && card->info.window;
}

/* For a copy by the mover: the bytes before its first whole beat, and those of all whole beats. */
static size_t head_of(uint64_t address)
{
    return (size_t)(-address % BEAT);
}

static size_t body_of(uint64_t address, size_t bytes)
{
    return (bytes - head_of(address)) / BEAT * BEAT;
}

static bool pays(const struct lp_card *card, size_t bytes)
{
    return lpi_card_has_mover(card) && bytes >= card->shape.streams->least + BEAT;
}

int lpi_card_put(struct lp_card *card, uint64_t address, const void *from, size_t bytes)
{
    const uint8_t *at = from;

    if (has_bridge(card))
        return card->transport->put(card->state, address, from, bytes);
    if (!has_test(card))
        return LP_ERR_CARD;
    if (pays(card, bytes)) {
        size_t head = head_of(address), body = body_of(address, bytes), done = head + body;
        int error = poke_bytes(card, address, at, head);
        if (error == LP_OK)
            error = lpi_card_mover_put(card, address + head, at + head, body);
        return error != LP_OK ? error : poke_bytes(card, address + done, at + done, bytes - done);
    }
    return poke_bytes(card, address, at, bytes);
}

/*
 * A reset of the board is not seen by reads: they give the registers' reset values, or the memory
 * of a card that was loaded again. But it clears what the driver has set in the engine.
 */
static int check_not_reset(struct lp_card *card)
{
    const uint32_t enabled = LP_CDMA_REGS__CTRL__OFF_ENABLE_bm | LP_CDMA_REGS__CTRL__PRE_ENABLE_bm;
    uint32_t ctrl;
    int error;

    if (card->dma == NULL)
        return LP_OK;
    error = lp_card_read32(card, card->engine + (uint32_t)offsetof(lp_cdma_regs_t, ctrl), &ctrl);
    if (error != LP_OK || (ctrl & enabled) == enabled)
        return error;
    return lpi_card_say(
        &card->trouble, LP_CARD_WRONG,
        "%s: the card was reset or loaded again in the middle of a transfer; run the "
        "command again",
        card->info.spec);
}

static int get(struct lp_card *card, uint64_t address, uint8_t *at, size_t bytes)
{
    if (pays(card, bytes)) {
        size_t head = head_of(address), body = body_of(address, bytes), done = head + body;
        int error = peek_bytes(card, address, at, head);
        if (error == LP_OK)
            error = lpi_card_mover_get(card, address + head, at + head, body);
        return error != LP_OK ? error : peek_bytes(card, address + done, at + done, bytes - done);
    }
    return peek_bytes(card, address, at, bytes);
}

int lpi_card_get(struct lp_card *card, uint64_t address, void *to, size_t bytes)
{
    int error;

    if (has_bridge(card))
        return card->transport->get(card->state, address, to, bytes);
    if (!has_test(card))
        return LP_ERR_CARD;
    error = get(card, address, to, bytes);
    return error != LP_OK ? error : check_not_reset(card);
}

static bool is_inside(const struct lp_card *card, uint64_t address, size_t bytes)
{
    return address <= card->info.memory_bytes && bytes <= card->info.memory_bytes - address;
}

int lp_card_poke(struct lp_card *card, uint64_t address, const void *from, size_t bytes)
{
    if (card == NULL || (from == NULL && bytes != 0))
        return LP_ERR_ARG;
    return is_inside(card, address, bytes) ? lpi_card_put(card, address, from, bytes)
                                           : LP_ERR_ADDRESS;
}

int lp_card_peek(struct lp_card *card, uint64_t address, void *to, size_t bytes)
{
    if (card == NULL || (to == NULL && bytes != 0))
        return LP_ERR_ARG;
    return is_inside(card, address, bytes) ? lpi_card_get(card, address, to, bytes)
                                           : LP_ERR_ADDRESS;
}
