/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_axi_widen: a bridge with bursts of narrow beats that begin anywhere, and a wide
 * memory that answers in order. The n-th burst of a direction and the data of its beats follow from
 * n; the data of a wide read follows from its address.
 */
#include <stdlib.h>
#include <string.h>

#include "units/axi/axi_ports.h"
#include "axi_bench.h"
#include "base/wide.h"
#include "units/cosim/registry.h"

enum { AW, W, B, AR, R, FAR_AW, FAR_W, FAR_B }; /* streams in port order */
#define PAGE 4096u

struct plan {
    uint64_t addr;             /* as the bridge gives it */
    uint32_t id, beats, start; /* start: the part of a wide beat where it begins */
};

/* A position in the bursts of a direction: a burst, and a beat of it. */
struct place {
    uint64_t burst;
    uint32_t at;
};

struct widen {
    struct lp_traffic base;
    struct lp_rng rng;
    uint64_t seed;
    uint32_t ids, parts, words, bytes, open;
    uint64_t aw_made, aw_taken, aw_out, ar_made, ar_taken, ar_out; /* bursts */
    struct place w_made, w_taken, w_out;                           /* narrow, narrow, wide */
    uint64_t b_made, b_out;
    struct place r_made, r_out; /* wide, narrow */
};

/* ---- bursts by number ---- */

static uint32_t draw_beats(const struct widen *q, struct lp_rng *rng)
{
    uint32_t most = PAGE / q->bytes < 256 ? PAGE / q->bytes : 256;

    switch (lp_below(rng, 8)) {
    case 0: return lp_below(rng, 4) ? 1 + lp_below(rng, most) : most;
    case 1: return 1 + lp_below(rng, 16);
    case 2: return 1;
    default: return 1 + lp_below(rng, 6);
    }
}

static struct plan plan_of(const struct widen *q, bool write, uint64_t burst)
{
    struct lp_rng rng = {q->seed ^ (2 * burst + write) * 0x30005};
    struct plan plan = {.id = lp_below(&rng, q->ids), .beats = draw_beats(q, &rng)};
    uint64_t page = lp_random(&rng) >> 36;
    uint32_t place = lp_below(&rng, PAGE / q->bytes - plan.beats + 1) * q->bytes;

    plan.addr = page * PAGE + place + lp_below(&rng, q->bytes);
    plan.start = place / q->bytes % q->parts;
    return plan;
}

static uint32_t wide_beats(const struct widen *q, const struct plan *plan)
{
    return (plan->start + plan->beats + q->parts - 1) / q->parts;
}

/* Which narrow beat of the burst is this part of the wide beat; not below beats: none. */
static uint32_t beat_of(const struct widen *q, const struct plan *plan, uint32_t wide,
                        uint32_t part)
{
    return wide * q->parts + part - plan->start;
}

static uint64_t wide_addr(const struct plan *plan, uint32_t wide)
{
    return plan->addr / LP_AXI_SECTOR * LP_AXI_SECTOR + wide * LP_AXI_SECTOR;
}

static void write_beat(const struct widen *q, uint64_t burst, uint32_t beat, uint32_t *words,
                       uint32_t *strb)
{
    struct lp_rng rng = {q->seed ^ (burst * 256 + beat) * 0x50003};
    uint32_t all[LP_AXI_WORDS], ones = (1u << q->bytes) - 1;

    lp_axi_content(q->seed, burst * 256 + beat, all);
    memcpy(words, all, q->bytes);
    *strb = lp_below(&rng, 2) ? ones : (uint32_t)lp_random(&rng) & ones;
}

static void step(struct place *place, uint32_t count)
{
    if (++place->at == count)
        *place = (struct place){place->burst + 1, 0};
}

static bool before(const struct place *a, uint64_t burst, uint32_t at)
{
    return a->burst < burst || (a->burst == burst && a->at < at);
}

/* ---- what goes in ---- */

static void new_address(const struct widen *q, bool write, uint64_t burst, uint32_t addr[2],
                        uint32_t *id, uint32_t *len)
{
    struct plan plan = plan_of(q, write, burst);

    lpi_put64(addr, plan.addr);
    *id = plan.id;
    *len = plan.beats - 1;
}

static bool answer(struct widen *q, struct lp_axi_widen_in *in)
{
    struct plan plan = plan_of(q, false, q->r_made.burst);
    uint64_t addr = wide_addr(&plan, q->r_made.at);

    if (q->r_made.burst >= q->ar_out)
        return false;
    lp_axi_content(q->seed, addr, in->m_rdata);
    in->m_rresp = lp_axi_response(q->seed, addr);
    in->m_rlast = q->r_made.at + 1 == wide_beats(q, &plan);
    step(&q->r_made, wide_beats(q, &plan));
    return true;
}

static bool widen_beat(struct lp_traffic *self, unsigned stream, void *in_ports)
{
    struct widen *q = (struct widen *)self;
    struct lp_axi_widen_in *in = in_ports;
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
    case FAR_B:
        if (q->b_made >= q->aw_out || q->b_made >= q->w_out.burst)
            return false;
        in->m_bresp = lp_axi_response(q->seed, q->b_made++);
        return true;
    default: return answer(q, in);
    }
}

/* ---- what must come out ---- */

static const char *check_address(const struct widen *q, bool write, uint64_t taken, uint64_t burst,
                                 const uint32_t addr[2], uint32_t len, uint64_t open)
{
    struct plan plan = plan_of(q, write, burst);

    if (burst >= taken)
        return "an address that was not given";
    if (lpi_get64(addr) != wide_addr(&plan, 0))
        return "not the address that is due";
    if (len + 1 != wide_beats(q, &plan))
        return "wrong number of beats";
    if (open >= q->open)
        return "more bursts are open than may be";
    return NULL;
}

/* This part of the wide beat at w: the narrow beat's bytes that have strobes, or none. */
static bool same_part(const struct widen *q, const struct plan *plan,
                      const struct lp_axi_widen_out *out, uint32_t part)
{
    uint32_t words[LP_AXI_WORDS], strb = 0, beat = beat_of(q, plan, q->w_out.at, part);
    const uint8_t *shown = (const uint8_t *)&out->m_wdata[part * q->words];

    if (beat < plan->beats)
        write_beat(q, q->w_out.burst, beat, words, &strb);
    if ((out->m_wstrb >> part * q->bytes & ((1u << q->bytes) - 1)) != strb)
        return false;
    for (uint32_t i = 0; i < q->bytes; i++)
        if ((strb >> i & 1) && shown[i] != ((const uint8_t *)words)[i])
            return false;
    return true;
}

static const char *check_w(struct widen *q, const struct lp_axi_widen_in *in,
                           const struct lp_axi_widen_out *out)
{
    struct plan plan = plan_of(q, true, q->w_out.burst);
    uint32_t last = beat_of(q, &plan, q->w_out.at, q->parts - 1);

    if (!out->m_wvalid)
        return NULL;
    if (q->w_out.burst >= q->aw_out)
        return "a beat ahead of its address";
    if (last >= plan.beats)
        last = plan.beats - 1;
    if (!before(&(struct place){q->w_out.burst, last}, q->w_taken.burst, q->w_taken.at))
        return "a beat that was not given";
    for (uint32_t part = 0; part < q->parts; part++)
        if (!same_part(q, &plan, out, part))
            return "m_w is not what the parts hold";
    if (out->m_wlast != (q->w_out.at + 1 == wide_beats(q, &plan)))
        return "m_wlast_o is not at the end of a burst";
    if (in->m_wready)
        step(&q->w_out, wide_beats(q, &plan));
    return NULL;
}

static const char *check_b(struct widen *q, const struct lp_axi_widen_in *in,
                           const struct lp_axi_widen_out *out)
{
    struct plan plan = plan_of(q, true, q->b_out);

    if (!out->s_bvalid)
        return NULL;
    if (q->b_out >= q->b_made)
        return "a response without a write";
    if (out->s_bid != plan.id || out->s_bresp != lp_axi_response(q->seed, q->b_out))
        return "not the response that is due";
    q->b_out += in->s_bready;
    q->base.lines += in->s_bready;
    return NULL;
}

static const char *check_r(struct widen *q, const struct lp_axi_widen_in *in,
                           const struct lp_axi_widen_out *out)
{
    struct plan plan = plan_of(q, false, q->r_out.burst);
    uint32_t part = plan.start + q->r_out.at, words[LP_AXI_WORDS];
    uint64_t addr = wide_addr(&plan, part / q->parts);

    if (!out->s_rvalid)
        return NULL;
    if (!before(&(struct place){q->r_out.burst, part / q->parts}, q->r_made.burst, q->r_made.at))
        return "a beat that was not read";
    lp_axi_content(q->seed, addr, words);
    if (memcmp(out->s_rdata, words + part % q->parts * q->words, q->bytes) != 0)
        return "s_rdata_o is not what was read";
    if (out->s_rid != plan.id || out->s_rresp != lp_axi_response(q->seed, addr))
        return "not the id, or not the response of the beat";
    if (out->s_rlast != (q->r_out.at + 1 == plan.beats))
        return "s_rlast_o is not at the end of the burst";
    if (in->s_rready)
        step(&q->r_out, plan.beats);
    q->base.lines += in->s_rready;
    return NULL;
}

static void take(struct widen *q, const struct lp_axi_widen_in *in,
                 const struct lp_axi_widen_out *out)
{
    struct plan plan = plan_of(q, true, q->w_taken.burst);

    q->aw_taken += in->s_awvalid & out->s_awready;
    q->ar_taken += in->s_arvalid & out->s_arready;
    if (in->s_wvalid & out->s_wready)
        step(&q->w_taken, plan.beats);
    q->aw_out += out->m_awvalid & in->m_awready;
    q->ar_out += out->m_arvalid & in->m_arready;
}

static const char *widen_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                               const void *out_ports)
{
    struct widen *q = (struct widen *)self;
    const struct lp_axi_widen_in *in = in_ports;
    const struct lp_axi_widen_out *out = out_ports;
    const char *wrong = NULL;

    (void)cycle;
    if (out->m_awvalid)
        wrong = check_address(q, true, q->aw_taken, q->aw_out, out->m_awaddr, out->m_awlen,
                              q->aw_out - q->b_made);
    if (!wrong && out->m_arvalid)
        wrong = check_address(q, false, q->ar_taken, q->ar_out, out->m_araddr, out->m_arlen,
                              q->ar_out - q->r_out.burst);
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
static void widen_reset(struct lp_traffic *self)
{
    struct widen *q = (struct widen *)self;
    uint64_t write = (q->aw_made > q->w_made.burst ? q->aw_made : q->w_made.burst) + 1;
    uint64_t read = q->ar_made + 1;

    q->aw_made = q->aw_taken = q->aw_out = q->b_made = q->b_out = write;
    q->w_made = q->w_taken = q->w_out = (struct place){write, 0};
    q->ar_made = q->ar_taken = q->ar_out = read;
    q->r_made = q->r_out = (struct place){read, 0};
}

static struct lp_traffic *widen_random(const int *values, uint64_t seed)
{
    struct widen *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = widen_beat,
                                  .reactive = true,
                                  .check = widen_check,
                                  .reset = widen_reset,
                                  .close = lp_traffic_free};
    q->rng.state = q->seed = seed;
    q->words = (uint32_t)values[0] / 32;
    q->bytes = 4 * q->words;
    q->parts = LP_AXI_WORDS / q->words;
    q->ids = 1u << values[1];
    q->open = (uint32_t)values[2];
    return &q->base;
}

extern const struct lp_hooks lp_axi_widen_hooks;
const struct lp_hooks lp_axi_widen_hooks = {.random = widen_random, .calm = 8};
