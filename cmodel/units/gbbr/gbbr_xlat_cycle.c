/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_gbbr_xlat (rtl/gbbr/lp_gbbr_xlat.sv). A request is translated when it enters A,
 * with the registers' current values, which equals the sum of the RTL's terms.
 *
 * RTL map of lp_gbbr_xlat:
 *   {gbbr,mdbase,slots,frames}_q = regs.{}
 *   {a,b}_valid_q = {}.valid
 *   {a,b}_tag_q = {}.tag
 *   {a,b}_fault_q = {}.fault
 *   {a,b}_compressed_q = {}.line.meta
 *   {a,b}_target_q = {}.line.spill_sectors, {}.line.dev_sectors, {}.line.eight
 *   a_dev_{a,b}_q = a.line.dev_addr: their sum
 *   a_spill_{a,b}_q = a.line.spill_addr: their sum
 *   b_dev_q = b.line.dev_addr
 *   b_spill_q = b.line.spill_addr
 *   {a,b}_meta_q = {}.line.meta_addr
 */
#include <linepress/gbbr.h>
#include <stdbool.h>
#include <string.h>

#include "../common/cut.h"
#include "../../base/wide.h"
#include "gbbr_cycle.h"

typedef struct lp_gbbr_xlat_in LP_IN_T;
typedef struct lp_gbbr_xlat_out LP_OUT_T;

LPI_CUT(gbbr_xlat, LP_GBBR_XLAT_PORTS)

#define ADDR_MASK ((UINT64_C(1) << LP_GBBR_ADDR) - 1)
#define BASE_MASK (ADDR_MASK & ~UINT64_C(4095))

struct stage {
    bool valid;
    uint32_t tag;
    uint32_t fault;
    struct lp_gbbr_line line; /* zeros if there is a fault */
};

struct xlat {
    struct lp_gbbr_geometry geometry;
    unsigned slot_w, frame_w;
    uint32_t tag_mask, index_mask;
    struct lp_gbbr_regs regs;
    struct stage a, b;
};

_Static_assert(sizeof(struct xlat) <= LP_GBBR_XLAT_STATE, "lp_gbbr_xlat's state");

static void reset(void *state)
{
    struct xlat *q = state;
    q->regs = (struct lp_gbbr_regs){0};
    q->a.valid = q->b.valid = false;
}

static void init(void *state, const int *values)
{
    struct xlat *q = state;
    memset(q, 0, sizeof *q);
    q->geometry.share_log2 = (unsigned)values[0];
    q->frame_w = (unsigned)values[1];
    q->slot_w = (unsigned)values[2];
    q->tag_mask = LPI_ONES((unsigned)values[3]);
    q->index_mask = LPI_ONES((unsigned)values[0] - 7);
}

static LP_IN_T cut(const struct xlat *q, const LP_IN_T *in)
{
    LP_IN_T own = lpi_gbbr_xlat_cut(in);

    own.s_tag &= q->tag_mask;
    own.s_slot &= LPI_ONES(q->slot_w);
    own.s_frame &= LPI_ONES(q->frame_w);
    own.s_index &= q->index_mask;
    return own;
}

static bool a_moves(const struct xlat *q, const LP_IN_T *in)
{
    return !q->a.valid || !q->b.valid || (in->m_ready & 1);
}

/* A count as stored in its register, which has one bit more than the numbers. */
static uint64_t held(uint64_t count, unsigned width)
{
    uint64_t most = (UINT64_C(2) << width) - 1;

    return count < most ? count : most;
}

static uint64_t value(const struct xlat *q, unsigned reg)
{
    switch (reg) {
    case LP_GBBR_GBBR: return q->regs.gbbr & BASE_MASK;
    case LP_GBBR_MDBASE: return q->regs.mdbase & BASE_MASK;
    case LP_GBBR_SLOTS: return held(q->regs.slots, q->slot_w);
    default: return held(q->regs.frames, q->frame_w);
    }
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct xlat *q = state;
    const LP_IN_T *in = in_ports;
    LP_OUT_T *out = out_ports;

    memset(out, 0, sizeof *out);
    out->s_ready = a_moves(q, in);
    out->cfg_ready = 1;
    lpi_put64(out->cfg_value, value(q, in->cfg_reg & 3));
    if (!q->b.valid)
        return;
    out->m_valid = 1;
    out->m_tag = q->b.tag;
    out->m_fault = q->b.fault;
    lpi_put64(out->m_dev_addr, q->b.line.dev_addr & ADDR_MASK);
    out->m_dev_sectors = q->b.line.dev_sectors;
    out->m_eight = q->b.line.eight;
    lpi_put64(out->m_spill_addr, q->b.line.spill_addr & ADDR_MASK);
    out->m_spill_sectors = q->b.line.spill_sectors;
    out->m_meta = q->b.line.meta;
    lpi_put64(out->m_meta_addr, q->b.line.meta_addr & (ADDR_MASK * 2 + 1));
}

static void enter(struct xlat *q, const LP_IN_T *in)
{
    const struct lp_gbbr_page page = {.compressed = (uint8_t)in->s_compressed,
                                      .target = (uint8_t)in->s_target,
                                      .slot = in->s_slot,
                                      .frame = in->s_frame};

    q->a.valid = in->s_valid;
    if (!in->s_valid)
        return;
    q->a.tag = in->s_tag;
    q->a.line = (struct lp_gbbr_line){0};
    q->a.fault = (uint32_t)lp_gbbr_translate(&q->geometry, &q->regs, &page, in->s_index,
                                             &q->a.line);
}

static void configure(struct lp_gbbr_regs *regs, const LP_IN_T *in)
{
    uint64_t data = lpi_get64(in->cfg_data);
    uint64_t *const named[LP_GBBR_REGS] = {
        [LP_GBBR_GBBR] = &regs->gbbr,
        [LP_GBBR_MDBASE] = &regs->mdbase,
        [LP_GBBR_SLOTS] = &regs->slots,
        [LP_GBBR_FRAMES] = &regs->frames,
    };

    if (in->cfg_valid)
        *named[in->cfg_reg] = data;
}

static void tick(void *state, const void *in_ports)
{
    struct xlat *q = state;
    const LP_IN_T own = cut(q, in_ports), *in = &own;
    bool a_move = a_moves(q, in);

    if (!q->b.valid || in->m_ready)
        q->b = q->a;
    if (a_move)
        enter(q, in);
    configure(&q->regs, in);
}

static unsigned width(const struct lp_port *port, const int *values)
{
    const char *name = port->name + 2;

    if (strcmp(name, "index") == 0)
        return (unsigned)values[0] - 7;
    if (strcmp(name, "frame") == 0)
        return (unsigned)values[1];
    if (strcmp(name, "slot") == 0)
        return (unsigned)values[2];
    return strcmp(name, "tag") == 0 ? (unsigned)values[3] : port->width;
}

/* Every frame and slot number must have an address. */
static int fits(const int *values)
{
    return values[1] + values[0] - 3 <= LP_GBBR_ADDR && values[2] + values[0] <= LP_GBBR_ADDR;
}

static const struct lp_param xlat_params[] = {
    LP_PARAM_RANGE("SHARE_W", 11, 24, 13, 18, 11, 12, 16, 21),
    LP_PARAM_RANGE("FRAME_W", 5, 24, 23, 18, 5),
    LP_PARAM_RANGE("SLOT_W", 5, 24, 21, 16, 5),
    LP_PARAM_RANGE("TAG", 1, 32, 8, 1),
};

LP_UNIT_ROW(gbbr_xlat, LP_GBBR_XLAT_PORTS, struct xlat, LP_UNIT_PARAMS(xlat_params), .set_up = init,
            .reset = reset, .eval = eval, .tick = tick, .width = width, .fits = fits);
