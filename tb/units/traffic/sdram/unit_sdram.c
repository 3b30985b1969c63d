/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_sdram: bursts of all lengths, in and above the memory, from a master, and a chip at
 * the pins, which checks its timing. A beat read must be what the memory had when its first column
 * was read.
 */
#include <stdlib.h>
#include <string.h>

#include "units/sdram/sdram_ports.h"
#include "base/wide.h"
#include "sdram_chip.h"
#include "units/cosim/registry.h"

enum { AR, R, AW, W, B }; /* streams in port order */
#define SECTOR 32u
#define PAGE_BEATS (LP_CHIP_PAGE / SECTOR)
#define WORDS 8
#define BAD 3u /* DECERR */
/* tRAS of a chip at 143 MHz; slower clocks have fewer cycles. */
#define RAS 7
#define LONG_INIT 1000

struct plan {
    uint64_t addr;
    uint32_t id, beats;
    int page; /* of the chip; negative: above the memory */
    uint32_t at;
};

struct place {
    uint64_t burst;
    uint32_t at;
};

struct sdram {
    struct lp_traffic base;
    struct lp_chip chip;
    uint64_t seed;
    uint32_t ids;
    unsigned mem_w;
    uint8_t memory[LP_CHIP_PAGES][LP_CHIP_PAGE]; /* as it has to be */
    uint64_t ar_made, ar_taken, aw_made, aw_taken, b_due, b_out;
    struct place r_out, w_made, w_taken;
    struct lp_rng rng; /* of rests */
    unsigned rest;     /* cycles without a burst that come next */
    bool shown;        /* `due` is the beat of r_out */
    uint8_t due[SECTOR];
};

/* ---- bursts by number ---- */

static uint32_t draw_beats(struct lp_rng *rng)
{
    switch (lp_below(rng, 16)) {
    case 0: return 1 + lp_below(rng, PAGE_BEATS);
    case 1: return 16;
    default: return 1 + lp_below(rng, 4);
    }
}

static struct plan plan_of(const struct sdram *q, bool write, uint64_t burst)
{
    struct lp_rng rng = {q->seed ^ (2 * burst + write) * 0x30005};
    struct plan plan = {.id = lp_below(&rng, q->ids), .beats = draw_beats(&rng)};
    uint64_t page, above;

    plan.at = lp_below(&rng, PAGE_BEATS - plan.beats + 1) * SECTOR;
    plan.page = (int)lp_below(&rng, lp_below(&rng, 2) ? 2 : LP_CHIP_PAGES);
    page = q->chip.page[plan.page];
    /* One bit above the memory, or any. */
    if (lp_below(&rng, 12) == 0) {
        above = 1u + lp_below(&rng, (1u << (40 - q->mem_w)) - 1u);
        if (lp_below(&rng, 2))
            above = 1u << lp_below(&rng, 40 - q->mem_w);
        page |= above << (q->mem_w - 12);
        plan.page = -1;
    }
    plan.addr = page * LP_CHIP_PAGE + plan.at + lp_below(&rng, SECTOR);
    return plan;
}

static void write_beat(const struct sdram *q, const struct place *place, uint32_t words[WORDS],
                       uint32_t *strb)
{
    struct lp_rng rng = {q->seed ^ (place->burst * 256 + place->at) * 0x50003};

    for (unsigned i = 0; i < WORDS; i++)
        words[i] = (uint32_t)lp_random(&rng);
    *strb = lp_below(&rng, 2) ? UINT32_MAX : (uint32_t)lp_random(&rng);
}

static void step(struct place *place, uint32_t count)
{
    if (++place->at == count)
        *place = (struct place){place->burst + 1, 0};
}

/* ---- what goes in ---- */

/* Now and then the port has nothing to do for longer than the chip goes without a refresh. */
static void draw_rest(struct sdram *q)
{
    unsigned refresh = q->chip.is.refresh;

    if (lp_below(&q->rng, 128) == 0)
        q->rest = refresh + lp_below(&q->rng, refresh / 4);
}

static bool resting(const struct sdram *q)
{
    return q->rest > 0 && q->r_out.burst == q->ar_made && q->b_out == q->aw_made;
}

static bool sdram_beat(struct lp_traffic *self, unsigned stream, void *in_ports)
{
    struct sdram *q = (struct sdram *)self;
    struct lp_sdram_in *in = in_ports;
    struct plan plan;

    if (q->rest > 0 && (stream != W || q->w_made.burst >= q->aw_made))
        return false;
    if (stream != W)
        draw_rest(q);
    switch (stream) {
    case AR:
        plan = plan_of(q, false, q->ar_made++);
        lpi_put64(in->s_araddr, plan.addr);
        in->s_arid = plan.id;
        in->s_arlen = plan.beats - 1;
        return true;
    case AW:
        plan = plan_of(q, true, q->aw_made++);
        lpi_put64(in->s_awaddr, plan.addr);
        in->s_awid = plan.id;
        in->s_awlen = plan.beats - 1;
        return true;
    default:
        plan = plan_of(q, true, q->w_made.burst);
        write_beat(q, &q->w_made, in->s_wdata, &in->s_wstrb);
        in->s_wlast = q->w_made.at + 1 == plan.beats;
        step(&q->w_made, plan.beats);
        return true;
    }
}

static void sdram_drive(struct lp_traffic *self, void *in_ports)
{
    struct sdram *q = (struct sdram *)self;

    ((struct lp_sdram_in *)in_ports)->q = lp_chip_word(&q->chip);
}

/* ---- what must come out ---- */

static const char *check_r(struct sdram *q, const struct lp_sdram_in *in,
                           const struct lp_sdram_out *out)
{
    static const uint8_t zeros[SECTOR];
    struct plan plan = plan_of(q, false, q->r_out.burst);
    bool bad = plan.page < 0;

    if (!out->s_rvalid)
        return NULL;
    if (q->r_out.burst >= q->ar_taken)
        return "a beat that was not asked for";
    if (!bad && !q->shown)
        return "a beat that was not read";
    if (memcmp(out->s_rdata, bad ? zeros : q->due, SECTOR) != 0)
        return "s_rdata_o is not what the memory has";
    if (out->s_rid != plan.id || out->s_rresp != (bad ? BAD : 0))
        return "not the id, or not the response";
    if (out->s_rlast != (q->r_out.at + 1 == plan.beats))
        return "s_rlast_o is not at the end of the burst";
    if (in->s_rready) {
        q->shown = false;
        step(&q->r_out, plan.beats);
    }
    q->base.lines += in->s_rready;
    return NULL;
}

static const char *check_w(struct sdram *q, const struct lp_sdram_in *in,
                           const struct lp_sdram_out *out)
{
    struct plan plan = plan_of(q, true, q->w_taken.burst);
    uint32_t words[WORDS], strb;
    uint8_t bytes[SECTOR];

    if (!(in->s_wvalid & out->s_wready))
        return NULL;
    if (q->w_taken.burst >= q->aw_taken)
        return "a beat is taken before its address";
    write_beat(q, &q->w_taken, words, &strb);
    memcpy(bytes, words, SECTOR);
    for (unsigned i = 0; plan.page >= 0 && i < SECTOR; i++)
        if (strb >> i & 1)
            q->memory[plan.page][plan.at + q->w_taken.at * SECTOR + i] = bytes[i];
    q->b_due += q->w_taken.at + 1 == plan.beats;
    step(&q->w_taken, plan.beats);
    q->base.lines++;
    return NULL;
}

static const char *check_b(struct sdram *q, const struct lp_sdram_in *in,
                           const struct lp_sdram_out *out, uint64_t due)
{
    struct plan plan = plan_of(q, true, q->b_out);

    if (!out->s_bvalid)
        return NULL;
    if (q->b_out >= due)
        return "a response without a write";
    if (out->s_bid != plan.id || out->s_bresp != (plan.page < 0 ? BAD : 0))
        return "not the response that is due";
    q->b_out += in->s_bready;
    return NULL;
}

/* The first column of a beat that is read: what it has is due. */
static void see_read(struct sdram *q, uint64_t reads)
{
    struct plan plan = plan_of(q, false, q->r_out.burst);

    if (q->chip.reads == reads || reads % (SECTOR / 2) != 0 || plan.page < 0)
        return;
    memcpy(q->due, &q->memory[plan.page][plan.at + q->r_out.at * SECTOR], SECTOR);
    q->shown = true;
}

static const char *sdram_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                               const void *out_ports)
{
    struct sdram *q = (struct sdram *)self;
    const struct lp_sdram_in *in = in_ports;
    const struct lp_sdram_out *out = out_ports;
    uint64_t reads = q->chip.reads, due = q->b_due;
    const char *wrong = lp_chip_cycle(&q->chip, out->cmd, out->ba, out->a, out->dqm, out->d,
                                      out->d_oe);

    (void)cycle;
    q->rest -= resting(q);
    see_read(q, reads);
    if (!wrong)
        wrong = check_r(q, in, out);
    if (!wrong)
        wrong = check_w(q, in, out);
    if (!wrong)
        wrong = check_b(q, in, out, due);
    q->ar_taken += in->s_arvalid & out->s_arready;
    q->aw_taken += in->s_awvalid & out->s_awready;
    return wrong;
}

/* Both directions start again with new bursts; the memory is as the chip has it. */
static void sdram_reset(struct lp_traffic *self)
{
    struct sdram *q = (struct sdram *)self;
    uint64_t write = (q->aw_made > q->w_made.burst ? q->aw_made : q->w_made.burst) + 1;
    uint64_t read = q->ar_made + 1;

    q->ar_made = q->ar_taken = read;
    q->aw_made = q->aw_taken = q->b_due = q->b_out = write;
    q->r_out = (struct place){read, 0};
    q->w_made = q->w_taken = (struct place){write, 0};
    q->rest = 0;
    q->shown = false;
    q->chip.reads = 0;
    lp_chip_reset(&q->chip);
    memcpy(q->memory, q->chip.bytes, sizeof q->memory);
}

static struct lp_traffic *sdram_random(const int *values, uint64_t seed)
{
    struct sdram *q = calloc(1, sizeof *q);
    struct lp_chip_is is = {.col_w = (unsigned)values[1],
                            .row_w = (unsigned)values[2],
                            .cas = (unsigned)values[3],
                            .rcd = (unsigned)values[4],
                            .rp = (unsigned)values[5],
                            .ras = RAS,
                            .wr = (unsigned)values[6],
                            .rfc = (unsigned)values[7],
                            .refresh = (unsigned)values[8],
                            .init = (unsigned)values[9]};

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = sdram_beat,
                                  .drive = sdram_drive,
                                  .reactive = true,
                                  .patient = is.init > LONG_INIT,
                                  .check = sdram_check,
                                  .reset = sdram_reset,
                                  .close = lp_traffic_free};
    q->seed = seed;
    q->rng.state = ~seed;
    q->ids = 1u << values[0];
    q->mem_w = is.col_w + is.row_w + 3;
    lp_chip_init(&q->chip, &is, seed);
    memcpy(q->memory, q->chip.bytes, sizeof q->memory);
    return &q->base;
}

extern const struct lp_hooks lp_sdram_hooks;
const struct lp_hooks lp_sdram_hooks = {.random = sdram_random, .calm = 64};
