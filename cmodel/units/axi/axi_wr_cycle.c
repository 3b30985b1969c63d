/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_axi_wr (rtl/axi/lp_axi_wr.sv). */
#include "../common/ring.h"
#include "axi_cycle.h"
#include "axi_split.h"

typedef struct lp_axi_wr_in LP_IN_T;
typedef struct lp_axi_wr_out LP_OUT_T;

#define IDS (1u << LP_AXI_ID)
#define AHEAD 4u

struct axi_wr {
    struct lpi_axi_split split; /* tag: id, lane << 8, eight << 10 */
    bool told, listed;
    struct lpi_ring due_ring; /* u_due: bursts with outstanding beats */
    struct {
        uint8_t len, lane;
        bool eight;
    } due[AHEAD];
    uint8_t beat;
    bool half[IDS], bad[IDS];
};

_Static_assert(sizeof(struct axi_wr) <= LP_AXI_WR_STATE, "lp_axi_wr's state");

void lpi_axi_wr_clear(void *state)
{
    struct axi_wr *q = state;

    q->split.valid = q->told = q->listed = false;
    q->due_ring.rd = q->due_ring.count = 0;
    q->beat = 0;
    memset(q->half, 0, sizeof q->half);
    memset(q->bad, 0, sizeof q->bad);
}

static void init(void *state, const int *values)
{
    struct axi_wr *q = state;

    memset(q, 0, sizeof *q);
    q->split.id_mask = (uint8_t)((1u << values[0]) - 1);
    q->due_ring.depth = AHEAD;
}

/* The burst leaves the splitter: its address is taken and its beats are listed. */
static bool done_now(const struct axi_wr *q, const LP_IN_T *in)
{
    return (q->told || (in->awready & 1)) && (q->listed || lpi_ring_ready(&q->due_ring));
}

static void put_data(const struct axi_wr *q, const LP_IN_T *in, LP_OUT_T *out)
{
    unsigned at = q->due_ring.rd;
    bool due = lpi_ring_valid(&q->due_ring);

    memcpy(out->wdata, in->d_data, sizeof out->wdata);
    if (q->due[at].eight)
        for (unsigned i = 2; i < 8; i++)
            out->wdata[i] = in->d_data[i % 2];
    out->wstrb = q->due[at].eight ? UINT32_C(0xff) << q->due[at].lane * 8 : UINT32_MAX;
    out->wlast = q->beat == q->due[at].len;
    out->wvalid = due & in->d_valid;
    out->d_ready = due & in->wready;
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct axi_wr *q = state;
    const LP_IN_T *in = in_ports;
    LP_OUT_T *out = out_ports;
    unsigned bid = in->bid & q->split.id_mask, half = q->half[bid];

    out->s_ready = lpi_axi_split_ready(&q->split, done_now(q, in));
    out->awvalid = q->split.valid && !q->told;
    out->awid = q->split.tag & (IDS - 1);
    lpi_axi_addr(out->awaddr, q->split.sector);
    out->awlen = q->split.len;
    put_data(q, in, out);
    out->m_valid = in->bvalid & !half;
    out->bready = (in->m_ready & 1) | (in->bvalid & half);
    out->m_id = bid;
    out->m_err = (in->bresp >> 1 & 1) | q->bad[bid];
}

static void respond(struct axi_wr *q, const LP_IN_T *in)
{
    unsigned bid = in->bid & q->split.id_mask;
    bool half = q->half[bid];

    if (!(in->bvalid & 1) || (!half && !(in->m_ready & 1)))
        return;
    q->bad[bid] = half && ((in->bresp >> 1 & 1) || q->bad[bid]);
    q->half[bid] = false;
}

/* The splitter's burst is announced and listed; a beat of the oldest listed one moves. */
static void move_bursts(struct axi_wr *q, const LP_IN_T *in, bool done)
{
    unsigned wr = lpi_ring_wr(&q->due_ring);
    bool list = q->split.valid && !q->listed, room = lpi_ring_ready(&q->due_ring);
    bool move = lpi_ring_valid(&q->due_ring) && (in->d_valid & in->wready & 1);
    bool last = q->beat == q->due[q->due_ring.rd].len;

    if (list && room) {
        q->due[wr].len = q->split.len;
        q->due[wr].lane = q->split.tag >> 8 & 3;
        q->due[wr].eight = q->split.tag >> 10;
    }
    lpi_ring_tick(&q->due_ring, list, move && last);
    if (move)
        q->beat = last ? 0 : (q->beat + 1) % 4;
    if (q->split.valid) {
        q->told = (q->told || (in->awready & 1)) && !done;
        q->listed = (q->listed || room) && !done;
    }
}

static void tick(void *state, const void *in_ports)
{
    struct axi_wr *q = state;
    const LP_IN_T *in = in_ports;
    bool done = done_now(q, in), s_valid = in->s_valid & 1;
    bool take = s_valid && lpi_axi_split_ready(&q->split, done);
    uint64_t sector = lpi_axi_sector(in->s_addr);
    unsigned sectors = in->s_sectors & 7, id = in->s_id & q->split.id_mask;
    uint32_t tag = id | (in->s_addr[0] >> 3 & 3) << 8 | (in->s_eight & 1) << 10;

    respond(q, in);
    if (take && lpi_axi_over(sector, sectors) > 0)
        q->half[id] = true;
    move_bursts(q, in, done);
    lpi_axi_split_tick(&q->split, done, s_valid, sector, sectors, tag);
}

/* Flops without a reset load their inputs in the cycle of the reset. */
static void reset(void *state)
{
    tick(state, &(LP_IN_T){0});
    lpi_axi_wr_clear(state);
}

static const struct lp_param wr_params[] = {LP_PARAM("ID_W", 5, 1, 2, 3, 4, 6, 7, 8)};

LP_UNIT_ROW(axi_wr, LP_AXI_WR_PORTS, struct axi_wr, LP_UNIT_PARAMS(wr_params), .set_up = init,
            .reset = reset, .eval = eval, .tick = tick, .width = lpi_axi_width);
