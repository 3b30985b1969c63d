/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_cdma_plan (rtl/cdma/lp_cdma_plan.sv).
 *
 * RTL map of lp_cdma_plan:
 *   whole_q, last_q = left, rest
 *
 * RTL map of lp_cdma_walk:
 *   {group,channel}_q = launch.{}, order.{}: known from the start while the RTL divides
 *   left_q = divide
 *
 * RTL map of lp_cdma_bucket:
 *   rate_q, limited_q = rate
 *   level_q = level
 */
#include <stdbool.h>
#include <string.h>

#include <linepress/cdma.h>

#include "../common/cut.h"
#include "../../base/wide.h"
#include "cdma_plan_cycle.h"

typedef struct lp_cdma_plan_in LP_IN_T;
typedef struct lp_cdma_plan_out LP_OUT_T;

#define FULL (1024u * 256) /* of the bucket, in 1/256 bytes */
#define LAUNCH (FULL / 2)

/* lp_cdma_walk. */
struct walk {
    uint32_t group;
    uint8_t channel;
};

struct state {
    uint8_t channels, group_w;
    bool fold; /* channels is a power of two */
    bool busy, run;
    uint8_t divide; /* cycles until the walks have their channels */
    uint8_t rest, codec;
    uint32_t left; /* whole groups still to launch */
    struct walk launch, order;
    /* lp_cdma_bucket */
    uint32_t rate, level;
    bool stall_credit, stall_rate;
    bool g_valid;
    uint8_t g_channel, g_sectors, g_codec;
    uint32_t g_group;
};

_Static_assert(sizeof(struct state) <= LP_CDMA_PLAN_STATE, "lp_cdma_plan's state");

static void reset(void *state)
{
    struct state *q = state;

    q->busy = q->run = q->g_valid = q->stall_credit = q->stall_rate = false;
    q->divide = 0;
    q->rate = 0;
    q->level = FULL;
}

static void set_up(void *state, const int *values)
{
    struct state *q = state;

    memset(q, 0, sizeof *q);
    q->channels = (uint8_t)values[0];
    q->group_w = (uint8_t)values[1];
    q->fold = (values[0] & (values[0] - 1)) == 0;
    reset(q);
}

static void walk_step(const struct state *q, struct walk *walk)
{
    uint32_t from = walk->group;

    walk->group = (from + 1) & LPI_ONES(q->group_w);
    if (q->fold)
        walk->channel ^= (uint8_t)lp_dma_channel(from ^ walk->group, q->channels);
    else
        walk->channel = (uint8_t)(walk->channel + 1 == q->channels ? 0 : walk->channel + 1);
}

static bool g_free(const struct state *q, const LP_IN_T *in)
{
    return !q->g_valid || (in->g_ready & 1);
}

/* A group could be launched if credits and rate allow. */
static bool may(const struct state *q, const LP_IN_T *in)
{
    return q->run && q->divide == 0 && g_free(q, in) && !(in->kill & 1);
}

static bool credit(const struct state *q, const LP_IN_T *in)
{
    return in->credit >> q->launch.channel & 1;
}

static bool rate_ok(const struct state *q)
{
    return q->rate == 0 || q->level >= LAUNCH;
}

static bool behind(const struct state *q)
{
    return q->busy && q->launch.group != q->order.group;
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct state *q = state;
    const LP_IN_T *in = in_ports;
    LP_OUT_T *out = out_ports;
    bool launch = may(q, in) && credit(q, in) && rate_ok(q);

    out->j_ready = !q->busy;
    out->t_valid = launch;
    out->t_channel = launch ? q->launch.channel : 0;
    out->g_valid = q->g_valid;
    out->g_channel = q->g_valid ? q->g_channel : 0;
    out->g_group = q->g_valid ? q->g_group : 0;
    out->g_sectors = q->g_valid ? q->g_sectors : 0;
    out->g_codec = q->g_valid ? q->g_codec : 0;
    out->o_none = q->busy && !q->run && !behind(q);
    out->o_valid = behind(q) || out->o_none;
    out->o_channel = behind(q) ? q->order.channel : 0;
    out->stall_credit = q->stall_credit;
    out->stall_rate = q->stall_rate;
}

static void bucket_tick(struct state *q, uint32_t rate, bool launch)
{
    uint32_t level = q->level + q->rate;

    if (launch && q->rate)
        level -= LAUNCH;
    q->level = level > FULL ? FULL : level;
    q->rate = rate & LPI_ONES(24);
}

/* The channel of a first group; division takes a cycle per bit. */
static void job(struct state *q, const LP_IN_T *in)
{
    uint64_t sectors = lpi_get64(in->j_sectors) & ((UINT64_C(1) << (q->group_w + 4)) - 1);

    q->busy = true;
    q->run = sectors != 0;
    q->left = (uint32_t)(sectors / LP_DMA_SECTORS);
    q->rest = (uint8_t)(sectors % LP_DMA_SECTORS);
    q->codec = in->j_codec & 15;
    q->launch.group = in->j_group & LPI_ONES(q->group_w);
    q->launch.channel = (uint8_t)lp_dma_channel(q->launch.group, q->channels);
    q->order = q->launch;
    q->divide = q->fold ? 0 : q->group_w;
}

static void g_tick(struct state *q, bool launch)
{
    q->g_valid = launch;
    q->g_channel = q->launch.channel;
    q->g_group = q->launch.group;
    q->g_sectors = q->left ? LP_DMA_SECTORS : q->rest;
    q->g_codec = q->codec;
}

static void tick(void *state, const void *in_ports)
{
    struct state *q = state;
    const LP_IN_T *in = in_ports;
    bool could = may(q, in), has = credit(q, in), launch = could && has && rate_ok(q);
    bool last = q->left == 0 || (q->left == 1 && q->rest == 0);
    bool follow = behind(q) && (in->o_ready & 1);
    bool over = q->busy && !q->run && !behind(q) && (in->o_ready & 1);

    q->stall_credit = could && !has;
    q->stall_rate = could && has && !launch;
    if (g_free(q, in))
        g_tick(q, launch);
    bucket_tick(q, in->rate, launch);
    if (!q->busy) {
        if (in->j_valid & 1)
            job(q, in);
        return;
    }
    q->divide -= q->divide != 0;
    if (launch) {
        q->left -= q->left != 0;
        walk_step(q, &q->launch);
    }
    if (follow)
        walk_step(q, &q->order);
    if ((in->kill & 1) || (launch && last))
        q->run = false;
    if (over)
        q->busy = false;
}

static unsigned width(const struct lp_port *port, const int *values)
{
    return (unsigned)(strcmp(port->name, "credit") == 0      ? values[0]
                      : strcmp(port->name, "j_sectors") == 0 ? values[1] + 4
                      : strstr(port->name, "_group")         ? values[1]
                                                             : (int)port->width);
}

static const struct lp_param params[] = {
    LP_PARAM("CHANNELS", 6, 2, 3, 4, 5, 7, 8),
    LP_PARAM_RANGE("GROUP_W", 4, 31, 31, 10),
};

LP_UNIT_ROW(cdma_plan, LP_CDMA_PLAN_PORTS, struct state, LP_UNIT_PARAMS(params), .set_up = set_up,
            .reset = reset, .eval = eval, .tick = tick, .width = width);
