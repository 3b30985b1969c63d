/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_axi_wr (rtl/axi/lp_axi_wr.sv). */
#include "axi_cycle.h"
#include "axi_split.h"

typedef struct lp_axi_wr_in LP_IN_T;
typedef struct lp_axi_wr_out LP_OUT_T;

#define IDS (1u << LP_AXI_ID)

struct axi_wr {
    struct lpi_axi_split split; /* tag: id, lane << 8, eight << 10 */
    bool told, sent;
    uint8_t beat;
    bool half[IDS], bad[IDS];
};

_Static_assert(sizeof(struct axi_wr) <= LP_AXI_WR_STATE, "lp_axi_wr's state");

static void reset(void *state)
{
    struct axi_wr *q = state;

    q->split.valid = q->told = q->sent = false;
    q->beat = 0;
    memset(q->half, 0, sizeof q->half);
    memset(q->bad, 0, sizeof q->bad);
}

static void init(void *state, const int *values)
{
    (void)values;
    memset(state, 0, sizeof(struct axi_wr));
}

static uint32_t strobes(uint32_t tag)
{
    return tag >> 10 ? UINT32_C(0xff) << (tag >> 8 & 3) * 8 : UINT32_MAX;
}

static bool sent_now(const struct axi_wr *q, const LP_IN_T *in)
{
    return q->sent || (q->beat == q->split.len && in->d_valid && in->wready);
}

/* The burst's address and beats are taken by the end of this cycle. */
static bool done_now(const struct axi_wr *q, const LP_IN_T *in)
{
    return (q->told || in->awready) && sent_now(q, in);
}

static void put_data(const struct axi_wr *q, const LP_IN_T *in, LP_OUT_T *out)
{
    memcpy(out->wdata, in->d_data, sizeof out->wdata);
    if (q->split.tag >> 10)
        for (unsigned i = 2; i < 8; i++)
            out->wdata[i] = in->d_data[i % 2];
    out->wstrb = strobes(q->split.tag);
    out->wlast = q->beat == q->split.len;
    out->wvalid = q->split.valid && !q->sent && in->d_valid;
    out->d_ready = q->split.valid && !q->sent && in->wready;
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct axi_wr *q = state;
    const LP_IN_T *in = in_ports;
    LP_OUT_T *out = out_ports;

    out->s_ready = lpi_axi_split_ready(&q->split, done_now(q, in));
    out->awvalid = q->split.valid && !q->told;
    out->awid = q->split.tag & (IDS - 1);
    lpi_axi_addr(out->awaddr, q->split.sector);
    out->awlen = q->split.len;
    put_data(q, in, out);
    out->m_valid = in->bvalid && !q->half[in->bid];
    out->bready = q->half[in->bid] || in->m_ready;
    out->m_id = in->bid;
    out->m_err = in->bresp >> 1 || q->bad[in->bid];
}

static void respond(struct axi_wr *q, const LP_IN_T *in)
{
    bool half = q->half[in->bid];

    if (!in->bvalid || (!half && !in->m_ready))
        return;
    q->bad[in->bid] = half && (in->bresp >> 1 || q->bad[in->bid]);
    q->half[in->bid] = false;
}

static void move_burst(struct axi_wr *q, const LP_IN_T *in, bool done)
{
    bool sent = sent_now(q, in);

    if (done)
        q->beat = 0;
    else if (in->d_valid && in->wready && !q->sent)
        q->beat = (q->beat + 1) % 4;
    q->told = (q->told || in->awready) && !done;
    q->sent = sent && !done;
}

static void tick(void *state, const void *in_ports)
{
    struct axi_wr *q = state;
    const LP_IN_T *in = in_ports;
    bool done = done_now(q, in), take = in->s_valid && lpi_axi_split_ready(&q->split, done);
    uint64_t sector = lpi_axi_sector(in->s_addr);
    uint32_t tag = in->s_id | (in->s_addr[0] >> 3 & 3) << 8 | in->s_eight << 10;

    respond(q, in);
    if (take && lpi_axi_over(sector, in->s_sectors) > 0)
        q->half[in->s_id] = true;
    if (q->split.valid)
        move_burst(q, in, done);
    lpi_axi_split_tick(&q->split, done, in->s_valid, sector, in->s_sectors, tag);
}

static const struct lp_port wr_ports[] = LP_UNIT_TABLE(LP_AXI_WR_PORTS);
static const struct lp_param wr_params[] = {{"ID_W", {5, 1, 2, 3, 4, 6, 7, 8}, 8}};

const struct lp_unit lp_axi_wr_unit = {
    .name = "lp_axi_wr",
    .ports = wr_ports,
    .nports = sizeof wr_ports / sizeof *wr_ports,
    .params = wr_params,
    .nparams = 1,
    .in_size = sizeof(LP_IN_T),
    .out_size = sizeof(LP_OUT_T),
    .state_size = sizeof(struct axi_wr),
    .init = init,
    .reset = reset,
    .eval = eval,
    .tick = tick,
    .width = lpi_axi_width,
};
