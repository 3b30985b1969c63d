/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_cdma_host (rtl/cdma/lp_cdma_host*.sv).
 *
 * RTL map of lp_cdma_host_rd:
 *   {run,armed,sized,used,len,sector,left}_q = rd.{}
 *   void_q = rd.void_q
 *   minus_q = rd.len: negated
 *
 * RTL map of lp_cdma_host_wr:
 *   {run,ended,err,count,place,at,flying,sector}_q = wr.{}
 */
#include "cdma_host_cycle.h"

#include <stdbool.h>
#include <string.h>

#include "../common/ring.h"
#include "../../base/wide.h"
#include "store_cycle.h"

typedef struct lp_cdma_host_in LP_IN_T;
typedef struct lp_cdma_host_out LP_OUT_T;

#define WORDS 8  /* of a beat */
#define LISTED 2 /* entries of u_list */
#define AHEAD 4  /* of u_order */
#define STREAM 2
#define MOST_FLYING 255
#define SECTOR_MASK ((UINT64_C(1) << 35) - 1)
#define BEATS_MASK ((UINT64_C(1) << 36) - 1)

struct address {
    uint64_t addr;
    uint8_t id, len;
};

struct beat {
    uint32_t data[WORDS], strb;
    uint8_t id, resp, last;
};

/* lp_cdma_host_wr */
struct host_wr {
    bool run, ended, err;
    unsigned count, place, at, flying;
    uint64_t sector;
    struct lpi_cdma_store keep;
    struct lpi_ring list, order, aw, w, b;
    uint8_t list_len[LISTED], order_len[AHEAD];
    bool order_ring[AHEAD];
    struct address aw_data[2];
    struct beat w_data[2], b_data[2];
    uint32_t beat[2 * LP_CDMA_HOST_BURST + 1][WORDS];
};

/* lp_cdma_host_rd */
struct host_rd {
    bool run, armed, void_q, sized;
    unsigned used, len;
    uint64_t sector, left;
    struct lpi_cdma_store store;
    struct lpi_ring ar, r;
    struct address ar_data[2];
    struct beat r_data[2];
    struct {
        uint32_t data[WORDS];
        bool err;
    } beat[LP_CDMA_HOST_READ + 1];
};

struct host {
    unsigned burst, read;
    struct host_wr wr;
    struct host_rd rd;
};

_Static_assert(sizeof(struct host) <= LP_CDMA_HOST_STATE, "lp_cdma_host's state");

/* The block after that of a sector. */
static uint64_t next_block(uint64_t sector, unsigned burst)
{
    return ((sector | (burst - 1)) + 1) & SECTOR_MASK;
}

static uint64_t addr_of(const uint32_t port[2])
{
    return lpi_get64(port) & ((UINT64_C(1) << 40) - 1);
}

static void show_address(const struct lpi_ring *ring, const struct address *data, uint32_t *valid,
                         uint32_t *id, uint32_t addr[2], uint32_t *len)
{
    const struct address *a = &data[ring->rd];

    *valid = lpi_ring_valid(ring);
    *id = *valid ? a->id : 0;
    lpi_put64(addr, *valid ? a->addr : 0);
    *len = *valid ? a->len : 0;
}

/* ---------------------------------------------------------------- writing */

static bool wr_t_ready(const struct host_wr *q)
{
    return q->run && !q->ended && lpi_cdma_store_ready(&q->keep) && lpi_ring_ready(&q->list);
}

static bool wr_done(const struct host_wr *q)
{
    return q->ended && !lpi_ring_valid(&q->list) && q->flying == 0;
}

static bool wr_room(const struct host_wr *q)
{
    return lpi_ring_ready(&q->aw) && lpi_ring_ready(&q->order);
}

/* The next beat on w belongs to a ring, to the stream. */
static bool of_ring(const struct host_wr *q)
{
    return lpi_ring_valid(&q->order) && q->order_ring[q->order.rd];
}

static bool of_stream(const struct host_wr *q)
{
    return lpi_ring_valid(&q->order) && !q->order_ring[q->order.rd];
}

/* The offered acknowledgement belongs to a ring. */
static bool b_of_ring(const struct host_wr *q)
{
    return lpi_ring_valid(&q->b) && !(q->b_data[q->b.rd].id & STREAM);
}

static void wr_eval_engine(const struct host_wr *q, LP_OUT_T *out)
{
    const struct beat *b = &q->b_data[q->b.rd];

    out->out_aready = !q->run;
    out->out_tready = wr_t_ready(q);
    out->out_bvalid = wr_done(q);
    out->out_berr = wr_done(q) && q->err;
    out->ring_awready = wr_room(q);
    out->ring_wready = of_ring(q) && lpi_ring_ready(&q->w);
    out->ring_bvalid = b_of_ring(q);
    out->ring_bid = out->ring_bvalid ? b->id & 1 : 0;
    out->ring_bresp = out->ring_bvalid ? b->resp : 0;
}

static void wr_eval_host(const struct host_wr *q, LP_OUT_T *out)
{
    const struct beat *w = &q->w_data[q->w.rd];

    show_address(&q->aw, q->aw_data, &out->awvalid, &out->awid, out->awaddr, &out->awlen);
    out->wvalid = lpi_ring_valid(&q->w);
    if (out->wvalid) {
        memcpy(out->wdata, w->data, sizeof out->wdata);
        out->wstrb = w->strb;
        out->wlast = w->last;
    }
    out->bready = lpi_ring_ready(&q->b);
}

/* Beats of the stream are stored, and each burst is listed when it is complete. */
static void wr_tick_stream(struct host_wr *q, const LP_IN_T *in, unsigned burst, bool go,
                           bool beat_ready)
{
    bool take = (in->out_tvalid & 1) && wr_t_ready(q), user = in->out_tuser & 1;
    bool carries = take && !user, last = in->out_tlast & 1;
    bool close = take && (user ? q->count != 0 : last || q->place == burst - 1);

    if (carries)
        memcpy(q->beat[lpi_cdma_store_wr(&q->keep)], in->out_tdata, sizeof q->beat[0]);
    if (close)
        q->list_len[lpi_ring_wr(&q->list)] = (uint8_t)(user ? q->count - 1 : q->count);
    lpi_cdma_store_tick(&q->keep, carries, beat_ready);
    lpi_ring_tick(&q->list, close, go);
    q->count = close ? 0 : q->count + carries;
    q->place = (q->place + carries) & (burst - 1);
    q->ended = q->ended || (take && last);
}

static void wr_tick_run(struct host_wr *q, const LP_IN_T *in, unsigned burst, bool start, bool done)
{
    if (start) {
        q->sector = addr_of(in->out_aaddr) >> 5;
        q->place = (unsigned)q->sector & (burst - 1);
        q->count = 0;
        q->err = false;
    }
    if (done)
        q->ended = false;
    q->run = start || (q->run && !done);
}

/* An address enters u_aw, and the owner of its beats u_order. */
static void wr_tick_address(struct host_wr *q, const LP_IN_T *in, bool ring, bool some)
{
    bool aw_ready = lpi_ring_ready(&q->aw), order_ready = lpi_ring_ready(&q->order);
    uint8_t len = q->list_len[q->list.rd];
    unsigned to = lpi_ring_wr(&q->order);

    if (aw_ready && order_ready && some) {
        q->aw_data[lpi_ring_wr(&q->aw)] = ring ? (struct address){addr_of(in->ring_awaddr),
                                                                  in->ring_awid & 1,
                                                                  (uint8_t)in->ring_awlen}
                                               : (struct address){q->sector << 5, STREAM, len};
        q->order_ring[to] = ring;
        q->order_len[to] = len;
    }
}

static void wr_keep_beat(struct host_wr *q, const LP_IN_T *in, bool ring, bool last)
{
    struct beat *to = &q->w_data[lpi_ring_wr(&q->w)];

    memcpy(to->data, ring ? in->ring_wdata : q->beat[q->keep.rd], sizeof to->data);
    to->strb = ring ? in->ring_wstrb : UINT32_MAX;
    to->last = last;
}

static void wr_tick(struct host_wr *q, const LP_IN_T *in, unsigned burst)
{
    bool ring = in->ring_awvalid & 1, listed = lpi_ring_valid(&q->list);
    bool may = listed && q->flying != MOST_FLYING, some = ring || may, room = wr_room(q);
    bool go = may && room && !ring, start = (in->out_avalid & 1) && !q->run;
    bool done = wr_done(q) && (in->out_bready & 1);
    bool w_ready = lpi_ring_ready(&q->w), ring_w = of_ring(q);
    bool beat_ready = of_stream(q) && w_ready, sends = beat_ready && q->keep.valid;
    bool move = sends || (ring_w && w_ready && (in->ring_wvalid & 1));
    bool last = ring_w ? in->ring_wlast & 1 : q->at == q->order_len[q->order.rd];
    const struct beat *b = &q->b_data[q->b.rd];
    bool ack = lpi_ring_valid(&q->b) && (b->id & STREAM);
    bool ring_b = b_of_ring(q) && (in->ring_bready & 1);

    wr_tick_address(q, in, ring, some);
    if (move)
        wr_keep_beat(q, in, ring_w, last);
    if (go)
        q->sector = next_block(q->sector, burst);
    q->flying = (q->flying + go - ack) & MOST_FLYING;
    q->err = q->err || (ack && (b->resp & 2));
    if (sends)
        q->at = last ? 0 : q->at + 1;
    if (lpi_ring_ready(&q->b))
        q->b_data[lpi_ring_wr(&q->b)] = (struct beat){.id = in->bid & 3, .resp = in->bresp & 3};
    wr_tick_stream(q, in, burst, go, beat_ready);
    wr_tick_run(q, in, burst, start, done);
    lpi_ring_tick(&q->aw, some && room, in->awready & 1);
    lpi_ring_tick(&q->order, some && room, move && last);
    lpi_ring_tick(&q->w, move, in->wready & 1);
    lpi_ring_tick(&q->b, in->bvalid & 1, ack || ring_b);
}

static void wr_clear(struct host_wr *q, unsigned burst)
{
    q->run = q->ended = q->err = false;
    q->at = q->flying = 0;
    q->keep = (struct lpi_cdma_store){.depth = 2 * burst};
    q->list = (struct lpi_ring){.depth = LISTED};
    q->order = (struct lpi_ring){.depth = AHEAD};
    q->aw = q->w = q->b = (struct lpi_ring){.depth = 2};
}

/* ---------------------------------------------------------------- reading */

/* The offered beat belongs to a ring. */
static bool r_of_ring(const struct host_rd *q)
{
    return lpi_ring_valid(&q->r) && !(q->r_data[q->r.rd].id & STREAM);
}

/* A beat is delivered without the host. */
static bool gives(const struct host_rd *q)
{
    return q->void_q && !q->sized && q->used == 0 && q->left != 0;
}

static void rd_eval(const struct host_rd *q, LP_OUT_T *out)
{
    const struct beat *r = &q->r_data[q->r.rd];

    out->in_aready = !q->run;
    out->in_tvalid = q->store.valid || gives(q);
    if (q->store.valid)
        memcpy(out->in_tdata, q->beat[q->store.rd].data, sizeof out->in_tdata);
    out->in_tuser = q->store.valid ? q->beat[q->store.rd].err : gives(q);
    out->ring_arready = lpi_ring_ready(&q->ar);
    out->ring_rvalid = r_of_ring(q);
    if (out->ring_rvalid) {
        out->ring_rid = r->id & 1;
        memcpy(out->ring_rdata, r->data, sizeof out->ring_rdata);
        out->ring_rresp = r->resp;
        out->ring_rlast = r->last;
    }
    show_address(&q->ar, q->ar_data, &out->arvalid, &out->arid, out->araddr, &out->arlen);
    out->rready = lpi_ring_ready(&q->r);
}

/* Beats up to the end of the block or of the stream. */
static unsigned beats_of(const struct host_rd *q, unsigned burst)
{
    unsigned edge = burst - ((unsigned)q->sector & (burst - 1));

    return q->left < edge ? (unsigned)q->left : edge;
}

static void rd_keep_beat(struct host_rd *q, const LP_IN_T *in)
{
    struct beat *to = &q->r_data[lpi_ring_wr(&q->r)];

    memcpy(to->data, in->rdata, sizeof to->data);
    to->id = in->rid & 3;
    to->resp = in->rresp & 3;
    to->last = in->rlast & 1;
}

static void rd_store_beat(struct host_rd *q)
{
    const struct beat *r = &q->r_data[q->r.rd];
    unsigned to = lpi_cdma_store_wr(&q->store);

    memcpy(q->beat[to].data, r->data, sizeof q->beat[to].data);
    q->beat[to].err = r->resp >> 1;
}

/* Beats of the stream still to be requested. */
static void rd_tick_left(struct host_rd *q, const LP_IN_T *in, unsigned burst, bool go, bool given)
{
    if (!q->run && (in->in_avalid & 1)) {
        q->sector = addr_of(in->in_aaddr) >> 5;
        q->left = lpi_get64(in->in_abeats) & BEATS_MASK;
    } else if (go) {
        q->sector = next_block(q->sector, burst);
        q->left -= q->len;
    } else if (given) {
        q->left--;
    }
}

static void rd_tick(struct host_rd *q, const LP_IN_T *in, unsigned burst, unsigned read)
{
    bool ring = in->ring_arvalid & 1, ar_ready = lpi_ring_ready(&q->ar);
    bool go = q->sized && ar_ready && !ring, tready = in->in_tready & 1;
    bool pop = q->store.valid && tready, given = gives(q) && tready;
    bool idle = q->left == 0 && q->used == 0, on = q->run && !idle, drop = in->in_drop & 1;
    bool size = q->run && !q->sized && q->left != 0 && !q->void_q && q->used + burst <= read;
    bool stores = lpi_ring_valid(&q->r) && !r_of_ring(q);
    bool ring_r = r_of_ring(q) && (in->ring_rready & 1);
    unsigned len = beats_of(q, burst);

    if (ar_ready && ring)
        q->ar_data[lpi_ring_wr(&q->ar)] = (struct address){
            addr_of(in->ring_araddr), in->ring_arid & 1, (uint8_t)in->ring_arlen};
    else if (go)
        q->ar_data[lpi_ring_wr(&q->ar)] = (struct address){q->sector << 5, STREAM,
                                                           (uint8_t)(q->len - 1)};
    if (stores && lpi_cdma_store_ready(&q->store))
        rd_store_beat(q);
    if (lpi_ring_ready(&q->r))
        rd_keep_beat(q, in);
    lpi_cdma_store_tick(&q->store, stores, tready);
    q->used = (q->used + (go ? q->len : 0) - pop) & (2 * read - 1);
    rd_tick_left(q, in, burst, go, given);
    if (!q->sized)
        q->len = len;
    q->sized = size || (q->sized && !go);
    q->void_q = on && (q->void_q || (q->armed && drop));
    q->armed = on && (q->armed || !drop);
    q->run = q->run ? !idle : in->in_avalid & 1;
    lpi_ring_tick(&q->ar, ring || go, in->arready & 1);
    lpi_ring_tick(&q->r, in->rvalid & 1, stores || ring_r);
}

static void rd_clear(struct host_rd *q, unsigned read)
{
    q->run = q->armed = q->void_q = q->sized = false;
    q->used = 0;
    q->left = 0;
    q->store = (struct lpi_cdma_store){.depth = read};
    q->ar = q->r = (struct lpi_ring){.depth = 2};
}

/* ---------------------------------------------------------------- both */

static void reset(void *state)
{
    struct host *q = state;

    wr_clear(&q->wr, q->burst);
    rd_clear(&q->rd, q->read);
}

enum { BURST, READ, PARAMS };

static void init(void *state, const int *values)
{
    struct host *q = state;

    memset(q, 0, sizeof *q);
    q->burst = (unsigned)values[BURST];
    q->read = (unsigned)values[READ];
    reset(q);
}

static void eval(const void *state, const void *in, void *out_ports)
{
    const struct host *q = state;
    LP_OUT_T *out = out_ports;

    (void)in;
    memset(out, 0, sizeof *out);
    wr_eval_engine(&q->wr, out);
    wr_eval_host(&q->wr, out);
    rd_eval(&q->rd, out);
}

static void tick(void *state, const void *in)
{
    struct host *q = state;

    wr_tick(&q->wr, in, q->burst);
    rd_tick(&q->rd, in, q->burst, q->read);
}

static int fits(const int *values)
{
    return values[READ] >= values[BURST];
}

static const struct lp_param params[PARAMS] = {
    LP_CDMA_HOST_PARAMS(BURST, READ),
};

LP_UNIT_ROW(cdma_host, LP_CDMA_HOST_PORTS, struct host, LP_UNIT_PARAMS(params), .set_up = init,
            .reset = reset, .eval = eval, .tick = tick, .fits = fits);
