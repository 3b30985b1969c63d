/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_cdma_off (rtl/cdma/lp_cdma_off.sv): contains the models of plan and pack.
 *
 * RTL map of lp_cdma_off:
 *   {plan,pack,index,link}_q = {}_q
 *   {group,host,sectors,size,table,codec,has}_q = job.{}
 */
#include "cdma_off_cycle.h"

#include <linepress/cdma.h>
#include <string.h>

#include "cdma_job.h"
#include "cdma_pack_cycle.h"
#include "cdma_plan_cycle.h"

typedef struct lp_cdma_off_in LP_IN_T;
typedef struct lp_cdma_off_out LP_OUT_T;

struct off {
    unsigned group_w;
    bool busy, stale;
    bool plan_q, pack_q, index_q, link_q; /* units that have not been started for the job */
    struct lpi_cdma_job job;
    bool packed, indexed, linked, sent;
    uint64_t bytes, zeros;
    uint32_t bad;
    unsigned status;
    bool index_err, link_err;
    _Alignas(8) unsigned char plan[LP_CDMA_PLAN_STATE];
    _Alignas(8) unsigned char pack[LP_CDMA_PACK_STATE];
};

_Static_assert(sizeof(struct off) <= LP_CDMA_OFF_STATE, "raise LP_CDMA_OFF_STATE");

struct wires {
    struct lp_cdma_plan_in plan_in;
    struct lp_cdma_plan_out plan;
    struct lp_cdma_pack_in pack_in;
    struct lp_cdma_pack_out pack;
    bool j_ready, wr_ready, lr_ready, pack_take, last;
    bool r_valid;
    unsigned status;
};

static void ask_pack(const struct off *q, const LP_IN_T *in, struct wires *w)
{
    struct lp_cdma_pack_in *to = &w->pack_in;

    to->j_valid = q->pack_q;
    lpi_put64(to->j_room, q->job.size);
    to->j_index = q->job.has;
    to->s_valid = in->s_valid;
    memcpy(to->s_data, in->s_data, sizeof to->s_data);
    to->s_last = in->s_last;
    to->s_bytes = in->s_bytes;
    to->s_zeros = in->s_zeros;
    to->s_err = in->s_err;
    to->s_none = in->s_none;
    to->kill = in->kill;
    to->m_ready = in->m_ready;
    to->x_ready = in->x_ready;
    to->r_ready = w->pack_take = !q->pack_q && !q->packed;
    lp_cdma_pack_unit.eval(q->pack, to, &w->pack);
}

static void ask_plan(const struct off *q, const LP_IN_T *in, struct wires *w)
{
    struct lp_cdma_plan_in *to = &w->plan_in;

    to->j_valid = q->plan_q;
    to->j_group = q->job.group;
    lpi_put64(to->j_sectors, q->job.sectors);
    to->j_codec = q->job.codec;
    to->kill = (in->kill & 1) | w->pack.stop;
    to->rate = in->rate;
    to->credit = in->credit;
    to->g_ready = in->g_ready;
    to->o_ready = in->o_ready;
    lp_cdma_plan_unit.eval(q->plan, to, &w->plan);
}

static void answer(const struct off *q, struct wires *w)
{
    bool killed = q->status == LP_DMA_ABORTED;

    w->status = killed                       ? LP_DMA_ABORTED
                : q->link_err                ? LP_DMA_HOST_ERROR
                : q->job.has && q->index_err ? LP_DMA_DEVICE_ERROR
                                             : q->status;
    w->r_valid = q->busy && q->packed && (q->indexed || !q->job.has) && q->linked &&
                 (q->sent || killed);
}

static void wires(const struct off *q, const LP_IN_T *in, struct wires *w)
{
    ask_pack(q, in, w);
    ask_plan(q, in, w);
    w->j_ready = !q->busy && !q->stale;
    w->wr_ready = q->busy && q->job.has && !q->index_q && !q->indexed;
    w->lr_ready = q->busy && !q->link_q && !q->linked;
    w->last = w->pack.m_valid && (in->m_ready & 1) && w->pack.m_last;
    answer(q, w);
}

static void give_plan(const struct lp_cdma_plan_out *from, LP_OUT_T *out)
{
    out->g_valid = from->g_valid;
    out->g_channel = from->g_channel;
    out->g_group = from->g_group;
    out->g_sectors = from->g_sectors;
    out->g_codec = from->g_codec;
    out->t_valid = from->t_valid;
    out->t_channel = from->t_channel;
    out->o_valid = from->o_valid;
    out->o_channel = from->o_channel;
    out->o_none = from->o_none;
    out->stall_credit = from->stall_credit;
    out->stall_rate = from->stall_rate;
}

static void give_pack(const struct lp_cdma_pack_out *from, LP_OUT_T *out)
{
    out->s_ready = from->s_ready;
    out->x_valid = from->x_valid;
    out->x_bytes = from->x_bytes;
    out->x_end = from->x_end;
    out->m_valid = from->m_valid;
    memcpy(out->m_data, from->m_data, sizeof out->m_data);
    out->m_last = from->m_last;
    out->m_bad = from->m_bad;
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct off *q = state;
    LP_OUT_T *out = out_ports;
    struct wires w;

    wires(q, in_ports, &w);
    give_plan(&w.plan, out);
    give_pack(&w.pack, out);
    out->j_ready = w.j_ready;
    out->wj_valid = q->index_q;
    lpi_put64(out->wj_addr, q->index_q ? q->job.table : 0);
    out->la_valid = q->link_q;
    lpi_put64(out->la_addr, q->link_q ? q->job.host : 0);
    out->wr_ready = w.wr_ready;
    out->lr_ready = w.lr_ready;
    out->r_valid = w.r_valid;
    out->r_status = w.r_valid ? w.status : 0;
    lpi_put64(out->r_bytes, w.r_valid && w.status == 0 ? q->bytes : 0);
    lpi_put64(out->r_zeros, w.r_valid && w.status == 0 ? q->zeros : 0);
    out->r_bad = w.r_valid && w.status == q->status ? q->bad : 0;
}

static void tick_told(struct off *q, const LP_IN_T *in, const struct wires *w, bool start)
{
    q->plan_q = start || (q->plan_q && !w->plan.j_ready);
    q->pack_q = start || (q->pack_q && !w->pack.j_ready);
    q->index_q = start ? (in->j_has_index & 1) : q->index_q && !(in->wj_ready & 1);
    q->link_q = start || (q->link_q && !(in->la_ready & 1));
}

static void tick_back(struct off *q, const LP_IN_T *in, const struct wires *w, bool finish)
{
    if (w->pack_take && w->pack.r_valid) {
        q->bytes = lpi_get64(w->pack.r_bytes);
        q->zeros = lpi_cdma_get(w->pack.r_zeros, LPI_CDMA_ZEROS_W(q->group_w));
        q->bad = w->pack.r_bad & (uint32_t)LPI_CDMA_ONES(q->group_w + 1);
        q->status = w->pack.r_status;
    }
    if (w->wr_ready)
        q->index_err = in->wr_err & 1;
    if (w->lr_ready)
        q->link_err = in->lr_err & 1;
    q->packed = !finish && (q->packed || (w->pack_take && w->pack.r_valid));
    q->indexed = !finish && (q->indexed || (w->wr_ready && (in->wr_valid & 1)));
    q->linked = !finish && (q->linked || (w->lr_ready && (in->lr_valid & 1)));
    q->sent = !finish && (q->sent || (w->last && !q->stale));
}

static void tick(void *state, const void *in_ports)
{
    struct off *q = state;
    const LP_IN_T *in = in_ports;
    struct wires w;
    bool start, finish, stale;

    wires(q, in, &w);
    lp_cdma_plan_unit.tick(q->plan, &w.plan_in);
    lp_cdma_pack_unit.tick(q->pack, &w.pack_in);
    start = (in->j_valid & 1) && w.j_ready;
    finish = w.r_valid && (in->r_ready & 1);
    stale = (q->stale || (finish && !q->sent)) && !w.last;
    tick_told(q, in, &w, start);
    tick_back(q, in, &w, finish);
    q->stale = stale;
    q->busy = start || (q->busy && !finish);
    if (start)
        q->job = LPI_CDMA_JOB(in, q->group_w);
}

static void reset(void *state)
{
    struct off *q = state;

    lp_cdma_plan_unit.reset(q->plan);
    lp_cdma_pack_unit.reset(q->pack);
    q->busy = q->stale = false;
    q->plan_q = q->pack_q = q->index_q = q->link_q = false;
    q->packed = q->indexed = q->linked = q->sent = false;
}

enum { CHANNELS, GROUP_W, PARAMS };

static void init(void *state, const int *values)
{
    struct off *q = state;
    const int plan[] = {values[CHANNELS], values[GROUP_W]};
    const int pack[] = {LPI_CDMA_BYTES_W(values[GROUP_W])};

    memset(q, 0, sizeof *q);
    q->group_w = (unsigned)values[GROUP_W];
    lp_cdma_plan_unit.set_up(q->plan, plan);
    lp_cdma_pack_unit.set_up(q->pack, pack);
}

static unsigned width(const struct lp_port *port, const int *values)
{
    unsigned job = lpi_cdma_job_width(port->name, (unsigned)values[GROUP_W]);

    if (strcmp(port->name, "credit") == 0)
        return (unsigned)values[CHANNELS];
    return job != 0 ? job : port->width;
}

static const struct lp_param params[PARAMS] = {
    [CHANNELS] = LP_PARAM("CHANNELS", 6, 2, 3, 4, 5, 7, 8),
    [GROUP_W] = LP_PARAM_RANGE("GROUP_W", 7, 31, 31, 7),
};

LP_UNIT_ROW(cdma_off, LP_CDMA_OFF_PORTS, struct off, LP_UNIT_PARAMS(params), .set_up = init,
            .reset = reset, .eval = eval, .tick = tick, .width = width);
