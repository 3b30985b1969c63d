/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_axi_narrow: a master of 256-bit bursts of all lengths and a narrow memory that
 * answers in order. The n-th burst of a direction and the data of its beats follow from n; the data
 * of a narrow read follows from its address.
 */
#include <stdlib.h>
#include <string.h>

#include "units/axi/axi_ports.h"
#include "axi_bench.h"
#include "base/wide.h"
#include "units/cosim/registry.h"

enum { AW, W, B, AR, R, FAR_AW, FAR_W, FAR_B }; /* streams in port order */
#define PAGE_BEATS 128u

struct plan {
    uint64_t addr; /* as the master gives it */
    uint32_t id, beats;
};

/* A position in the bursts of a direction: a burst, and a beat or half of it. */
struct place {
    uint64_t burst;
    uint32_t at;
};

struct narrow {
    struct lp_traffic base;
    struct lp_rng rng;
    uint64_t seed;
    uint32_t ids, parts, words, open;
    /* Beats that the unit has taken, and beats that it has given; halves are bursts of the narrow
     * side. */
    uint64_t aw_made, aw_taken, ar_made, ar_taken;
    struct place w_made, aw_half, w_part, b_half, ar_half, r_made;
    uint64_t w_taken; /* beats */
    uint64_t b_out;
    struct place r_out;
    uint32_t aw_open, ar_open; /* at the narrow side */
};

/* ---- bursts by number ---- */

static uint32_t draw_beats(struct lp_rng *rng)
{
    switch (lp_below(rng, 8)) {
    case 0: return 1 + lp_below(rng, PAGE_BEATS);
    case 1: return PAGE_BEATS / 2 - 2 + lp_below(rng, 5);
    case 2: return lp_below(rng, 4) ? 1 + lp_below(rng, 16) : PAGE_BEATS;
    default: return 1 + lp_below(rng, 4);
    }
}

static struct plan plan_of(const struct narrow *q, bool write, uint64_t burst)
{
    struct lp_rng rng = {q->seed ^ (2 * burst + write) * 0x30005};
    struct plan plan = {.id = lp_below(&rng, q->ids), .beats = draw_beats(&rng)};
    uint64_t page = lp_random(&rng) >> 36;
    uint32_t start = lp_below(&rng, PAGE_BEATS - plan.beats + 1);

    plan.addr = page * 4096 + start * LP_AXI_SECTOR + lp_below(&rng, LP_AXI_SECTOR);
    return plan;
}

static uint32_t halves(const struct narrow *q, const struct plan *plan)
{
    return plan->beats * q->parts > 256 ? 2 : 1;
}

/* Narrow beats in a half. */
static uint32_t half_parts(const struct narrow *q, const struct plan *plan, uint32_t half)
{
    uint32_t parts = plan->beats * q->parts;

    if (halves(q, plan) == 1)
        return parts;
    return half == 0 ? 256 : parts - 256;
}

/* Whether the n-th narrow beat of a burst ends a half of it. */
static bool ends_half(const struct narrow *q, const struct plan *plan, uint32_t part)
{
    return part + 1 == half_parts(q, plan, 0) || part + 1 == plan->beats * q->parts;
}

static uint64_t part_addr(const struct narrow *q, const struct plan *plan, uint32_t part)
{
    return plan->addr / LP_AXI_SECTOR * LP_AXI_SECTOR + part * q->words * 4;
}

static void read_part(const struct narrow *q, uint64_t addr, uint32_t *words)
{
    uint32_t all[LP_AXI_WORDS];

    lp_axi_content(q->seed, addr, all);
    memcpy(words, all, q->words * 4);
}

static void write_beat(const struct narrow *q, uint64_t burst, uint32_t beat, uint32_t *words,
                       uint32_t *strb)
{
    struct lp_rng rng = {q->seed ^ (burst * 256 + beat) * 0x50003};

    lp_axi_content(q->seed, burst * 256 + beat, words);
    *strb = lp_below(&rng, 2) ? UINT32_MAX : (uint32_t)lp_random(&rng);
}

static uint32_t write_response(const struct narrow *q, const struct place *half)
{
    return lp_axi_response(q->seed, half->burst * 2 + half->at);
}

static void step(struct place *place, uint32_t count)
{
    if (++place->at == count)
        *place = (struct place){place->burst + 1, 0};
}

/* ---- what goes in ---- */

static void new_address(const struct narrow *q, bool write, uint64_t burst, uint32_t addr[2],
                        uint32_t *id, uint32_t *len)
{
    struct plan plan = plan_of(q, write, burst);

    lpi_put64(addr, plan.addr);
    *id = plan.id;
    *len = plan.beats - 1;
}

static bool before(const struct place *a, const struct place *b)
{
    return a->burst < b->burst || (a->burst == b->burst && a->at < b->at);
}

/* A response to the oldest half whose address and beats the unit has given. */
static bool respond(struct narrow *q, struct lp_axi_narrow_in *in)
{
    struct plan plan = plan_of(q, true, q->b_half.burst);
    struct place end = q->b_half;

    end.at = end.at ? plan.beats * q->parts - 1 : half_parts(q, &plan, 0) - 1;
    if (!before(&q->b_half, &q->aw_half) || !before(&end, &q->w_part))
        return false;
    in->m_bresp = write_response(q, &q->b_half);
    step(&q->b_half, halves(q, &plan));
    return true;
}

static bool answer(struct narrow *q, struct lp_axi_narrow_in *in)
{
    struct plan plan = plan_of(q, false, q->r_made.burst);
    struct place half = q->r_made;
    uint64_t addr = part_addr(q, &plan, q->r_made.at);

    half.at = half.at >= half_parts(q, &plan, 0);
    if (!before(&half, &q->ar_half))
        return false;
    read_part(q, addr, in->m_rdata);
    in->m_rresp = lp_axi_response(q->seed, addr);
    in->m_rlast = ends_half(q, &plan, q->r_made.at);
    step(&q->r_made, plan.beats * q->parts);
    return true;
}

static bool narrow_beat(struct lp_traffic *self, unsigned stream, void *in_ports)
{
    struct narrow *q = (struct narrow *)self;
    struct lp_axi_narrow_in *in = in_ports;
    struct plan plan;

    switch (stream) {
    case AW:
        new_address(q, true, q->aw_made++, in->s_awaddr, &in->s_awid, &in->s_awlen);
        return true;
    case AR:
        new_address(q, false, q->ar_made++, in->s_araddr, &in->s_arid, &in->s_arlen);
        return true;
    case W:
        plan = plan_of(q, true, q->w_made.burst);
        write_beat(q, q->w_made.burst, q->w_made.at, in->s_wdata, &in->s_wstrb);
        in->s_wlast = q->w_made.at + 1 == plan.beats;
        step(&q->w_made, plan.beats);
        return true;
    case FAR_B: return respond(q, in);
    default: return answer(q, in);
    }
}

/* ---- what must come out ---- */

static const char *check_address(const struct narrow *q, bool write, uint64_t taken,
                                 const struct place *half, const uint32_t addr[2], uint32_t len,
                                 uint32_t open)
{
    struct plan plan = plan_of(q, write, half->burst);

    if (half->burst >= taken)
        return "an address that was not given";
    if (lpi_get64(addr) != part_addr(q, &plan, half->at * 256))
        return "not the address that is due";
    if (len + 1 != half_parts(q, &plan, half->at))
        return "wrong number of beats";
    if (open == q->open)
        return "more bursts are open than may be";
    return NULL;
}

static const char *check_w(struct narrow *q, const struct lp_axi_narrow_in *in,
                           const struct lp_axi_narrow_out *out)
{
    struct plan plan = plan_of(q, true, q->w_part.burst);
    uint32_t words[LP_AXI_WORDS], strb, part = q->w_part.at % q->parts;

    if (!out->m_wvalid)
        return NULL;
    if (q->w_taken == 0)
        return "a beat that was not given";
    write_beat(q, q->w_part.burst, q->w_part.at / q->parts, words, &strb);
    if (memcmp(out->m_wdata, words + part * q->words, q->words * 4) != 0)
        return "m_wdata_o is not the part that is due";
    if (out->m_wstrb != (strb >> part * q->words * 4 & ((1u << q->words * 4) - 1)))
        return "m_wstrb_o is not the strobe of the part";
    if (out->m_wlast != ends_half(q, &plan, q->w_part.at))
        return "m_wlast_o is not at the end of a burst";
    if (in->m_wready) {
        q->w_taken -= part + 1 == q->parts;
        step(&q->w_part, plan.beats * q->parts);
    }
    return NULL;
}

static const char *check_b(struct narrow *q, const struct lp_axi_narrow_in *in,
                           const struct lp_axi_narrow_out *out)
{
    struct plan plan = plan_of(q, true, q->b_out);
    struct place half = {q->b_out, 0};
    uint32_t due = write_response(q, &half);

    if (!out->s_bvalid)
        return NULL;
    half.at = halves(q, &plan) - 1;
    if (!before(&half, &q->b_half))
        return "a response without a write";
    due |= write_response(q, &half);
    if (out->s_bid != plan.id || out->s_bresp != due)
        return "not the response that is due";
    q->b_out += in->s_bready;
    q->base.lines += in->s_bready;
    return NULL;
}

static const char *check_r(struct narrow *q, const struct lp_axi_narrow_in *in,
                           const struct lp_axi_narrow_out *out)
{
    struct plan plan = plan_of(q, false, q->r_out.burst);
    struct place last = {q->r_out.burst, q->r_out.at * q->parts + q->parts - 1};
    uint32_t words[LP_AXI_WORDS], resp = 0;

    if (!out->s_rvalid)
        return NULL;
    if (!before(&last, &q->r_made))
        return "a beat that was not read";
    for (uint32_t i = 0; i < q->parts; i++) {
        uint64_t addr = part_addr(q, &plan, q->r_out.at * q->parts + i);
        read_part(q, addr, words + i * q->words);
        resp |= lp_axi_response(q->seed, addr);
    }
    if (memcmp(out->s_rdata, words, sizeof words) != 0)
        return "s_rdata_o is not what was read";
    if (out->s_rid != plan.id || out->s_rresp != resp)
        return "not the id, or not the response of the parts";
    if (out->s_rlast != (q->r_out.at + 1 == plan.beats))
        return "s_rlast_o is not at the end of the burst";
    if (in->s_rready)
        step(&q->r_out, plan.beats);
    q->base.lines += in->s_rready;
    return NULL;
}

static void take(struct narrow *q, const struct lp_axi_narrow_in *in,
                 const struct lp_axi_narrow_out *out)
{
    struct plan plan = plan_of(q, true, q->aw_half.burst);

    q->aw_taken += in->s_awvalid & out->s_awready;
    q->ar_taken += in->s_arvalid & out->s_arready;
    q->w_taken += in->s_wvalid & out->s_wready;
    if (out->m_awvalid & in->m_awready)
        step(&q->aw_half, halves(q, &plan));
    q->aw_open += out->m_awvalid & in->m_awready;
    q->aw_open -= in->m_bvalid & out->m_bready;
    plan = plan_of(q, false, q->ar_half.burst);
    if (out->m_arvalid & in->m_arready)
        step(&q->ar_half, halves(q, &plan));
    q->ar_open += out->m_arvalid & in->m_arready;
    q->ar_open -= in->m_rvalid & out->m_rready & in->m_rlast;
}

static const char *narrow_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                                const void *out_ports)
{
    struct narrow *q = (struct narrow *)self;
    const struct lp_axi_narrow_in *in = in_ports;
    const struct lp_axi_narrow_out *out = out_ports;
    const char *wrong = NULL;

    (void)cycle;
    if (out->m_awvalid)
        wrong = check_address(q, true, q->aw_taken, &q->aw_half, out->m_awaddr, out->m_awlen,
                              q->aw_open);
    if (!wrong && out->m_arvalid)
        wrong = check_address(q, false, q->ar_taken, &q->ar_half, out->m_araddr, out->m_arlen,
                              q->ar_open);
    if (!wrong)
        wrong = check_w(q, in, out);
    if (!wrong)
        wrong = check_b(q, in, out);
    if (!wrong)
        wrong = check_r(q, in, out);
    take(q, in, out);
    return wrong;
}

/* Both directions start again with new bursts. */
static void narrow_reset(struct lp_traffic *self)
{
    struct narrow *q = (struct narrow *)self;
    uint64_t write = (q->aw_made > q->w_made.burst ? q->aw_made : q->w_made.burst) + 1;
    uint64_t read = q->ar_made + 1;

    q->aw_made = q->aw_taken = q->b_out = write;
    q->w_made = q->aw_half = q->w_part = q->b_half = (struct place){write, 0};
    q->ar_made = q->ar_taken = read;
    q->ar_half = q->r_made = q->r_out = (struct place){read, 0};
    q->w_taken = q->aw_open = q->ar_open = 0;
}

static struct lp_traffic *narrow_random(const int *values, uint64_t seed)
{
    struct narrow *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = narrow_beat,
                                  .reactive = true,
                                  .check = narrow_check,
                                  .reset = narrow_reset,
                                  .close = lp_traffic_free};
    q->rng.state = q->seed = seed;
    q->words = (uint32_t)values[0] / 32;
    q->parts = LP_AXI_WORDS / q->words;
    q->ids = 1u << values[1];
    q->open = (uint32_t)values[2];
    return &q->base;
}

extern const struct lp_hooks lp_axi_narrow_hooks;
const struct lp_hooks lp_axi_narrow_hooks = {.random = narrow_random, .calm = 8};
