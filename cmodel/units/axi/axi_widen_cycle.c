/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_axi_widen (rtl/axi/lp_axi_widen.sv). */
#include "../common/cut.h"
#include "../common/ring.h"
#include "axi_cycle.h"
#include "axi_skid.h"
#include "axi_split.h"

typedef struct lp_axi_widen_in LP_IN_T;
typedef struct lp_axi_widen_out LP_OUT_T;

#define OPEN_MOST 64

struct ax_burst {
    uint64_t sector;
    uint8_t id, part, len;
};

struct ax {
    struct lpi_skid in;
    struct ax_burst burst[2];
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
    uint8_t resp;
};

struct axi_widen {
    unsigned parts, words, bytes; /* of a beat of 256 bits; of a part */
    uint8_t id_mask;
    struct ax aw, ar;
    struct lpi_ring w_ring, b_ring, r_ring; /* u_w_open, u_b_open, u_r_open */
    uint8_t w_open[OPEN_MOST], b_open[OPEN_MOST];
    struct ax_burst r_open[OPEN_MOST];
    bool w_first, r_first;
    uint8_t w_part, r_part, r_left;
    struct w_beat parts_here; /* g_part; the one of the last part is unused */
    struct lpi_skid w_skid, b_skid, r_skid;
    struct w_beat w[2];
    struct b_beat b[2];
    struct r_beat r[2];
};

static void clear_ring(struct lpi_ring *ring)
{
    ring->rd = ring->count = 0;
}

static void clear(struct axi_widen *q)
{
    lpi_skid_clear(&q->aw.in);
    lpi_skid_clear(&q->ar.in);
    clear_ring(&q->w_ring);
    clear_ring(&q->b_ring);
    clear_ring(&q->r_ring);
    lpi_skid_clear(&q->w_skid);
    lpi_skid_clear(&q->b_skid);
    lpi_skid_clear(&q->r_skid);
    q->w_first = q->r_first = true;
    q->parts_here.strb = 0;
}

static void init(void *state, const int *values)
{
    struct axi_widen *q = state;

    memset(q, 0, sizeof *q);
    q->words = (unsigned)values[0] / 32;
    q->parts = 8 / q->words;
    q->bytes = 4 * q->words;
    q->id_mask = (uint8_t)LPI_ONES((unsigned)values[1]);
    q->w_ring.depth = q->b_ring.depth = q->r_ring.depth = (unsigned)values[2];
    clear(q);
}

/* ---- outputs ---- */

static bool aw_valid(const struct axi_widen *q)
{
    return q->aw.in.valid && lpi_ring_ready(&q->w_ring) && lpi_ring_ready(&q->b_ring);
}

static bool ar_valid(const struct axi_widen *q)
{
    return q->ar.in.valid && lpi_ring_ready(&q->r_ring);
}

static unsigned w_at(const struct axi_widen *q)
{
    return q->w_first ? q->w_open[q->w_ring.rd] : q->w_part;
}

static unsigned r_at(const struct axi_widen *q)
{
    return q->r_first ? q->r_open[q->r_ring.rd].part : q->r_part;
}

static unsigned r_left(const struct axi_widen *q)
{
    return q->r_first ? q->r_open[q->r_ring.rd].len : q->r_left;
}

static void ax_show(const struct axi_widen *q, const struct ax *ax, uint32_t addr[2], uint32_t *len)
{
    lpi_axi_addr(addr, ax->burst[0].sector);
    *len = (ax->burst[0].len + ax->burst[0].part) / q->parts & 0xff;
}

static bool w_ready(const struct axi_widen *q)
{
    return lpi_ring_valid(&q->w_ring) && q->w_skid.ready;
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct axi_widen *q = state;
    LP_OUT_T *out = out_ports;

    (void)in_ports;
    memset(out, 0, sizeof *out);
    out->s_awready = q->aw.in.ready;
    out->s_wready = w_ready(q);
    out->s_bvalid = q->b_skid.valid;
    out->s_bid = q->b[0].id;
    out->s_bresp = q->b[0].resp;
    out->s_arready = q->ar.in.ready;
    out->s_rvalid = q->r_skid.valid;
    out->s_rid = q->r_open[q->r_ring.rd].id;
    memcpy(out->s_rdata, &q->r[0].data[q->words * r_at(q)], q->bytes);
    out->s_rresp = q->r[0].resp;
    out->s_rlast = r_left(q) == 0;
    out->m_awvalid = aw_valid(q);
    ax_show(q, &q->aw, out->m_awaddr, &out->m_awlen);
    out->m_wvalid = q->w_skid.valid;
    memcpy(out->m_wdata, q->w[0].data, sizeof out->m_wdata);
    out->m_wstrb = q->w[0].strb;
    out->m_wlast = q->w[0].last;
    out->m_bready = q->b_skid.ready;
    out->m_arvalid = ar_valid(q);
    ax_show(q, &q->ar, out->m_araddr, &out->m_arlen);
    out->m_rready = q->r_skid.ready;
}

/* ---- the clock edge ---- */

/* The beat that is shown if this part is its last. */
static struct w_beat w_beat(const struct axi_widen *q, const LP_IN_T *in)
{
    struct w_beat beat = q->parts_here;
    unsigned at = w_at(q), last = q->parts - 1;
    uint32_t strb = in->s_wstrb & LPI_ONES(q->bytes);

    /* The last part is the one taken now, at any position. */
    memcpy(&beat.data[q->words * last], in->s_wdata, q->bytes);
    memcpy(&beat.data[q->words * at], in->s_wdata, q->bytes);
    if (at != last)
        beat.strb &= ~(LPI_ONES(q->bytes) << q->bytes * at);
    beat.strb |= strb << q->bytes * at;
    beat.last = in->s_wlast & 1;
    return beat;
}

/* Returns whether the burst's last part is taken. */
static bool tick_w(struct axi_widen *q, const LP_IN_T *in)
{
    struct w_beat beat = w_beat(q, in);
    unsigned at = w_at(q);
    bool valid = in->s_wvalid & 1, full = at + 1 == q->parts || beat.last;
    bool move = valid && w_ready(q);

    lpi_axi_skid_tick(&q->w_skid, q->w, &beat, sizeof beat,
                      valid && lpi_ring_valid(&q->w_ring) && full, in->m_wready & 1);
    if (move) {
        q->parts_here = beat;
        if (full)
            q->parts_here.strb = 0;
        q->w_first = beat.last;
        q->w_part = (uint8_t)((at + 1) % q->parts);
    }
    return move && beat.last;
}

/* Returns whether a burst is complete. */
static bool tick_b(struct axi_widen *q, const LP_IN_T *in)
{
    struct b_beat beat = {q->b_open[q->b_ring.rd], in->m_bresp & 3};
    bool valid = in->m_bvalid & 1, done = valid && q->b_skid.ready;

    lpi_axi_skid_tick(&q->b_skid, q->b, &beat, sizeof beat, valid, in->s_bready & 1);
    return done;
}

/* Returns whether the burst's last part is sent. */
static bool tick_r(struct axi_widen *q, const LP_IN_T *in)
{
    struct r_beat beat = {.resp = in->m_rresp & 3};
    unsigned at = r_at(q), left = r_left(q);
    bool move = q->r_skid.valid && in->s_rready & 1, last = left == 0;

    memcpy(beat.data, in->m_rdata, sizeof beat.data);
    lpi_axi_skid_tick(&q->r_skid, q->r, &beat, sizeof beat, in->m_rvalid & 1,
                      in->s_rready & 1 && (at + 1 == q->parts || last));
    if (move) {
        q->r_first = last;
        q->r_part = (uint8_t)((at + 1) % q->parts);
        q->r_left = (uint8_t)(left - 1);
    }
    return move && last;
}

static struct ax_burst burst_of(const struct axi_widen *q, uint32_t id, const uint32_t addr[2],
                                uint32_t len)
{
    struct ax_burst burst = {.sector = lpi_axi_sector(addr)};

    burst.id = (uint8_t)(id & q->id_mask);
    burst.part = (uint8_t)(addr[0] % 32 / q->bytes);
    burst.len = len & 0xff;
    return burst;
}

static void tick(void *state, const void *in_ports)
{
    struct axi_widen *q = state;
    const LP_IN_T *in = in_ports;
    struct ax_burst aw = burst_of(q, in->s_awid, in->s_awaddr, in->s_awlen);
    struct ax_burst ar = burst_of(q, in->s_arid, in->s_araddr, in->s_arlen);
    bool aw_fire = aw_valid(q) && in->m_awready & 1, ar_fire = ar_valid(q) && in->m_arready & 1;
    bool w_end = tick_w(q, in), b_end = tick_b(q, in), r_end = tick_r(q, in);

    if (aw_fire) {
        q->w_open[lpi_ring_wr(&q->w_ring)] = q->aw.burst[0].part;
        q->b_open[lpi_ring_wr(&q->b_ring)] = q->aw.burst[0].id;
    }
    if (ar_fire)
        q->r_open[lpi_ring_wr(&q->r_ring)] = q->ar.burst[0];
    lpi_ring_tick(&q->w_ring, aw_fire, w_end);
    lpi_ring_tick(&q->b_ring, aw_fire, b_end);
    lpi_ring_tick(&q->r_ring, ar_fire, r_end);
    lpi_axi_skid_tick(&q->aw.in, q->aw.burst, &aw, sizeof aw, in->s_awvalid & 1, aw_fire);
    lpi_axi_skid_tick(&q->ar.in, q->ar.burst, &ar, sizeof ar, in->s_arvalid & 1, ar_fire);
}

/* Flops without a reset load the outputs in the cycle of the reset. */
static void reset(void *state)
{
    tick(state, &(LP_IN_T){0});
    clear(state);
}

static unsigned width(const struct lp_port *port, const int *values)
{
    if (strcmp(port->name, "s_wdata") == 0 || strcmp(port->name, "s_rdata") == 0)
        return (unsigned)values[0];
    if (strcmp(port->name, "s_wstrb") == 0)
        return (unsigned)values[0] / 8;
    return lpi_axi_width(port, values + 1);
}

static const struct lp_param widen_params[] = {
    LP_PARAM("DATA_W", 128, 64),
    LP_PARAM("ID_W", 4, 1, 2, 3, 5, 6, 7, 8),
    LP_PARAM_RANGE("OPEN", 2, OPEN_MOST, 8, 3),
};

LP_UNIT_ROW(axi_widen, LP_AXI_WIDEN_PORTS, struct axi_widen, LP_UNIT_PARAMS(widen_params),
            .set_up = init, .reset = reset, .eval = eval, .tick = tick, .width = width);
