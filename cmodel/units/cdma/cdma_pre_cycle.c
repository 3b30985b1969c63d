/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_cdma_pre (rtl/cdma/lp_cdma_pre.sv): contains the models of plan and split.
 *
 * RTL map of lp_cdma_pre:
 *   {plan,split,index,link}_q = {}_q
 *   {group,host,sectors,size,table,codec,has}_q = job.{}
 *   away_some_q = away
 *   k0_v_q, k1_v_q = k0.valid, k1.valid
 *   k0_group_q = k0.bad
 *   {k0,k1}_zeros_q = {}.zeros
 *   {k0,k1}_err_q = {}.err
 *   k1_bad_q = k1.bad
 *   device_q = lowest[DEVICE]
 *   corrupt_q = lowest[CORRUPT]
 */
#include "cdma_pre_cycle.h"

#include <linepress/cdma.h>
#include <string.h>

#include "cdma_codecs.h"
#include "cdma_job.h"
#include "cdma_plan_cycle.h"
#include "cdma_split_cycle.h"

typedef struct lp_cdma_pre_in LP_IN_T;
typedef struct lp_cdma_pre_out LP_OUT_T;

enum { DEVICE, CORRUPT, ERRORS }; /* bits of err */

/* A completed group. */
struct back {
    bool valid;
    uint32_t bad;
    unsigned zeros, err;
};

struct pre {
    unsigned channels, group_w, away_w;
    bool busy;
    bool plan_q, split_q, index_q, link_q; /* units that have not been started for the job */
    struct lpi_cdma_job job;
    bool over, split_done;
    unsigned status;
    uint32_t cut_bad;
    unsigned away; /* groups between plan and K2 */
    struct back k0, k1;
    uint64_t zeros;
    unsigned err;
    uint32_t lowest[ERRORS]; /* lowest group with each error */
    _Alignas(8) unsigned char plan[LP_CDMA_PLAN_STATE];
    _Alignas(8) unsigned char split[LP_CDMA_SPLIT_STATE];
};

_Static_assert(sizeof(struct pre) <= LP_CDMA_PRE_STATE, "raise LP_CDMA_PRE_STATE");

struct wires {
    struct lp_cdma_plan_in plan_in;
    struct lp_cdma_plan_out plan;
    struct lp_cdma_split_in split_in;
    struct lp_cdma_split_out split;
    bool j_ready, cut_take, cut_over, r_valid;
    unsigned status;
    uint32_t bad;
};

static void ask_plan(const struct pre *q, const LP_IN_T *in, struct wires *w)
{
    struct lp_cdma_plan_in *to = &w->plan_in;

    to->j_valid = q->plan_q;
    to->j_group = q->job.group;
    lpi_put64(to->j_sectors, q->job.sectors);
    to->j_codec = q->job.codec;
    to->kill = (in->kill & 1) | w->split.stop;
    to->rate = in->rate;
    to->credit = LPI_ONES(q->channels);
    to->g_ready = w->split.g_ready;
    to->o_ready = 1;
    lp_cdma_plan_unit.eval(q->plan, to, &w->plan);
}

/*
 * Its groups come from plan, whose outputs depend on split's; split's outputs depend only on its
 * state, so only tick has groups and entries.
 */
static void ask_split(const struct pre *q, const LP_IN_T *in, struct wires *w)
{
    struct lp_cdma_split_in *to = &w->split_in;

    to->g_valid = to->n_valid = 0;
    to->j_valid = q->split_q;
    lpi_put64(to->j_bytes, q->job.size);
    to->j_codec = q->job.codec;
    to->j_index = q->job.has;
    lpi_put64(to->j_sectors, q->job.sectors);
    to->n_bytes = in->n_bytes;
    to->n_err = in->n_err;
    to->s_valid = in->s_valid;
    memcpy(to->s_data, in->s_data, sizeof to->s_data);
    to->s_err = in->s_err;
    to->kill = in->kill;
    to->over = q->over;
    to->p_ready = in->p_ready;
    to->r_ready = w->cut_take = !q->split_q && !q->split_done;
    lp_cdma_split_unit.eval(q->split, to, &w->split);
    w->cut_over = w->split.r_valid || q->split_done;
}

static void give_split(const LP_IN_T *in, struct wires *w)
{
    w->split_in.n_valid = (in->n_valid & 1) && !w->cut_over;
    w->split_in.g_valid = w->plan.g_valid;
    w->split_in.g_channel = w->plan.g_channel;
    w->split_in.g_group = w->plan.g_group;
    w->split_in.g_sectors = w->plan.g_sectors;
    w->split_in.g_codec = w->plan.g_codec;
}

static void answer(const struct pre *q, const LP_IN_T *in, struct wires *w)
{
    bool early = q->status == LP_DMA_HOST_ERROR || q->status == LP_DMA_ABORTED;
    bool sized = q->status != LP_DMA_CONTRADICTION;
    bool before = q->lowest[sized ? CORRUPT : DEVICE] < q->cut_bad;
    bool refused = (q->err >> DEVICE & 1) && (sized || before);
    bool device = !early && (q->status == LP_DMA_DEVICE_ERROR || refused);
    bool corrupt = (q->err >> CORRUPT & 1) && (q->status == 0 || q->status == LP_DMA_CORRUPT);

    w->status = device ? LP_DMA_DEVICE_ERROR : corrupt ? LP_DMA_CORRUPT : q->status;
    if (device)
        w->bad = q->status == LP_DMA_DEVICE_ERROR ? 0 : q->lowest[DEVICE];
    else if (corrupt && (q->status == 0 || before))
        w->bad = q->lowest[CORRUPT];
    else
        w->bad = early ? 0 : q->cut_bad;
    w->r_valid = q->busy && !q->index_q && !q->link_q && q->over && q->split_done && q->away == 0 &&
                 ((in->rr_idle & 1) || !q->job.has);
}

static void wires(const struct pre *q, const LP_IN_T *in, struct wires *w)
{
    ask_split(q, in, w);
    ask_plan(q, in, w);
    w->j_ready = !q->busy && w->split.j_ready;
    answer(q, in, w);
}

static void show_split(const struct lp_cdma_split_out *from, LP_OUT_T *out)
{
    out->n_ready = from->n_ready;
    out->s_ready = from->s_ready;
    out->drop = from->drop;
    out->p_valid = from->p_valid;
    out->p_channel = from->p_channel;
    memcpy(out->p_data, from->p_data, sizeof out->p_data);
    out->p_last = from->p_last;
    out->p_bytes = from->p_bytes;
    out->p_group = from->p_group;
    out->p_sectors = from->p_sectors;
    out->p_codec = from->p_codec;
}

/* Rounded up. */
static uint32_t groups_of(const struct pre *q)
{
    uint64_t sectors = (q->job.sectors + 15) & LPI_CDMA_ONES(LPI_CDMA_SECTORS_W(q->group_w));
    return (uint32_t)(sectors >> 4);
}

static uint64_t beats_of(const struct pre *q)
{
    return ((q->job.size + 31) & LPI_CDMA_ONES(LPI_CDMA_BYTES_W(q->group_w))) >> 5;
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct pre *q = state;
    LP_OUT_T *out = out_ports;
    struct wires w;

    wires(q, in_ports, &w);
    show_split(&w.split, out);
    out->j_ready = w.j_ready;
    out->stall_rate = w.plan.stall_rate;
    out->rkill = q->busy && (w.split.stop || w.cut_over);
    out->rj_valid = q->index_q;
    lpi_put64(out->rj_addr, q->index_q ? q->job.table : 0);
    out->rj_groups = q->index_q ? groups_of(q) : 0;
    out->lc_valid = q->link_q;
    lpi_put64(out->lc_addr, q->link_q ? q->job.host : 0);
    lpi_put64(out->lc_beats, q->link_q ? beats_of(q) : 0);
    out->r_valid = w.r_valid;
    out->r_status = w.r_valid ? w.status : 0;
    lpi_put64(out->r_bytes, w.r_valid && w.status == 0 ? q->job.size : 0);
    lpi_put64(out->r_zeros, w.r_valid && w.status == 0 ? q->zeros : 0);
    out->r_bad = w.r_valid ? w.bad : 0;
}

static void tick_told(struct pre *q, const LP_IN_T *in, const struct wires *w, bool start)
{
    q->plan_q = start || (q->plan_q && !w->plan.j_ready);
    q->split_q = start || (q->split_q && !w->split.j_ready);
    q->index_q = start ? (in->j_has_index & 1) : q->index_q && !(in->rj_ready & 1);
    q->link_q = start || (q->link_q && !(in->lc_ready & 1));
}

/* K1 is compared, K0 becomes K1, the arriving group becomes K0. */
static void tick_back(struct pre *q, const LP_IN_T *in, bool start, bool finish)
{
    const struct back *k = &q->k1;

    for (unsigned e = 0; e < ERRORS; e++)
        if (k->valid && (k->err >> e & 1) && (!(q->err >> e & 1) || k->bad < q->lowest[e]))
            q->lowest[e] = k->bad;
    q->zeros += k->valid ? k->zeros : 0;
    q->zeros = start ? 0 : q->zeros & LPI_CDMA_ONES(LPI_CDMA_ZEROS_W(q->group_w));
    q->err = finish ? 0 : q->err | (k->valid ? k->err : 0);
    q->k1 = q->k0;
    q->k1.bad = (q->k1.bad - q->job.group) & (uint32_t)LPI_CDMA_ONES(q->group_w + 1);
    q->k0 = (struct back){in->k_valid & 1, in->k_group & LPI_ONES(q->group_w), in->k_zeros & 255,
                          in->k_err & 3};
}

static void tick_cut(struct pre *q, const struct wires *w, bool finish)
{
    if (w->cut_take) {
        q->status = w->split.r_status;
        q->cut_bad = w->split.r_bad;
    }
    q->over = !finish && (q->over || w->plan.o_none);
    q->split_done = !finish && (q->split_done || (w->cut_take && w->split.r_valid));
}

static void tick(void *state, const void *in_ports)
{
    struct pre *q = state;
    const LP_IN_T *in = in_ports;
    struct wires w;
    bool start, finish;

    wires(q, in, &w);
    give_split(in, &w);
    lp_cdma_plan_unit.tick(q->plan, &w.plan_in);
    lp_cdma_split_unit.tick(q->split, &w.split_in);
    start = (in->j_valid & 1) && w.j_ready;
    finish = w.r_valid && (in->r_ready & 1);
    q->away = (q->away + (w.plan.g_valid && w.split.g_ready) - q->k1.valid) & LPI_ONES(q->away_w);
    tick_told(q, in, &w, start);
    tick_cut(q, &w, finish);
    tick_back(q, in, start, finish);
    q->busy = start || (q->busy && !finish);
    if (start)
        q->job = LPI_CDMA_JOB(in, q->group_w);
}

static void reset(void *state)
{
    struct pre *q = state;

    lp_cdma_plan_unit.reset(q->plan);
    lp_cdma_split_unit.reset(q->split);
    q->busy = false;
    q->plan_q = q->split_q = q->index_q = q->link_q = false;
    q->over = q->split_done = false;
    q->away = 0;
    q->k0.valid = q->k1.valid = false;
    q->err = 0;
}

enum { CHANNELS, CODECS, ELEM, GROUP_W, PARAMS };

static void init(void *state, const int *values)
{
    struct pre *q = state;
    const int plan[] = {values[CHANNELS], values[GROUP_W]};
    const int split[] = {values[CODECS], values[ELEM], values[GROUP_W]};

    memset(q, 0, sizeof *q);
    q->channels = (unsigned)values[CHANNELS];
    q->group_w = (unsigned)values[GROUP_W];
    q->away_w = q->group_w < 16 ? q->group_w : 16;
    lp_cdma_plan_unit.set_up(q->plan, plan);
    lp_cdma_split_unit.set_up(q->split, split);
}

static unsigned width(const struct lp_port *port, const int *values)
{
    unsigned job = lpi_cdma_job_width(port->name, (unsigned)values[GROUP_W]);
    return job != 0 ? job : port->width;
}

static const struct lp_param params[PARAMS] = {
    [CHANNELS] = LP_PARAM("CHANNELS", 6, 2, 3, 4, 5, 7, 8),
    [CODECS] = LP_CDMA_CODECS_PARAM,
    [ELEM] = LP_PARAM("ELEM", 32, 16, 8),
    [GROUP_W] = LP_PARAM_RANGE("GROUP_W", 7, 31, 31, 7),
};

LP_UNIT_ROW(cdma_pre, LP_CDMA_PRE_PORTS, struct pre, LP_UNIT_PARAMS(params), .set_up = init,
            .reset = reset, .eval = eval, .tick = tick, .width = width);
