/* SPDX-License-Identifier: Apache-2.0 */
#include "fake_card.h"

#include <linepress/card_mover_regs.h>
#include <linepress/card_regs.h>
#include <linepress/card_test_regs.h>
#include <linepress/cdma_regs.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "lib/card/pattern.h"
#include "dma/copy/engine.h"
#include "lib/frame/frame_format.h"

#define PAGE 4096u
#define MEMORY_BYTES (UINT64_C(1) << FAKE_MEMORY_LOG2)
#define CARD(name) offsetof(lp_card_regs_t, name)
#define TEST(name) offsetof(lp_card_test_regs_t, name)
#define CDMA(name) offsetof(lp_cdma_regs_t, name)
enum { BEAT = 32, TEST_PAGE = 0x1000, ENGINE_PAGE = 0x4000 };

struct fake_state {
    struct lp_dma_config config;
    struct lpi_dma_machine machine;
    void *engine;
    bool local;
    uint32_t ctrl, scratch, irq_enable;
    uint32_t test[sizeof(lp_card_test_regs_t) / 4];
};

static bool is_range(uint64_t address, uint64_t bytes)
{
    return address <= MEMORY_BYTES && bytes <= MEMORY_BYTES - address;
}

/* ---- opening ---- */

static void start_engine(struct fake_card *card)
{
    struct fake_state *s = card->state;

    if (s->engine)
        lpi_dma_engine_model.close(s->engine);
    lp_dma_defaults(&s->config);
    s->config.elem = card->elem ? card->elem : LP_ELEM_32;
    s->machine = (struct lpi_dma_machine){
        .config = &s->config,
        .device = {0, MEMORY_BYTES, card->memory},
        .host = {card->window.bus, card->window.bytes, card->window.at},
    };
    if (s->local)
        s->machine.host = s->machine.device;
    if (lpi_dma_engine_model.open(&s->machine, &s->engine) != LP_OK)
        abort();
}

void fake_card_open(struct fake_card *card, uint64_t window_bytes)
{
    size_t bytes = (size_t)(window_bytes + PAGE - 1) / PAGE * PAGE;

    card->state = calloc(1, sizeof *card->state);
    card->memory = malloc(MEMORY_BYTES);
    if (!card->state || !card->memory)
        abort();
    memset(card->memory, 0xa5, MEMORY_BYTES);
    card->window = (struct lpi_card_window){NULL, 0x80000000, bytes};
    if (bytes) {
        uint8_t *map = mmap(NULL, bytes + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        card->window.at = map + PAGE;
        if (map == MAP_FAILED || mprotect(map + PAGE, bytes, PROT_READ | PROT_WRITE) != 0)
            abort();
        memset(card->window.at, 0xff, bytes);
    }
    start_engine(card);
}

void fake_card_take_window(struct fake_card *card)
{
    start_engine(card);
}

void fake_card_close(struct fake_card *card)
{
    if (card->window.at)
        munmap(card->window.at - PAGE, card->window.bytes + 2 * PAGE);
    lpi_dma_engine_model.close(card->state->engine);
    free(card->state);
    free(card->memory);
}

/* ---- the identity block ---- */

static uint32_t features(const struct fake_card *card)
{
    return (uint32_t)card->host << LP_CARD_REGS__FEATURES__HOST_bp |
           (uint32_t)card->bridge << LP_CARD_REGS__FEATURES__WINDOW_bp |
           2u << LP_CARD_REGS__FEATURES__CODECS_bp | 6u << LP_CARD_REGS__FEATURES__CHANNELS_bp |
           (uint32_t)FAKE_MEMORY_LOG2 << LP_CARD_REGS__FEATURES__MEMORY_bp;
}

static uint32_t identity(const struct fake_card *card, uint32_t offset)
{
    const struct fake_state *s = card->state;

    switch (offset) {
    case CARD(id): return card->id ? card->id : LP_CARD_REGS__ID__VALUE_reset;
    case CARD(version):
        return card->version ? card->version : LP_CARD_REGS__VERSION__MAJOR_reset << 16;
    case CARD(git): return 0x1234abcd;
    case CARD(features): return features(card) ^ card->other_features;
    case CARD(next): return card->no_test ? CARD(engine_kind) : CARD(test_kind);
    case CARD(scratch): return s->scratch;
    case CARD(status):
        return (card->stuck ? LP_CARD_REGS__STATUS__RESETTING_bm : 0) |
               (s->local ? LP_CARD_REGS__STATUS__LOCAL_bm : 0);
    case CARD(test_kind): return LP_CARD_REGS__TEST_KIND__VALUE_reset;
    case CARD(test_base): return TEST_PAGE;
    case CARD(test_next): return card->test_next ? card->test_next : CARD(engine_kind);
    case CARD(engine_kind): return LP_CARD_REGS__ENGINE_KIND__VALUE_reset;
    case CARD(engine_base): return card->engine_base ? card->engine_base : ENGINE_PAGE;
    case CARD(engine_next): return card->mover ? CARD(edge_kind) : 0;
    case CARD(edge_kind): return card->mover ? LP_CARD_MOVER_REGS__ID__VALUE_reset : 0;
    case CARD(edge_base): return card->mover ? FAKE_MOVER : 0;
    default: return 0;
    }
}

static void reset(struct fake_card *card)
{
    struct fake_state *s = card->state;

    card->resets++;
    s->local = s->ctrl & LP_CARD_REGS__CTRL__LOCAL_bm;
    memset(s->test, 0, sizeof s->test);
    start_engine(card);
}

static void write_identity(struct fake_card *card, uint32_t offset, uint32_t value)
{
    struct fake_state *s = card->state;

    if (offset == CARD(scratch))
        s->scratch = value;
    else if (offset == CARD(irq_enable))
        s->irq_enable = value;
    else if (offset == CARD(ctrl)) {
        s->ctrl = value;
        if (value & LP_CARD_REGS__CTRL__RESET_bm)
            reset(card);
    }
}

/* ---- the self-test ---- */

static void command(struct fake_card *card, uint32_t which)
{
    uint32_t *r = card->state->test;
    uint64_t at = r[TEST(addr_lo) / 4] & ~31u, beats = r[TEST(size) / 4] & 0xffffff;
    bool one = which & (LP_CARD_TEST_REGS__COMMAND__POKE_bm | LP_CARD_TEST_REGS__COMMAND__PEEK_bm);

    at |= (uint64_t)(r[TEST(addr_hi) / 4] & 0xff) << 32;
    r[TEST(status) / 4] = which << 8;
    if (!is_range(at, (one ? 1 : beats) * BEAT)) {
        r[TEST(status) / 4] |= LP_CARD_TEST_REGS__STATUS__ERROR_bm;
        return;
    }
    if (which == LP_CARD_TEST_REGS__COMMAND__FILL_bm)
        lpi_card_pattern(r[TEST(kind) / 4], r[TEST(seed) / 4], card->memory + at, beats * BEAT);
    else if (which == LP_CARD_TEST_REGS__COMMAND__SUM_bm)
        r[TEST(crc) / 4] = lpi_crc(0, card->memory + at, beats * BEAT) ^ card->wrong_sum;
    else if (which == LP_CARD_TEST_REGS__COMMAND__POKE_bm)
        memcpy(card->memory + at, r + TEST(poke0) / 4, BEAT);
    else if (which == LP_CARD_TEST_REGS__COMMAND__PEEK_bm)
        memcpy(r + TEST(peek0) / 4, card->memory + at, BEAT);
}

/* ---- all registers ---- */

static uint32_t engine_word(const struct fake_card *card, uint32_t offset)
{
    const struct lp_dma_config *c = &card->state->config;

    if (offset == CDMA(id))
        return LP_CDMA_REGS__ID__VALUE_reset;
    if (offset == CDMA(config))
        return c->channels | c->codecs << LP_CDMA_REGS__CONFIG__CODECS_bp |
               c->elem << LP_CDMA_REGS__CONFIG__ELEM_bp;
    return lpi_dma_engine_model.read(card->state->engine, offset);
}

int fake_card_read(struct fake_card *card, uint32_t offset, uint32_t *value)
{
    card->accesses++;
    if (card->mute || (card->bad_reads && --card->bad_reads == 0))
        return LP_ERR_TIMEOUT;
    *value = offset < TEST_PAGE ? identity(card, offset)
             : offset < TEST_PAGE + sizeof card->state->test
                 ? card->state->test[(offset - TEST_PAGE) / 4]
             : offset >= ENGINE_PAGE && offset < ENGINE_PAGE + 0x1000
                 ? engine_word(card, offset - ENGINE_PAGE)
                 : 0;
    if (card->ones)
        *value = UINT32_MAX;
    *value = hostile_word(&card->hostile, *value);
    return LP_OK;
}

int fake_card_write(struct fake_card *card, uint32_t offset, uint32_t value)
{
    card->accesses++;
    if (card->mute)
        return LP_ERR_TIMEOUT;
    if (offset < TEST_PAGE)
        write_identity(card, offset, value);
    else if (offset == TEST_PAGE + TEST(command))
        command(card, value);
    else if (offset < TEST_PAGE + sizeof card->state->test)
        card->state->test[(offset - TEST_PAGE) / 4] = value;
    else if (offset >= ENGINE_PAGE) {
        int error = LP_OK;

        lpi_dma_engine_model.write(card->state->engine, offset - ENGINE_PAGE, value);
        if (!card->dead)
            error = lpi_dma_engine_model.run(card->state->engine, 1);
        hostile_written(&card->hostile, offset - ENGINE_PAGE, value, &card->state->machine.host);
        return error;
    }
    return LP_OK;
}

/* ---- transports ---- */

struct fake_card *fake_card_now;

static int open_now(const char *rest, const struct lp_card_config *config, void **state,
                    struct lpi_card_shape *shape, struct lp_card_trouble *why)
{
    (void)rest, (void)config, (void)why;
    fake_card_now->opens++;
    *shape = (struct lpi_card_shape){.bar_bytes = LPI_CARD_BAR_BYTES,
                                     .window = fake_card_now->window};
    *state = fake_card_now;
    return LP_OK;
}

static void close_now(void *state)
{
    ((struct fake_card *)state)->opens--;
}

static int read_now(void *state, uint32_t offset, uint32_t *value)
{
    return fake_card_read(state, offset, value);
}

static int write_now(void *state, uint32_t offset, uint32_t value)
{
    return fake_card_write(state, offset, value);
}

static int put(void *state, uint64_t address, const void *from, size_t bytes)
{
    struct fake_card *card = state;

    if (!is_range(address, bytes))
        return LP_ERR_SYSTEM;
    memcpy(card->memory + address, from, bytes);
    return LP_OK;
}

static int get(void *state, uint64_t address, void *to, size_t bytes)
{
    struct fake_card *card = state;

    if (!is_range(address, bytes))
        return LP_ERR_SYSTEM;
    memcpy(to, card->memory + address, bytes);
    return LP_OK;
}

static int wait(void *state, int milliseconds)
{
    (void)state, (void)milliseconds;
    return 1;
}

#define COMMON .open = open_now, .close = close_now, .read32 = read_now, .write32 = write_now
const struct lpi_card_transport fake_by_pointer = {.scheme = "fake", COMMON};
const struct lpi_card_transport fake_by_copies = {
    .scheme = "fake", COMMON, .put = put, .get = get, .wait = wait};
const struct lpi_card_transport fake_by_pokes = {.scheme = "fake", COMMON};
