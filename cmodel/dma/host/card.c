/* SPDX-License-Identifier: Apache-2.0 */
/* Opening a card, its registers, its reset. */
#define _POSIX_C_SOURCE 200809L
#include "card.h"
#include "../../base/clock.h"
#include "../../base/null.h"
#include "../../lib/cdma/built.h"
#include <linepress/card_mover_regs.h>
#include <linepress/card_regs.h>
#include <linepress/cdma_regs.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define REG(name) offsetof(lp_card_regs_t, name)
#define ALL_ONES UINT32_MAX
#define KNOWN_MAJOR LP_CARD_REGS__VERSION__MAJOR_reset
#define LEAST_WINDOW (UINT64_C(64) << 10)
#define MOST_WINDOW (UINT64_C(1) << 34)
#define LEAST_MEMORY_LOG2 16u /* of lp_card's parameter MEM_LOG2 */
#define MOST_MEMORY_LOG2 40u

static const struct lpi_card_transport *const transports[] = {&lpi_card_sim,      &lpi_card_pci,
                                                              &lpi_card_vfio,     &lpi_card_xdma,
                                                              &lpi_card_litepcie, &lpi_card_uart};

/* ---- time ---- */

double lpi_card_now(void)
{
    return lpi_now() * 1e3;
}

void lpi_card_pause(unsigned microseconds)
{
    struct timespec t = {.tv_sec = microseconds / 1000000,
                         .tv_nsec = (long)(microseconds % 1000000) * 1000};
    nanosleep(&t, NULL);
}

/* ---- registers ---- */

/* A transport's error, with a line that explains it. */
static int failed(struct lp_card *card, uint32_t offset, int error)
{
    if (error == LP_ERR_TIMEOUT)
        lpi_card_say(&card->trouble, LP_CARD_LATE, "%s: no answer within %u ms at register 0x%x",
                     card->info.spec, card->config.timeout_ms, (unsigned)offset);
    else if (error != LP_OK && error != LP_ERR_ARG)
        lpi_card_say(&card->trouble, LP_CARD_SYSTEM,
                     "%s: register 0x%x cannot be reached: is the "
                     "card, or what stands for it, still there?",
                     card->info.spec, (unsigned)offset);
    return error;
}

static bool is_register(const struct lp_card *card, uint32_t offset)
{
    return offset % 4 == 0 && offset < card->shape.bar_bytes;
}

int lp_card_read32(struct lp_card *card, uint32_t offset, uint32_t *value)
{
    if (LPI_ANY_NULL(card, value) || !is_register(card, offset))
        return LP_ERR_ARG;
    return failed(card, offset, card->transport->read32(card->state, offset, value));
}

int lp_card_write32(struct lp_card *card, uint32_t offset, uint32_t value)
{
    if (card == NULL || !is_register(card, offset))
        return LP_ERR_ARG;
    return failed(card, offset, card->transport->write32(card->state, offset, value));
}

int lpi_card_access(struct lp_card *card, struct lpi_card_access *list, size_t count)
{
    int error = LP_OK;

    for (size_t i = 0; i < count; i++)
        if (!is_register(card, list[i].offset))
            return LP_ERR_ARG;
    if (card->transport->access != NULL)
        return failed(card, list->offset, card->transport->access(card->state, list, count));
    for (size_t i = 0; i < count && error == LP_OK; i++)
        error = list[i].write ? lp_card_write32(card, list[i].offset, list[i].value)
                              : lp_card_read32(card, list[i].offset, &list[i].value);
    return error;
}

int lpi_card_until_clear(struct lp_card *card, uint32_t offset, uint32_t bits, uint32_t *value)
{
    double end = lpi_card_now() + card->config.timeout_ms;
    unsigned pause = 0;

    for (;;) {
        int error = lp_card_read32(card, offset, value);
        if (error != LP_OK || !(*value & bits))
            return error;
        if (lpi_card_now() > end)
            return failed(card, offset, LP_ERR_TIMEOUT);
        if (pause > 0)
            lpi_card_pause(pause);
        pause = pause < 500 ? pause + 10 : pause;
    }
}

/* ---- identity of a card ---- */

static int cannot_be(struct lp_card *card, const char *what, unsigned value)
{
    return lpi_card_say(&card->trouble, LP_CARD_WRONG,
                        "%s: no card has %u as %s; 'linepress-card "
                        "-d %s dump' shows the registers",
                        card->info.spec, value, what, card->info.spec);
}

/* ---- reset ---- */

/* Checks that the engine is at its listed address, and reads its configuration. */
static int look_at_engine(struct lp_card *card)
{
    uint32_t id, config;
    int error = lp_card_read32(card, card->engine, &id);

    if (error == LP_OK)
        error = lp_card_read32(card, card->engine + (uint32_t)offsetof(lp_cdma_regs_t, config),
                               &config);
    if (error != LP_OK)
        return error;
    if (id != LP_CDMA_REGS__ID__VALUE_reset)
        return lpi_card_say(&card->trouble, LP_CARD_BLOCKS,
                            "%s: its list of blocks has the engine at 0x%x, but 0x%08x is there",
                            card->info.spec, (unsigned)card->engine, (unsigned)id);
    card->info.elem = (config & LP_CDMA_REGS__CONFIG__ELEM_bm) >> LP_CDMA_REGS__CONFIG__ELEM_bp;
    if (card->info.elem != LP_ELEM_8 && card->info.elem != LP_ELEM_16 &&
        card->info.elem != LP_ELEM_32)
        return cannot_be(card, "elements of its engine, in bits", card->info.elem);
    return LP_OK;
}

int lpi_card_begin(struct lp_card *card, int local)
{
    uint32_t status, ctrl = LP_CARD_REGS__CTRL__RESET_bm;
    int error, is_local;

    ctrl |= local ? LP_CARD_REGS__CTRL__LOCAL_bm : 0;
    error = lp_card_write32(card, REG(ctrl), ctrl);
    if (error == LP_OK)
        error = lpi_card_until_clear(card, REG(status), LP_CARD_REGS__STATUS__RESETTING_bm,
                                     &status);
    if (error != LP_OK)
        return error;
    is_local = (status & LP_CARD_REGS__STATUS__LOCAL_bm) != 0;
    /*
     * The requested mode is kept for the next attempt: in the other mode addresses refer to another
     * memory.
     */
    if (is_local != (local != 0))
        return lpi_card_say(&card->trouble, LP_CARD_BUILT, "%s: it does not %s local mode",
                            card->info.spec, local ? "take" : "leave");
    card->info.local = (unsigned)is_local;
    error = look_at_engine(card);
    if (error == LP_OK && lpi_card_has_mover(card))
        error = lpi_card_begin_mover(card);
    if (error == LP_OK && card->transport->wait != NULL)
        error = lp_card_write32(card, REG(irq_enable), LP_CARD_REGS__IRQ_ENABLE__ENGINE_bm);
    return error;
}

int lp_card_reset(struct lp_card *card)
{
    if (card == NULL)
        return LP_ERR_ARG;
    return card->dma != NULL ? lpi_dma_reset(card->dma)
                             : lpi_card_begin(card, (int)card->info.local);
}

/* ---- opening ---- */

void lp_card_defaults(struct lp_card_config *config)
{
    *config = (struct lp_card_config){
        .timeout_ms = 10000, .ring_log2 = 6, .window_bytes = UINT64_C(8) << 20};
}

static int link_is_down(struct lp_card *card)
{
    return lpi_card_say(&card->trouble, LP_CARD_LINK,
                        "%s: its registers read as all ones: the "
                        "link is down, or the card's clock is off; load the card, then 'echo 1 | "
                        "sudo tee /sys/bus/pci/rescan'",
                        card->info.spec);
}

static int check_identity(struct lp_card *card)
{
    struct lp_card_info *info = &card->info;
    struct lp_card_trouble *why = &card->trouble;
    uint32_t id, version;
    int error = lp_card_read32(card, REG(id), &id);

    if (error == LP_OK)
        error = lp_card_read32(card, REG(version), &version);
    if (error != LP_OK)
        return error;
    if (id == ALL_ONES)
        return link_is_down(card);
    if (id != LP_CARD_REGS__ID__VALUE_reset)
        return lpi_card_say(why, LP_CARD_MAGIC,
                            "%s: read 0x%08x where a card has 0x%08x: "
                            "it is something else; 'linepress-card list' shows the cards",
                            info->spec, (unsigned)id, LP_CARD_REGS__ID__VALUE_reset);
    info->major = (version & LP_CARD_REGS__VERSION__MAJOR_bm) >> LP_CARD_REGS__VERSION__MAJOR_bp;
    info->minor = (version & LP_CARD_REGS__VERSION__MINOR_bm) >> LP_CARD_REGS__VERSION__MINOR_bp;
    if (info->major != KNOWN_MAJOR)
        return lpi_card_say(why, LP_CARD_NEWER,
                            "%s: the card's version is %u.%u, and linepress %s "
                            "knows %u; %s",
                            info->spec, info->major, info->minor, LP_VERSION_STRING, KNOWN_MAJOR,
                            info->major > KNOWN_MAJOR ? "install a newer one"
                                                      : "load a newer bitstream into the card");
    return LP_OK;
}

static unsigned field(uint32_t word, uint32_t mask, unsigned place)
{
    return (word & mask) >> place;
}
#define FEATURE(word, name)                                                                        \
    field(word, LP_CARD_REGS__FEATURES__##name##_bm, LP_CARD_REGS__FEATURES__##name##_bp)

static int read_features(struct lp_card *card)
{
    struct lp_card_info *info = &card->info;
    uint32_t features = 0;
    unsigned memory;
    int error = lp_card_read32(card, REG(git), &info->git);

    if (error == LP_OK)
        error = lp_card_read32(card, REG(built), &info->built);
    if (error == LP_OK)
        error = lp_card_read32(card, REG(features), &features);
    info->host = FEATURE(features, HOST);
    info->window = FEATURE(features, WINDOW);
    info->codecs = FEATURE(features, CODECS);
    info->channels = FEATURE(features, CHANNELS);
    memory = FEATURE(features, MEMORY);
    info->memory_bytes = UINT64_C(1) << memory % 64;
    if (error != LP_OK)
        return error;
    /* Positions in its memory, and the space for streams, are computed from these. */
    if (memory < LEAST_MEMORY_LOG2 || memory > MOST_MEMORY_LOG2)
        return cannot_be(card, "the logarithm of its memory's bytes", memory);
    if (!lpi_cdma_is_built(info->codecs))
        return cannot_be(card, "the number of its codecs", info->codecs);
    if (info->channels < 1 || info->channels > LP_DMA_CHANNELS)
        return cannot_be(card, "the number of its channels", info->channels);
    return LP_OK;
}

static int find_blocks(struct lp_card *card)
{
    int error = lpi_card_walk(card);

    for (unsigned i = 0; i < card->info.blocks; i++) {
        const struct lp_card_block *b = &card->info.block[i];
        if (b->type == LP_CARD_REGS__TEST_KIND__VALUE_reset)
            card->test = b->base;
        else if (b->type == LP_CARD_REGS__ENGINE_KIND__VALUE_reset)
            card->engine = b->base;
        else if (b->type == LP_CARD_MOVER_REGS__ID__VALUE_reset)
            card->mover = b->base;
    }
    if (error == LP_OK && card->engine == 0)
        return lpi_card_say(&card->trouble, LP_CARD_BUILT, "%s: there is no engine in it",
                            card->info.spec);
    return error;
}

/* Local mode: requested, or the only one available. */
static bool wants_local(const struct lp_card *card)
{
    return card->config.local || !card->info.host || card->shape.window.at == NULL;
}

/* The error, or LP_ERR_CARD if the card has gone meanwhile. */
static int judge(struct lp_card *card, int error)
{
    struct lp_card_trouble found = card->trouble;
    uint32_t id;

    if (lp_card_read32(card, REG(id), &id) == LP_OK && id == ALL_ONES)
        return link_is_down(card);
    card->trouble = found;
    return error;
}

static int look(struct lp_card *card)
{
    int error = check_identity(card);

    if (error == LP_OK)
        error = read_features(card);
    if (error == LP_OK)
        error = find_blocks(card);
    if (error == LP_OK)
        error = lpi_card_begin(card, wants_local(card));
    return error == LP_OK || error == LP_ERR_TIMEOUT ? error : judge(card, error);
}

static int open_with(struct lp_card *card, const char *rest)
{
    int error = card->transport->open(rest, &card->config, &card->state, &card->shape,
                                      &card->trouble);
    if (error != LP_OK) {
        card->state = NULL;
        return error;
    }
    if (card->shape.bar_bytes > LPI_CARD_BAR_BYTES)
        card->shape.bar_bytes = LPI_CARD_BAR_BYTES;
    card->info.registers_bytes = card->shape.bar_bytes;
    card->info.link_gts = card->shape.link_gts;
    card->info.link_lanes = card->shape.link_lanes;
    return look(card);
}

static bool is_valid(const struct lp_card_config *c)
{
    return c->timeout_ms >= 1 && c->timeout_ms <= 3600000 && c->ring_log2 <= LP_DMA_RING_LOG2_MAX &&
           c->local <= 1 && c->window_bytes >= LEAST_WINDOW && c->window_bytes <= MOST_WINDOW &&
           c->window_bytes % LP_DMA_GROUP == 0 &&
           lpi_dma_ring_bytes(c->ring_log2) <= c->window_bytes / 2;
}

int lpi_card_open(const struct lpi_card_transport *transport, const char *spec, const char *rest,
                  const struct lp_card_config *config, struct lp_card **result,
                  struct lp_card_trouble *trouble)
{
    struct lp_card *card = calloc(1, sizeof *card);
    int error;

    if (card == NULL)
        return LP_ERR_SYSTEM;
    card->transport = transport;
    card->config = *config;
    snprintf(card->info.spec, sizeof card->info.spec, "%s", spec);
    error = open_with(card, rest);
    if (error == LP_OK) {
        *result = card;
        return LP_OK;
    }
    if (trouble != NULL)
        *trouble = card->trouble;
    if (card->state != NULL)
        card->transport->close(card->state);
    free(card);
    return error;
}

int lp_card_open(const char *spec, const struct lp_card_config *config, struct lp_card **card,
                 struct lp_card_trouble *trouble)
{
    struct lp_card_config defaults;

    lp_card_defaults(&defaults);
    if (config == NULL)
        config = &defaults;
    if (trouble != NULL)
        *trouble = (struct lp_card_trouble){0};
    if (LPI_ANY_NULL(spec, card) || !is_valid(config))
        return LP_ERR_ARG;
    for (size_t i = 0; i < sizeof transports / sizeof *transports; i++) {
        size_t length = strlen(transports[i]->scheme);
        if (strncmp(spec, transports[i]->scheme, length) == 0 && spec[length] == ':')
            return lpi_card_open(transports[i], spec, spec + length + 1, config, card, trouble);
    }
    return lpi_card_say(trouble, LP_CARD_NAME,
                        "'%s' is no card's name: it begins with sim:, pci:, "
                        "vfio:, xdma:, litepcie: or uart:; 'linepress-card list' shows the cards",
                        spec);
}

void lp_card_close(struct lp_card *card)
{
    uint32_t status;

    if (card == NULL)
        return;
    lpi_card_close_dma(card);
    /* The result is ignored: nothing more can be done. */
    if (lp_card_write32(card, REG(ctrl), LP_CARD_REGS__CTRL__RESET_bm) == LP_OK)
        (void)lpi_card_until_clear(card, REG(status), LP_CARD_REGS__STATUS__RESETTING_bm, &status);
    card->transport->close(card->state);
    free(card);
}

const struct lp_card_trouble *lp_card_trouble(const struct lp_card *card)
{
    static const struct lp_card_trouble none;
    return card != NULL ? &card->trouble : &none;
}

int lp_card_info(struct lp_card *card, struct lp_card_info *info)
{
    uint32_t value;

    if (LPI_ANY_NULL(card, info))
        return LP_ERR_ARG;
    *info = card->info;
    info->window_bytes = card->shape.window.at != NULL && !card->info.local
                             ? card->shape.window.bytes
                             : lpi_card_local_window(card);
    /* Read again, to see whether the card is still present. */
    return lp_card_read32(card, REG(id), &value);
}
