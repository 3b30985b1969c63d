/* SPDX-License-Identifier: Apache-2.0 */
#include "card_user.h"

#include <linepress/card_regs.h>
#include <linepress/card_test_regs.h>
#include <linepress/cdma_regs.h>
#include <stddef.h>
#include <string.h>

#include "lib/card/pattern.h"
#include "lib/cdma/built.h"
#include "base/wide.h"

#define SECTOR 32u
#define PATIENCE 200000u /* cycles that a job may take */
#define REG(name) ((unsigned)offsetof(lp_card_regs_t, name))
#define TEST_REG(name) (0x1000u + (unsigned)offsetof(lp_card_test_regs_t, name))
#define ENGINE_ID (0x4000u + (unsigned)offsetof(lp_cdma_regs_t, id))
#define LINK_WORDS ((sizeof(lp_card_regs_t) - offsetof(lp_card_regs_t, test_kind)) / 4)
#define BUSY 1u /* of the self-test's status */
#define ERROR 2u

enum { CHANNELS, FLITS, CODECS, ELEM, BURST, READ, MEM_LOG2, HOST, WINDOW, GIT, BUILT };

void lp_user_open(struct lp_user *u, struct lp_rng *rng, const int *values, uint8_t *bytes,
                  uint32_t size)
{
    *u = (struct lp_user){
        .rng = rng, .values = values, .bytes = bytes, .size = size, .local = !values[HOST]};
}

/* ---- actions ---- */

static void tell_bytes(struct lp_user *u, unsigned addr, uint32_t value, uint32_t strb)
{
    u->script[u->count++] = (struct lp_user_step){
        .write = true, .addr = addr, .value = value, .strb = strb};
}

static void tell(struct lp_user *u, unsigned addr, uint32_t value)
{
    tell_bytes(u, addr, value, 15);
}

static void ask(struct lp_user *u, unsigned addr, uint32_t mask, uint32_t value, bool again)
{
    u->script[u->count++] = (struct lp_user_step){
        .addr = addr, .value = value, .mask = mask, .again = again};
}

/* Bytes without a strobe keep their values; a reset or a mode in such bytes is not requested. */
static void scribble(struct lp_user *u, uint32_t value)
{
    uint32_t strb = u->strobes ? value >> 3 & 15 : 15, mask = 0;

    for (unsigned i = 0; i < 4; i++)
        mask |= strb >> i & 1 ? 255u << 8 * i : 0;
    u->scratch = (u->scratch & ~mask) | (value & mask);
    tell_bytes(u, REG(scratch), value, strb);
    ask(u, REG(scratch), UINT32_MAX, u->scratch, false);
    if (!u->strobes)
        return;
    tell_bytes(u, REG(ctrl), value | LP_CARD_REGS__CTRL__RESET_bm, 14);
    tell_bytes(u, REG(irq_enable), value, 14);
}

static void look(struct lp_user *u)
{
    static const uint8_t empty[] = {2, 3, 5, 6, 7};
    const int *v = u->values;
    uint32_t scratch = (uint32_t)lp_random(u->rng);
    unsigned page = (unsigned)empty[scratch % 5] << 12;

    u->job = LP_USER_LOOK;
    ask(u, REG(id), UINT32_MAX, 0x4950434c, false);
    ask(u, REG(git), UINT32_MAX, (uint32_t)v[GIT], false);
    ask(u, REG(built), UINT32_MAX, (uint32_t)v[BUILT], false);
    ask(u, REG(features), UINT32_MAX,
        (uint32_t)(v[HOST] | v[WINDOW] << 1 | (int)lpi_cdma_built(v[CODECS]) << 4 |
                   v[CHANNELS] << 8 | v[MEM_LOG2] << 16),
        false);
    scribble(u, scratch);
    ask(u, REG(test_kind), UINT32_MAX, 0x5450434c, false);
    ask(u, 4 * lp_below(u->rng, REG(irq_enable) / 4 + 1), 0, 0, false);
    ask(u, REG(test_kind) + 4 * lp_below(u->rng, LINK_WORDS), 0, 0, false);
    ask(u, TEST_REG(id), UINT32_MAX, 0x5450434c, false);
    ask(u, ENGINE_ID, UINT32_MAX, 0x4450434c, false);
    ask(u, page + lp_below(u->rng, 0x1000), UINT32_MAX, 0, false);
    tell(u, page + lp_below(u->rng, 0x1000), scratch);
    ask(u, REG(status), LP_CARD_REGS__STATUS__LOCAL_bm | LP_CARD_REGS__STATUS__RESETTING_bm,
        u->local ? LP_CARD_REGS__STATUS__LOCAL_bm : 0, false);
    tell(u, REG(irq_enable), lp_below(u->rng, 4));
    tell(u, TEST_REG(irq_enable), lp_below(u->rng, 2));
    tell(u, TEST_REG(irq), 1);
}

static void command(struct lp_user *u, enum lp_user_job job, unsigned bit)
{
    uint32_t most = u->size / SECTOR, room;

    u->job = job;
    u->from = lp_below(u->rng, most) * SECTOR;
    room = most - u->from / SECTOR;
    if (room > 16 && lp_below(u->rng, 8) != 0)
        room = 16;
    u->beats = job < LP_USER_POKE ? lp_below(u->rng, room + 1) : 1;
    u->kind = lp_below(u->rng, 8);
    u->seed = lp_below(u->rng, 4) ? (uint32_t)lp_random(u->rng) : 0;
    tell(u, TEST_REG(addr_lo), (uint32_t)(u->base + u->from));
    tell(u, TEST_REG(addr_hi), (uint32_t)((u->base + u->from) >> 32));
    tell(u, TEST_REG(size), u->beats);
    tell(u, TEST_REG(kind), u->kind);
    tell(u, TEST_REG(seed), u->seed);
    for (unsigned i = 0; job == LP_USER_POKE && i < 8; i++) {
        u->poke[i] = (uint32_t)lp_random(u->rng);
        tell(u, TEST_REG(poke0) + 4 * i, u->poke[i]);
    }
    if (u->bad_bytes)
        memcpy(u->before, u->bytes, u->size);
    tell(u, TEST_REG(command), 1u << bit);
    ask(u, TEST_REG(status), BUSY, 0, true);
    /* The last beat that moved is in peek after any command. */
    u->peeks = u->beats > 0 && (job == LP_USER_PEEK || lp_below(u->rng, 4) == 0);
    for (unsigned i = 0; u->peeks && i < 8; i++)
        ask(u, TEST_REG(peek0) + 4 * i, 0, 0, false);
    if (job == LP_USER_SUM)
        ask(u, TEST_REG(crc), 0, 0, false);
    /* A command interrupted by a reset is lost; the last value read shows whether it ended well. */
    ask(u, TEST_REG(status), BUSY, 0, false);
}

static void restart(struct lp_user *u)
{
    bool local = lp_below(u->rng, 2);

    u->job = LP_USER_RESET;
    tell(u, REG(ctrl), LP_CARD_REGS__CTRL__RESET_bm | (local ? LP_CARD_REGS__CTRL__LOCAL_bm : 0));
    u->local = local || !u->values[HOST];
    ask(u, REG(status), LP_CARD_REGS__STATUS__RESETTING_bm, 0, true);
    ask(u, REG(status), LP_CARD_REGS__STATUS__LOCAL_bm | LP_CARD_REGS__STATUS__HOST_BUSY_bm,
        u->local ? LP_CARD_REGS__STATUS__LOCAL_bm : 0, false);
    ask(u, ENGINE_ID, UINT32_MAX, 0x4450434c, false);
}

static void choose(struct lp_user *u)
{
    u->at = u->count = 0;
    u->waited = 0;
    switch (lp_below(u->rng, 12)) {
    case 0: restart(u); return;
    case 1:
    case 2: look(u); return;
    default:
        if (u->size >= SECTOR) {
            unsigned bit = lp_below(u->rng, 4);
            command(u, LP_USER_FILL + bit, bit);
        }
    }
}

bool lp_user_drive(struct lp_user *u, bool begin, struct lp_card_in *in)
{
    const struct lp_user_step *step;

    if (!u->busy && u->job == LP_USER_NOTHING && begin)
        choose(u);
    if (!u->busy && (u->job == LP_USER_NOTHING || !begin))
        return false;
    step = &u->script[u->at];
    if (!u->busy) {
        u->busy = u->addr = true;
        u->data = step->write;
    }
    in->csr_awvalid = step->write && u->addr;
    in->csr_wvalid = step->write && u->data;
    in->csr_arvalid = !step->write && u->addr;
    in->csr_awaddr = in->csr_araddr = step->addr;
    in->csr_wdata = step->value;
    in->csr_wstrb = step->strb;
    in->csr_bready = in->csr_rready = 1;
    return true;
}

/* ---- observations ---- */

static uint32_t crc32_of(const uint8_t *bytes, size_t count)
{
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (unsigned bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

/* Bytes of the command before the first one that memory answers with an error. */
static uint32_t good_bytes(const struct lp_user *u)
{
    uint32_t end = u->from + u->beats * SECTOR, bad_end = u->bad_from + u->bad_bytes;

    if (u->from >= bad_end || end <= u->bad_from)
        return end - u->from;
    return u->from < u->bad_from ? u->bad_from - u->from : 0;
}

/* A command that has met memory with errors: all bytes before the error are done, and none after
 * it. */
static const char *compare_broken(const struct lp_user *u)
{
    static uint8_t must[LP_USER_MOST];
    uint32_t good = good_bytes(u);

    memcpy(must, u->before, u->size);
    if (u->job == LP_USER_FILL)
        lpi_card_pattern(u->kind, u->seed, must + u->from, good);
    if (u->job == LP_USER_SUM && u->crc != 0)
        return "self-test: a sum of bytes that were not read";
    return memcmp(u->bytes, must, u->size) ? "self-test: other bytes after an error" : NULL;
}

static const char *compare(const struct lp_user *u, uint32_t status)
{
    static uint8_t must[LP_USER_MOST];
    const uint8_t *is = u->bytes + u->from;
    bool broken = good_bytes(u) < u->beats * SECTOR;
    uint8_t last[SECTOR];

    lpi_bytes_of_words(last, u->peek, SECTOR);
    if (!(status & ERROR) && u->peeks && memcmp(is + (u->beats - 1) * SECTOR, last, SECTOR) != 0)
        return "self-test: peek is not the last beat";
    if (!(status & ERROR) && broken)
        return "self-test: no error of memory that answers with errors";
    if (status & ERROR)
        return u->errors ? NULL
               : broken  ? compare_broken(u)
                         : "self-test: an error without a reason";
    switch (u->job) {
    case LP_USER_FILL:
        lpi_card_pattern(u->kind, u->seed, must, u->beats * SECTOR);
        return memcmp(is, must, u->beats * SECTOR) ? "self-test: fill wrote other bytes" : NULL;
    case LP_USER_POKE:
        lpi_bytes_of_words(must, u->poke, SECTOR);
        return memcmp(is, must, SECTOR) ? "self-test: poke wrote other bytes" : NULL;
    case LP_USER_SUM:
        return u->beats && u->crc != crc32_of(is, u->beats * SECTOR) ? "self-test: another sum"
                                                                     : NULL;
    default: return NULL;
    }
}

/* Checks a read that is complete. */
static const char *have_read(struct lp_user *u, const struct lp_user_step *step, uint32_t value)
{
    if (((value ^ step->value) & step->mask) != 0)
        return step->again ? NULL : "a register has another value";
    if (step->addr == TEST_REG(crc))
        u->crc = value;
    if (step->addr >= TEST_REG(peek0) && step->addr <= TEST_REG(peek7))
        u->peek[(step->addr - TEST_REG(peek0)) / 4] = value;
    u->read = value;
    u->at++;
    return NULL;
}

static const char *end(struct lp_user *u, bool *reset)
{
    const char *wrong = NULL;

    if (u->job >= LP_USER_FILL && u->job <= LP_USER_PEEK) {
        wrong = compare(u, u->read);
        u->commands++;
    }
    *reset = u->job == LP_USER_RESET;
    u->resets += *reset;
    u->job = LP_USER_NOTHING;
    return wrong;
}

const char *lp_user_take(struct lp_user *u, const struct lp_card_in *in,
                         const struct lp_card_out *out, bool *reset)
{
    const struct lp_user_step *step = &u->script[u->at];
    const char *wrong = NULL;

    *reset = false;
    if (u->job != LP_USER_NOTHING && ++u->waited > PATIENCE)
        return u->job == LP_USER_RESET ? "a reset does not end"
                                       : "self-test: a command does not end";
    if (!u->busy)
        return NULL;
    if ((in->csr_awvalid && out->csr_awready) || (in->csr_arvalid && out->csr_arready))
        u->addr = false;
    if (in->csr_wvalid && out->csr_wready)
        u->data = false;
    if (step->write && out->csr_bvalid) {
        u->busy = false;
        u->at++;
        wrong = out->csr_bresp ? "a register's answer is not OKAY" : NULL;
    } else if (!step->write && out->csr_rvalid) {
        u->busy = false;
        wrong = out->csr_rresp ? "a register's answer is not OKAY"
                               : have_read(u, step, out->csr_rdata);
    }
    if (!u->busy && !wrong && u->at == u->count)
        wrong = end(u, reset);
    return wrong;
}
