/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_axi_fence (rtl/axi/lp_axi_fence.sv). */
#include "axi_fence_cycle.h"

#include <string.h>

#include "../common/ring.h"
#include "../common/skid.h"
#include "../../base/wide.h"

typedef struct lp_axi_fence_in LP_IN_T;
typedef struct lp_axi_fence_out LP_OUT_T;

#define AHEAD 4u /* entries of u_list */
#define ADDR_MASK ((UINT64_C(1) << 40) - 1)

struct address {
    uint64_t addr;
    uint8_t id, len;
};

struct beat {
    uint32_t data[8], strb;
    uint8_t id, resp;
    bool last;
};

/* Entries of each skid buffer: the one shown, then the waiting one. */
struct fence {
    uint32_t most; /* of outstanding reads and writes */
    uint8_t id_mask;
    uint8_t place;
    uint32_t reads, writes;
    struct lpi_ring list;
    uint8_t list_len[AHEAD];
    struct lpi_skid ar, r, aw, w, b;
    struct address ar_data[2], aw_data[2];
    struct beat r_data[2], w_data[2];
    uint8_t b_id[2], b_resp[2];
};

_Static_assert(sizeof(struct fence) <= LP_AXI_FENCE_STATE, "lp_axi_fence's state");

enum { ID_W, COUNT_W, PARAMS };

static void clear(struct fence *q)
{
    q->place = 0;
    q->reads = q->writes = 0;
    q->list = (struct lpi_ring){.depth = AHEAD};
    lpi_skid_clear(&q->ar);
    lpi_skid_clear(&q->r);
    lpi_skid_clear(&q->aw);
    lpi_skid_clear(&q->w);
    lpi_skid_clear(&q->b);
}

static void init(void *state, const int *values)
{
    struct fence *q = state;

    memset(q, 0, sizeof *q);
    q->id_mask = (uint8_t)((1u << values[ID_W]) - 1);
    q->most = (1u << values[COUNT_W]) - 1;
    clear(q);
}

static bool ar_room(const struct fence *q)
{
    return q->ar.ready && q->reads != q->most;
}

static bool aw_room(const struct fence *q)
{
    return q->aw.ready && lpi_ring_ready(&q->list) && q->writes != q->most;
}

/* A beat of w is outstanding and may leave. */
static bool w_room(const struct fence *q)
{
    return q->w.ready && lpi_ring_valid(&q->list);
}

static void eval_inside(const struct fence *q, const LP_IN_T *in, LP_OUT_T *out)
{
    const struct beat *r = q->r_data;
    bool cut = in->cut & 1, halt = cut || (in->stop & 1);

    out->idle = q->reads == 0 && q->writes == 0;
    out->s_arready = !halt && ar_room(q);
    out->s_rvalid = !cut && q->r.valid;
    out->s_rid = r->id;
    memcpy(out->s_rdata, r->data, sizeof out->s_rdata);
    out->s_rresp = r->resp;
    out->s_rlast = r->last;
    out->s_awready = !halt && aw_room(q);
    out->s_wready = !cut && w_room(q);
    out->s_bvalid = !cut && q->b.valid;
    out->s_bid = q->b_id[0];
    out->s_bresp = q->b_resp[0];
}

static void eval(const void *state, const void *in, void *out_ports)
{
    const struct fence *q = state;
    const struct beat *w = q->w_data;
    LP_OUT_T *out = out_ports;

    eval_inside(q, in, out);
    out->m_arvalid = q->ar.valid;
    out->m_arid = q->ar_data[0].id;
    lpi_put64(out->m_araddr, q->ar_data[0].addr);
    out->m_arlen = q->ar_data[0].len;
    out->m_rready = q->r.ready;
    out->m_awvalid = q->aw.valid;
    out->m_awid = q->aw_data[0].id;
    lpi_put64(out->m_awaddr, q->aw_data[0].addr);
    out->m_awlen = q->aw_data[0].len;
    out->m_wvalid = q->w.valid;
    memcpy(out->m_wdata, w->data, sizeof out->m_wdata);
    out->m_wstrb = w->strb;
    out->m_wlast = w->last;
    out->m_bready = q->b.ready;
}

/* Entry to which the incoming beat is written: 0 or 1; 2: none. *up: the waiting entry moves up. */
static unsigned place_of(const struct lpi_skid *skid, bool s_valid, bool m_ready, bool *up)
{
    enum lpi_skid_shows shows = lpi_skid_next(skid, s_valid, m_ready);

    *up = shows == LPI_SKID_BEHIND;
    return shows == LPI_SKID_NEW ? 0 : lpi_skid_keeps(skid, s_valid, m_ready) ? 1 : 2;
}

static void tick_address(struct lpi_skid *skid, struct address data[2], bool take, bool m_ready,
                         struct address now)
{
    bool up;
    unsigned at = place_of(skid, take, m_ready, &up);

    if (up)
        data[0] = data[1];
    if (at < 2)
        data[at] = now;
    lpi_skid_tick(skid, take, m_ready);
}

static void tick_r(struct fence *q, const LP_IN_T *in, bool cut)
{
    bool valid = in->m_rvalid & 1, ready = in->s_rready & 1, up;
    unsigned at = place_of(&q->r, valid, ready, &up);

    if (up)
        q->r_data[0] = q->r_data[1];
    if (at < 2) {
        struct beat *to = &q->r_data[at];
        memcpy(to->data, in->m_rdata, sizeof to->data);
        to->id = in->m_rid & q->id_mask;
        to->resp = in->m_rresp & 3;
        to->last = in->m_rlast & 1;
    }
    lpi_skid_tick(&q->r, valid, ready);
    if (cut)
        lpi_skid_clear(&q->r);
}

static void tick_b(struct fence *q, const LP_IN_T *in, bool cut)
{
    bool valid = in->m_bvalid & 1, ready = in->s_bready & 1, up;
    unsigned at = place_of(&q->b, valid, ready, &up);

    if (up) {
        q->b_id[0] = q->b_id[1];
        q->b_resp[0] = q->b_resp[1];
    }
    if (at < 2) {
        q->b_id[at] = in->m_bid & q->id_mask;
        q->b_resp[at] = in->m_bresp & 3;
    }
    lpi_skid_tick(&q->b, valid, ready);
    if (cut)
        lpi_skid_clear(&q->b);
}

/* A beat from the inside, or one sent in its place. */
static void keep_w(struct beat *to, const LP_IN_T *in, bool cut, bool last)
{
    to->last = last;
    if (cut) {
        memset(to->data, 0, sizeof to->data);
        to->strb = 0;
    } else {
        memcpy(to->data, in->s_wdata, sizeof to->data);
        to->strb = in->s_wstrb;
    }
}

/* Returns whether the beat is the last one of its burst. */
static bool tick_w(struct fence *q, const LP_IN_T *in, bool cut)
{
    bool move = w_room(q) && (cut || (in->s_wvalid & 1)), ready = in->m_wready & 1, up;
    bool last = q->place == q->list_len[q->list.rd];
    unsigned at = place_of(&q->w, move, ready, &up);

    if (up)
        q->w_data[0] = q->w_data[1];
    if (at < 2)
        keep_w(&q->w_data[at], in, cut, last);
    if (move)
        q->place = last ? 0 : q->place + 1;
    lpi_skid_tick(&q->w, move, ready);
    return move && last;
}

static void tick(void *state, const void *in_ports)
{
    struct fence *q = state;
    const LP_IN_T *in = in_ports;
    bool cut = in->cut & 1, halt = cut || (in->stop & 1);
    bool ar = !halt && ar_room(q) && (in->s_arvalid & 1);
    bool aw = !halt && aw_room(q) && (in->s_awvalid & 1);
    bool r_end = q->r.ready && (in->m_rvalid & in->m_rlast & 1);
    bool b_end = q->b.ready && (in->m_bvalid & 1), w_end = tick_w(q, in, cut);

    if (aw)
        q->list_len[lpi_ring_wr(&q->list)] = (uint8_t)in->s_awlen;
    lpi_ring_tick(&q->list, aw, w_end);
    q->reads = (q->reads + ar - r_end) & q->most;
    q->writes = (q->writes + aw - b_end) & q->most;
    tick_address(&q->ar, q->ar_data, ar, in->m_arready & 1,
                 (struct address){lpi_get64(in->s_araddr) & ADDR_MASK, in->s_arid & q->id_mask,
                                  (uint8_t)in->s_arlen});
    tick_address(&q->aw, q->aw_data, aw, in->m_awready & 1,
                 (struct address){lpi_get64(in->s_awaddr) & ADDR_MASK, in->s_awid & q->id_mask,
                                  (uint8_t)in->s_awlen});
    tick_r(q, in, cut);
    tick_b(q, in, cut);
}

/* Flops without a reset load their inputs in the cycle of the reset. */
void lp_axi_fence_reset_with(void *state, const struct lp_axi_fence_in *in)
{
    tick(state, in);
    clear(state);
}

static void reset(void *state)
{
    lp_axi_fence_reset_with(state, &(LP_IN_T){0});
}

static unsigned width(const struct lp_port *port, const int *values)
{
    size_t length = strlen(port->name);

    return strcmp(port->name + length - 2, "id") == 0 && port->width == 8 ? (unsigned)values[ID_W]
                                                                          : port->width;
}

static const struct lp_param params[PARAMS] = {
    [ID_W] = LP_PARAM_RANGE("ID_W", 1, 8, 8, 2),
    [COUNT_W] = LP_PARAM_RANGE("COUNT_W", 1, 16, 8, 3),
};

LP_UNIT_ROW(axi_fence, LP_AXI_FENCE_PORTS, struct fence, LP_UNIT_PARAMS(params), .set_up = init,
            .reset = reset, .eval = eval, .tick = tick, .width = width);
