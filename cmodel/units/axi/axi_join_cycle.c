/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_axi_join (rtl/axi/lp_axi_join.sv). */
#include "axi_join_cycle.h"

#include <stdbool.h>
#include <string.h>

#include "../../base/bits.h"
#include "../common/ring.h"
#include "../common/rr.h"

typedef struct lp_axi_join_in LP_IN_T;
typedef struct lp_axi_join_out LP_OUT_T;

#define ANNOUNCED 4u

/* lpi_ring_wr gives the entry to write; rings of depth 2 model an lp_skid. */
struct addr {
    uint32_t addr[2];
    uint16_t id;
    uint8_t len;
};

struct beat {
    uint32_t data[8], strb;
    bool last;
};

struct answer {
    uint32_t data[8];
    uint8_t port, id, resp;
    bool last;
};

struct join {
    uint32_t ports; /* a bit for each port */
    unsigned id_w, port_mask;
    struct lpi_rr ar_turn, aw_turn;
    struct lpi_ring ar_ring, aw_ring, due_ring, w_ring, r_ring, b_ring;
    struct addr ar[2], aw[2];
    uint8_t due[ANNOUNCED]; /* u_due: the port whose beats are next */
    struct beat w[2];
    struct answer r[2], b[2];
};

_Static_assert(sizeof(struct join) <= LP_AXI_JOIN_STATE, "lp_axi_join's state");

static void reset(void *state)
{
    struct join *q = state;
    struct lpi_ring *rings[] = {&q->ar_ring, &q->aw_ring, &q->due_ring,
                                &q->w_ring,  &q->r_ring,  &q->b_ring};

    q->ar_turn.next = q->aw_turn.next = 0;
    for (unsigned i = 0; i < sizeof rings / sizeof *rings; i++)
        rings[i]->rd = rings[i]->count = 0;
}

/* $clog2(PORTS) */
static unsigned port_bits(int ports)
{
    unsigned bits = 1;

    while (1 << bits < ports)
        bits++;
    return bits;
}

static void set_up(void *state, const int *values)
{
    struct join *q = state;

    memset(q, 0, sizeof *q);
    q->ports = (1u << values[0]) - 1;
    q->id_w = (unsigned)values[1];
    q->port_mask = (1u << port_bits(values[0])) - 1;
    q->due_ring.depth = ANNOUNCED;
    q->ar_ring.depth = q->aw_ring.depth = q->w_ring.depth = q->r_ring.depth = q->b_ring.depth = 2;
}

/* ---- outputs ---- */

/* The requesting port whose turn it is, one-hot; 0: no request, or no room. */
static uint32_t turn(const struct join *q, const struct lpi_rr *rr, uint32_t requests, bool room)
{
    requests &= q->ports;
    return requests && room ? UINT32_C(1) << lpi_rr_pick(rr, requests) : 0;
}

static bool aw_room(const struct join *q)
{
    return lpi_ring_ready(&q->aw_ring) && lpi_ring_ready(&q->due_ring);
}

/* The port whose beats are taken, one-hot. */
static uint32_t w_ready(const struct join *q)
{
    bool ready = lpi_ring_valid(&q->due_ring) && lpi_ring_ready(&q->w_ring);

    return ready ? UINT32_C(1) << q->due[q->due_ring.rd] : 0;
}

/* The port that the oldest response goes to, one-hot; 0: no response, or no such port. */
static uint32_t answered(const struct join *q, const struct lpi_ring *ring,
                         const struct answer *answers)
{
    return lpi_ring_valid(ring) ? UINT32_C(1) << answers[ring->rd].port & q->ports : 0;
}

static void eval_ports(const struct join *q, const LP_IN_T *in, LP_OUT_T *out)
{
    const struct answer *r = &q->r[q->r_ring.rd], *b = &q->b[q->b_ring.rd];

    out->s_arready = turn(q, &q->ar_turn, in->s_arvalid, lpi_ring_ready(&q->ar_ring));
    out->s_awready = turn(q, &q->aw_turn, in->s_awvalid, aw_room(q));
    out->s_wready = w_ready(q);
    out->s_rvalid = answered(q, &q->r_ring, q->r);
    if (out->s_rvalid) {
        out->s_rid = r->id;
        memcpy(out->s_rdata, r->data, sizeof out->s_rdata);
        out->s_rresp = r->resp;
        out->s_rlast = r->last;
    }
    out->s_bvalid = answered(q, &q->b_ring, q->b);
    if (out->s_bvalid) {
        out->s_bid = b->id;
        out->s_bresp = b->resp;
    }
}

static void eval_memory(const struct join *q, LP_OUT_T *out)
{
    const struct addr *ar = &q->ar[q->ar_ring.rd], *aw = &q->aw[q->aw_ring.rd];
    const struct beat *w = &q->w[q->w_ring.rd];

    out->m_arvalid = lpi_ring_valid(&q->ar_ring);
    if (out->m_arvalid) {
        out->m_arid = ar->id;
        memcpy(out->m_araddr, ar->addr, sizeof out->m_araddr);
        out->m_arlen = ar->len;
    }
    out->m_awvalid = lpi_ring_valid(&q->aw_ring);
    if (out->m_awvalid) {
        out->m_awid = aw->id;
        memcpy(out->m_awaddr, aw->addr, sizeof out->m_awaddr);
        out->m_awlen = aw->len;
    }
    out->m_wvalid = lpi_ring_valid(&q->w_ring);
    if (out->m_wvalid) {
        memcpy(out->m_wdata, w->data, sizeof out->m_wdata);
        out->m_wstrb = w->strb;
        out->m_wlast = w->last;
    }
    out->m_rready = lpi_ring_ready(&q->r_ring);
    out->m_bready = lpi_ring_ready(&q->b_ring);
}

static void eval(const void *state, const void *in, void *out)
{
    memset(out, 0, sizeof(LP_OUT_T));
    eval_ports(state, in, out);
    eval_memory(state, out);
}

/* ---- the clock edge ---- */

static struct addr addr_of(const struct join *q, unsigned port, const uint32_t *id,
                           const uint32_t *addr, const uint32_t *len)
{
    struct addr a = {.id = (uint16_t)(port << q->id_w | lpi_bits_word(id, port * q->id_w, q->id_w)),
                     .len = (uint8_t)lpi_bits_word(len, 8 * port, 8)};

    lpi_bits_get(a.addr, addr, 40 * port, 40);
    return a;
}

static void tick_ar(struct join *q, const LP_IN_T *in)
{
    uint32_t to = turn(q, &q->ar_turn, in->s_arvalid, lpi_ring_ready(&q->ar_ring));

    if (to) {
        unsigned port = (unsigned)__builtin_ctz(to);

        q->ar[lpi_ring_wr(&q->ar_ring)] = addr_of(q, port, in->s_arid, in->s_araddr, in->s_arlen);
        lpi_rr_take(&q->ar_turn, port);
    }
    lpi_ring_tick(&q->ar_ring, to != 0, in->m_arready & 1);
}

/* w_end: the last beat of the oldest burst listed is taken. */
static void tick_aw(struct join *q, const LP_IN_T *in, bool w_end)
{
    uint32_t to = turn(q, &q->aw_turn, in->s_awvalid, aw_room(q));

    if (to) {
        unsigned port = (unsigned)__builtin_ctz(to);

        q->aw[lpi_ring_wr(&q->aw_ring)] = addr_of(q, port, in->s_awid, in->s_awaddr, in->s_awlen);
        q->due[lpi_ring_wr(&q->due_ring)] = (uint8_t)port;
        lpi_rr_take(&q->aw_turn, port);
    }
    lpi_ring_tick(&q->aw_ring, to != 0, in->m_awready & 1);
    lpi_ring_tick(&q->due_ring, to != 0, w_end);
}

/* Returns whether a burst's last beat is taken. */
static bool tick_w(struct join *q, const LP_IN_T *in)
{
    uint32_t from = w_ready(q) & in->s_wvalid;
    struct beat *w = &q->w[lpi_ring_wr(&q->w_ring)];

    if (from) {
        unsigned port = q->due[q->due_ring.rd];

        memcpy(w->data, in->s_wdata + 8 * port, sizeof w->data);
        w->strb = in->s_wstrb[port];
        w->last = (from & in->s_wlast) != 0;
    }
    lpi_ring_tick(&q->w_ring, from != 0, in->m_wready & 1);
    return (from & in->s_wlast) != 0;
}

/* Takes a response without its data; ready: that of the ports. */
static void tick_answer(const struct join *q, struct lpi_ring *ring, struct answer *answers,
                        uint32_t ready, bool valid, const struct answer *next)
{
    bool pop = !(answered(q, ring, answers) & ~ready);

    if (valid && lpi_ring_ready(ring))
        answers[lpi_ring_wr(ring)] = *next;
    lpi_ring_tick(ring, valid, pop);
}

static struct answer answer_of(const struct join *q, uint32_t id, uint32_t resp)
{
    return (struct answer){.port = (uint8_t)(id >> q->id_w & q->port_mask),
                           .id = (uint8_t)(id & ((1u << q->id_w) - 1)),
                           .resp = resp & 3};
}

static void tick(void *state, const void *in_ports)
{
    struct join *q = state;
    const LP_IN_T *in = in_ports;
    struct answer r = answer_of(q, in->m_rid, in->m_rresp);
    struct answer b = answer_of(q, in->m_bid, in->m_bresp);

    memcpy(r.data, in->m_rdata, sizeof r.data);
    r.last = in->m_rlast & 1;
    tick_answer(q, &q->r_ring, q->r, in->s_rready, in->m_rvalid & 1, &r);
    tick_answer(q, &q->b_ring, q->b, in->s_bready, in->m_bvalid & 1, &b);
    tick_ar(q, in);
    tick_aw(q, in, tick_w(q, in));
}

static bool is_id(const char *name)
{
    size_t length = strlen(name);

    return strcmp(name + length - 2, "id") == 0 && name[length - 3] != 'l'; /* all except valid */
}

static unsigned width(const struct lp_port *port, const int *values)
{
    unsigned ports = (unsigned)values[0], id_w = (unsigned)values[1], width = port->width;

    if (port->name[0] == 'm')
        return is_id(port->name) ? port_bits(values[0]) + id_w : width;
    if (is_id(port->name))
        width = width / LP_AXI_JOIN_S_ID * id_w;
    if (port->dir == LP_IN || width == LP_AXI_JOIN_MOST) /* one field for each port */
        width = width / LP_AXI_JOIN_MOST * ports;
    return width;
}

static const struct lp_param join_params[] = {
    LP_PARAM_RANGE("PORTS", 2, LP_AXI_JOIN_MOST, 6, 3),
    LP_PARAM_RANGE("ID_W", 1, LP_AXI_JOIN_S_ID, 4, 2),
};

LP_UNIT_ROW(axi_join, LP_AXI_JOIN_PORTS, struct join, LP_UNIT_PARAMS(join_params), .set_up = set_up,
            .reset = reset, .eval = eval, .tick = tick, .width = width);
