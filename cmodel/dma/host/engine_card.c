/* SPDX-License-Identifier: Apache-2.0 */
/* The engine in a card, as seen by the driver of the copy call. Its state is the card. */
#include "../copy/registers.h"
#include "card.h"

#define DEVICE_BASE UINT64_C(4096) /* address 0 means none */
#define ADDRESS_END (UINT64_C(1) << 38)
#define QUICK_LOOKS 2000u /* at host memory, without a pause; enough for a few KiB */
#define MOST_PAUSE 500u   /* microseconds */
#define INTERRUPT_MS 10   /* longest time between two polls */

static void keep(struct lp_card *card, int error)
{
    if (card->error == LP_OK)
        card->error = error;
}

static void card_close(void *state)
{
    (void)state;
}

static void card_write(void *state, unsigned offset, uint32_t value)
{
    struct lp_card *card = state;

    card->idle = 0;
    keep(card, lp_card_write32(card, card->engine + offset, value));
}

static uint32_t card_read(void *state, unsigned offset)
{
    struct lp_card *card = state;
    uint32_t value = 0;

    keep(card, lp_card_read32(card, card->engine + offset, &value));
    return value;
}

/* Lets the card run for a while; the driver then polls completions. */
static void rest(struct lp_card *card)
{
    unsigned looks = card->idle++;

    if (looks < QUICK_LOOKS && !card->info.local)
        return;
    if (card->transport->wait == NULL)
        lpi_card_pause(looks < MOST_PAUSE ? looks + 1 : MOST_PAUSE);
    else if (card->transport->wait(card->state, INTERRUPT_MS) > 0)
        card_write(card, REG_IRQ, UINT32_MAX);
}

static int card_run(void *state, uint64_t cycles)
{
    struct lp_card *card = state;
    int error = card->error;

    (void)cycles;
    card->error = LP_OK;
    if (error == LP_OK)
        rest(card);
    return error;
}

static uint64_t card_span(void *state, enum lp_dma_direction direction)
{
    (void)state;
    (void)direction;
    return 0;
}

static int card_put(void *state, uint64_t address, const void *from, size_t bytes)
{
    return lpi_card_put(state, address, from, bytes);
}

static int card_get(void *state, uint64_t address, void *to, size_t bytes)
{
    return lpi_card_get(state, address, to, bytes);
}

static int card_restart(void *state)
{
    struct lp_card *card = state;

    card->error = LP_OK;
    return lpi_card_begin(card, (int)card->info.local);
}

static unsigned card_patience(void *state)
{
    return ((const struct lp_card *)state)->config.timeout_ms;
}

static int card_distrust(void *state, const char *what)
{
    struct lp_card *card = state;

    return lpi_card_say(&card->trouble, LP_CARD_WRONG, "%s: the card %s; it was reset",
                        card->info.spec, what);
}

const struct lpi_dma_engine lpi_dma_engine_card = {
    .name = "card",
    .close = card_close,
    .write = card_write,
    .read = card_read,
    .run = card_run,
    .span = card_span,
    .put = card_put,
    .get = card_get,
    .restart = card_restart,
    .patience = card_patience,
    .distrust = card_distrust,
};

static uint64_t memory_end(const struct lp_card *card)
{
    return card->info.memory_bytes < ADDRESS_END ? card->info.memory_bytes : ADDRESS_END;
}

uint64_t lpi_card_local_window(const struct lp_card *card)
{
    uint64_t half = (memory_end(card) - DEVICE_BASE) / 2 / LP_DMA_GROUP * LP_DMA_GROUP;

    return card->config.window_bytes < half ? card->config.window_bytes : half;
}

/* In local mode the rings and the window are at the end of card memory. */
static int place_memories(struct lp_card *card, struct lpi_dma_machine *machine)
{
    const struct lpi_card_window *window = &card->shape.window;
    uint64_t end = memory_end(card), own = lpi_card_local_window(card);

    *machine = (struct lpi_dma_machine){0};
    if (card->info.local) {
        if (end < 2 * DEVICE_BASE || own < 2 * lpi_dma_ring_bytes(card->config.ring_log2))
            return lpi_card_say(&card->trouble, LP_CARD_BUILT,
                                "%s: %llu bytes of its memory are "
                                "too few for rings of %u",
                                card->info.spec, (unsigned long long)end,
                                1u << card->config.ring_log2);
        end -= own;
        machine->host = (struct lpi_dma_ram){end, own, NULL};
    } else {
        machine->host = (struct lpi_dma_ram){window->bus, window->bytes, window->at};
    }
    machine->device = (struct lpi_dma_ram){DEVICE_BASE, end - DEVICE_BASE, NULL};
    return LP_OK;
}

int lpi_card_open_dma(struct lp_card *card)
{
    struct lpi_dma_machine machine;
    struct lp_dma_config config;
    int error = place_memories(card, &machine);

    if (error != LP_OK)
        return error;
    lp_dma_defaults(&config);
    config.codecs = card->info.codecs;
    config.channels = card->info.channels;
    config.elem = card->info.elem;
    config.ring_log2 = card->config.ring_log2;
    config.device_bytes = machine.device.bytes;
    config.host_bytes = machine.host.bytes - lpi_dma_ring_bytes(config.ring_log2);
    card->error = LP_OK;
    error = lpi_dma_open_on(&lpi_dma_engine_card, card, &machine, &config, &card->dma);
    return error != LP_OK ? error : card->error;
}

void lpi_card_close_dma(struct lp_card *card)
{
    lp_dma_close(card->dma);
    card->dma = NULL;
}

int lp_card_dma(struct lp_card *card, struct lp_dma **dma)
{
    int error = LP_OK;

    if (card == NULL || dma == NULL)
        return LP_ERR_ARG;
    if (card->dma == NULL)
        error = lpi_card_open_dma(card);
    if (error == LP_OK)
        *dma = card->dma;
    else
        lpi_card_close_dma(card);
    return error;
}
