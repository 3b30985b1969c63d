/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma_bus (rtl/cdma/lp_cdma_bus.sv). */
#include "cdma_bus_cycle.h"

#include <string.h>

#include "axi_one.h"

typedef struct lp_cdma_bus_in LP_IN_T;
typedef struct lp_cdma_bus_out LP_OUT_T;

#define SECTORS 2 /* of a descriptor */

struct bus {
    bool f_turn, c_turn;
    bool v_valid, v_id, v_err;
    bool c_data_valid;
    bool open[2], told[2], q_err[2];
    struct lpi_axi_split rd;
    struct lpi_axi_one wr;
    uint32_t v_data[8], c_data[8];
};

_Static_assert(sizeof(struct bus) <= LP_CDMA_BUS_STATE, "lp_cdma_bus's state");

static void init(void *state, const int *values)
{
    (void)values;
    memset(state, 0, sizeof(struct bus));
}

static bool c_free(const struct bus *q)
{
    return !lpi_axi_one_awvalid(&q->wr) && !q->c_data_valid;
}

static bool c_ready(const struct bus *q, bool ring)
{
    return c_free(q) && q->c_turn == ring && !q->open[ring];
}

static void eval_axi(const struct bus *q, LP_OUT_T *out)
{
    out->arvalid = q->rd.valid;
    out->arid = q->rd.tag;
    lpi_axi_addr(out->araddr, q->rd.sector);
    out->arlen = SECTORS - 1;
    out->rready = !q->v_valid;
    out->awvalid = lpi_axi_one_awvalid(&q->wr);
    out->awid = q->wr.split.tag;
    lpi_axi_addr(out->awaddr, q->wr.split.sector);
    out->awlen = 0;
    out->wvalid = q->wr.due > 0 && q->c_data_valid;
    memcpy(out->wdata, q->c_data, sizeof out->wdata);
    out->wstrb = UINT32_MAX;
    out->wlast = out->bready = 1;
}

static void eval(const void *state, const void *in, void *out_ports)
{
    const struct bus *q = state;
    LP_OUT_T *out = out_ports;

    (void)in;
    out->o_f_ready = !q->rd.valid && !q->f_turn;
    out->i_f_ready = !q->rd.valid && q->f_turn;
    out->o_v_valid = q->v_valid && !q->v_id;
    out->i_v_valid = q->v_valid && q->v_id;
    out->o_v_err = out->o_v_valid && q->v_err;
    out->i_v_err = out->i_v_valid && q->v_err;
    memset(out->o_v_data, 0, sizeof out->o_v_data);
    memset(out->i_v_data, 0, sizeof out->i_v_data);
    if (q->v_valid)
        memcpy(q->v_id ? out->i_v_data : out->o_v_data, q->v_data, sizeof q->v_data);
    out->o_c_ready = c_ready(q, 0);
    out->i_c_ready = c_ready(q, 1);
    out->o_q_valid = q->told[0];
    out->i_q_valid = q->told[1];
    out->o_q_err = q->told[0] && q->q_err[0];
    out->i_q_err = q->told[1] && q->q_err[1];
    eval_axi(q, out);
}

static void tick_fetches(struct bus *q, const LP_IN_T *in)
{
    bool valid = q->rd.valid, turn = q->f_turn;
    bool f_valid = !valid && ((turn ? in->i_f_valid : in->o_f_valid) & 1);
    uint64_t sector = lpi_axi_sector(turn ? in->i_f_addr : in->o_f_addr) & ~UINT64_C(1);

    lpi_axi_split_tick(&q->rd, in->arready & 1, f_valid, sector, SECTORS, turn);
    q->f_turn = turn != !valid;
}

static void tick_sectors(struct bus *q, const LP_IN_T *in)
{
    if (q->v_valid) {
        q->v_valid = !((q->v_id ? in->i_v_ready : in->o_v_ready) & 1);
        return;
    }
    q->v_valid = in->rvalid & 1;
    if (!q->v_valid)
        return;
    q->v_id = in->rid & 1;
    q->v_err = in->rresp >> 1 & 1;
    memcpy(q->v_data, in->rdata, sizeof q->v_data);
}

static void tick_completions(struct bus *q, const LP_IN_T *in)
{
    bool turn = q->c_turn, free = c_free(q), ack = in->bvalid & 1, ack_id = in->bid & 1;
    bool take = c_ready(q, turn) && ((turn ? in->i_c_valid : in->o_c_valid) & 1);
    bool beat = q->c_data_valid && (in->wready & 1), gone = q->wr.due > 0 && beat;
    const uint32_t q_ready[2] = {in->o_q_ready & 1, in->i_q_ready & 1};

    lpi_axi_one_tick(&q->wr, in->awready & 1, take,
                     lpi_axi_sector(turn ? in->i_c_addr : in->o_c_addr), turn, beat);
    for (unsigned k = 0; k < 2; k++) {
        bool took = q->told[k] && q_ready[k], acked = ack && ack_id == k;
        q->open[k] = (take && turn == k) || (q->open[k] && !took);
        q->told[k] = acked || (q->told[k] && !took);
        if (acked)
            q->q_err[k] = in->bresp >> 1 & 1;
    }
    if (take)
        memcpy(q->c_data, turn ? in->i_c_data : in->o_c_data, sizeof q->c_data);
    q->c_data_valid = take || (q->c_data_valid && !gone);
    q->c_turn = turn != free;
}

static void tick(void *state, const void *in)
{
    tick_fetches(state, in);
    tick_sectors(state, in);
    tick_completions(state, in);
}

/* Flops without a reset load their inputs in the cycle of the reset. */
void lp_cdma_bus_reset_with(void *state, const struct lp_cdma_bus_in *in)
{
    struct bus *q = state;

    tick(state, in);
    q->f_turn = q->c_turn = q->v_valid = q->c_data_valid = q->rd.valid = false;
    memset(q->open, 0, sizeof q->open);
    memset(q->told, 0, sizeof q->told);
    lpi_axi_one_clear(&q->wr);
}

static void reset(void *state)
{
    lp_cdma_bus_reset_with(state, &(LP_IN_T){0});
}

LP_UNIT_ROW(cdma_bus, LP_CDMA_BUS_PORTS, struct bus, .set_up = init, .reset = reset, .eval = eval,
            .tick = tick);
