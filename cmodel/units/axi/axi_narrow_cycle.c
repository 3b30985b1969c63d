/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_axi_narrow (rtl/axi/lp_axi_narrow.sv).
 *
 * RTL map of lp_axi_narrow_ax:
 *   second_q = second
 */
#include "../common/cut.h"
#include "../common/ring.h"
#include "axi_cycle.h"
#include "axi_skid.h"
#include "axi_split.h"

typedef struct lp_axi_narrow_in LP_IN_T;
typedef struct lp_axi_narrow_out LP_OUT_T;

#define OPEN_MOST 64
#define HALF_PAGE 64u /* beats of 256 bits */

/* Addresses of one direction: lp_axi_narrow_ax. */
struct ax {
    struct lpi_skid in;
    struct ax_burst {
        uint64_t sector;
        uint8_t id, len;
    } burst[2];
    bool second;
    struct lpi_ring ring; /* u_open */
    struct ax_open {
        uint8_t id;
        bool whole;
    } open[OPEN_MOST];
};

struct w_beat {
    uint32_t data[8], strb;
    bool last;
};

struct b_beat {
    uint8_t id, resp;
};

struct r_beat {
    uint32_t data[8];
    uint8_t id, resp;
    bool last;
};

struct axi_narrow {
    unsigned parts, words; /* parts of a beat of 256 bits; 32-bit words of a part */
    uint8_t id_mask;
    struct ax aw, ar;
    struct lpi_skid w_skid, b_skid, r_skid;
    struct w_beat w[2];
    struct b_beat b[2];
    struct r_beat r[2];
    uint8_t w_part, w_beat, b_bad, r_part, r_bad;
    uint32_t r_data[6]; /* received parts of the next beat of r, at the upper end */
};

static void clear_ax(struct ax *ax)
{
    lpi_skid_clear(&ax->in);
    ax->second = false;
    ax->ring.rd = ax->ring.count = 0;
}

static void clear(struct axi_narrow *q)
{
    clear_ax(&q->aw);
    clear_ax(&q->ar);
    lpi_skid_clear(&q->w_skid);
    lpi_skid_clear(&q->b_skid);
    lpi_skid_clear(&q->r_skid);
    q->w_part = q->w_beat = q->b_bad = q->r_part = q->r_bad = 0;
}

static void init(void *state, const int *values)
{
    struct axi_narrow *q = state;

    memset(q, 0, sizeof *q);
    q->words = (unsigned)values[0] / 32;
    q->parts = 8 / q->words;
    q->id_mask = (uint8_t)LPI_ONES((unsigned)values[1]);
    q->aw.ring.depth = q->ar.ring.depth = (unsigned)values[2];
    clear(q);
}

/* ---- addresses ---- */

static bool ax_splits(const struct axi_narrow *q, const struct ax *ax)
{
    return q->parts == 4 && ax->burst[0].len >= HALF_PAGE;
}

static bool ax_valid(const struct ax *ax)
{
    return ax->in.valid && lpi_ring_ready(&ax->ring);
}

static void ax_show(const struct axi_narrow *q, const struct ax *ax, uint32_t addr[2],
                    uint32_t *len)
{
    unsigned beats = (ax->burst[0].len + 1) * q->parts;

    lpi_axi_addr(addr, ax->burst[0].sector | (ax->second ? HALF_PAGE : 0));
    if (ax_splits(q, ax))
        beats = ax->second ? beats - 256 : 256;
    *len = beats - 1;
}

static void ax_tick(const struct axi_narrow *q, struct ax *ax, bool s_valid,
                    const struct ax_burst *in, bool m_ready, bool done)
{
    bool fire = ax_valid(ax) && m_ready, whole = !ax_splits(q, ax) || ax->second;

    if (fire)
        ax->open[lpi_ring_wr(&ax->ring)] = (struct ax_open){ax->burst[0].id, whole};
    lpi_ring_tick(&ax->ring, fire, done);
    if (fire)
        ax->second = !whole;
    lpi_axi_skid_tick(&ax->in, ax->burst, in, sizeof *in, s_valid, fire && whole);
}

static struct ax_burst burst_of(const struct axi_narrow *q, uint32_t id, const uint32_t addr[2],
                                uint32_t len)
{
    struct ax_burst burst = {.sector = lpi_axi_sector(addr)};

    burst.id = (uint8_t)(id & q->id_mask);
    burst.len = len & 127;
    return burst;
}

/* ---- ports ---- */

static bool w_last(const struct axi_narrow *q)
{
    return q->w_part + 1u == q->parts &&
           (q->w[0].last || (q->parts == 4 && q->w_beat + 1u == HALF_PAGE));
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct axi_narrow *q = state;
    LP_OUT_T *out = out_ports;
    unsigned bytes = q->words * 4;

    (void)in_ports;
    memset(out, 0, sizeof *out);
    out->s_awready = q->aw.in.ready;
    out->s_wready = q->w_skid.ready;
    out->s_bvalid = q->b_skid.valid;
    out->s_bid = q->b[0].id;
    out->s_bresp = q->b[0].resp;
    out->s_arready = q->ar.in.ready;
    out->s_rvalid = q->r_skid.valid;
    out->s_rid = q->r[0].id;
    memcpy(out->s_rdata, q->r[0].data, sizeof out->s_rdata);
    out->s_rresp = q->r[0].resp;
    out->s_rlast = q->r[0].last;
    out->m_awvalid = ax_valid(&q->aw);
    ax_show(q, &q->aw, out->m_awaddr, &out->m_awlen);
    out->m_wvalid = q->w_skid.valid;
    memcpy(out->m_wdata, &q->w[0].data[q->words * q->w_part], bytes);
    out->m_wstrb = q->w[0].strb >> bytes * q->w_part & LPI_ONES(bytes);
    out->m_wlast = w_last(q);
    out->m_bready = q->b_skid.ready;
    out->m_arvalid = ax_valid(&q->ar);
    ax_show(q, &q->ar, out->m_araddr, &out->m_arlen);
    out->m_rready = q->r_skid.ready;
}

static void tick_w(struct axi_narrow *q, const LP_IN_T *in)
{
    struct w_beat beat = {.strb = in->s_wstrb, .last = in->s_wlast & 1};
    bool move = q->w_skid.valid && in->m_wready & 1, at_end = q->w_part + 1u == q->parts;

    memcpy(beat.data, in->s_wdata, sizeof beat.data);
    if (move && at_end)
        q->w_beat = q->w[0].last ? 0 : (q->w_beat + 1) % HALF_PAGE;
    if (move)
        q->w_part = at_end ? 0 : q->w_part + 1;
    lpi_axi_skid_tick(&q->w_skid, q->w, &beat, sizeof beat, in->s_wvalid & 1,
                      in->m_wready & 1 && at_end);
}

/* Returns whether the oldest burst is complete. */
static bool tick_b(struct axi_narrow *q, const LP_IN_T *in)
{
    const struct ax_open *oldest = &q->aw.open[q->aw.ring.rd];
    struct b_beat beat = {oldest->id, (in->m_bresp & 3) | q->b_bad};
    bool done = in->m_bvalid & 1 && q->b_skid.ready;

    if (done)
        q->b_bad = oldest->whole ? 0 : beat.resp;
    lpi_axi_skid_tick(&q->b_skid, q->b, &beat, sizeof beat, in->m_bvalid & 1 && oldest->whole,
                      in->s_bready & 1);
    return done;
}

static bool tick_r(struct axi_narrow *q, const LP_IN_T *in)
{
    const struct ax_open *oldest = &q->ar.open[q->ar.ring.rd];
    bool last = in->m_rlast & 1, at_end = q->r_part + 1u == q->parts;
    bool valid = in->m_rvalid & 1, move = valid && q->r_skid.ready;
    struct r_beat beat = {
        .id = oldest->id, .resp = (in->m_rresp & 3) | q->r_bad, .last = last && oldest->whole};
    unsigned rest = 8 - q->words;

    memcpy(beat.data, q->r_data, rest * 4);
    memcpy(beat.data + rest, in->m_rdata, q->words * 4);
    lpi_axi_skid_tick(&q->r_skid, q->r, &beat, sizeof beat, valid && at_end, in->s_rready & 1);
    if (move) {
        q->r_bad = at_end ? 0 : beat.resp;
        q->r_part = at_end ? 0 : q->r_part + 1;
        memcpy(q->r_data, beat.data + q->words, rest * 4);
    }
    return move && last;
}

static void tick(void *state, const void *in_ports)
{
    struct axi_narrow *q = state;
    const LP_IN_T *in = in_ports;
    struct ax_burst aw = burst_of(q, in->s_awid, in->s_awaddr, in->s_awlen);
    struct ax_burst ar = burst_of(q, in->s_arid, in->s_araddr, in->s_arlen);

    tick_w(q, in);
    ax_tick(q, &q->aw, in->s_awvalid & 1, &aw, in->m_awready & 1, tick_b(q, in));
    ax_tick(q, &q->ar, in->s_arvalid & 1, &ar, in->m_arready & 1, tick_r(q, in));
}

/* Flops without a reset load their inputs in the cycle of the reset. */
static void reset(void *state)
{
    tick(state, &(LP_IN_T){0});
    clear(state);
}

static unsigned width(const struct lp_port *port, const int *values)
{
    if (strcmp(port->name, "m_wdata") == 0 || strcmp(port->name, "m_rdata") == 0)
        return (unsigned)values[0];
    if (strcmp(port->name, "m_wstrb") == 0)
        return (unsigned)values[0] / 8;
    return lpi_axi_width(port, values + 1);
}

static const struct lp_param narrow_params[] = {
    LP_PARAM("DATA_W", 128, 64),
    LP_PARAM("ID_W", 8, 1, 2, 3, 4, 5, 6, 7),
    LP_PARAM_RANGE("OPEN", 2, OPEN_MOST, 8, 2),
};

LP_UNIT_ROW(axi_narrow, LP_AXI_NARROW_PORTS, struct axi_narrow, LP_UNIT_PARAMS(narrow_params),
            .set_up = init, .reset = reset, .eval = eval, .tick = tick, .width = width);
