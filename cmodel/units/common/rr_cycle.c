/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_rr.
 *
 * RTL map of lp_rr:
 *   behind_q = turn.next: ones from next on
 */
#include <string.h>

#include "common_cycle.h"
#include "rr.h"
#include "../../base/wide.h"

typedef struct lp_rr_in LP_IN_T;
typedef struct lp_rr_out LP_OUT_T;

struct rr {
    uint64_t mask; /* of req */
    struct lpi_rr turn;
};

static uint64_t requests(const struct rr *q, const LP_IN_T *in)
{
    return lpi_get64(in->req) & q->mask;
}

static void rr_reset(void *state)
{
    struct rr *q = state;
    q->turn.next = 0;
}

static void rr_init(void *state, const int *values)
{
    struct rr *q = state;
    q->mask = UINT64_MAX >> (LP_RR_MAX - values[0]);
    rr_reset(q);
}

static void rr_eval(const void *state, const void *in, void *out)
{
    const struct rr *q = state;
    LP_OUT_T *o = out;
    uint64_t req = requests(q, in);

    memset(o, 0, sizeof *o);
    if (req == 0)
        return;
    o->any = 1;
    o->index = lpi_rr_pick(&q->turn, req);
    o->grant[o->index / 32] = UINT32_C(1) << o->index % 32;
}

static void rr_tick(void *state, const void *in_ports)
{
    struct rr *q = state;
    const LP_IN_T *in = in_ports;
    uint64_t req = requests(q, in);

    if ((in->take & 1) && req)
        lpi_rr_take(&q->turn, lpi_rr_pick(&q->turn, req));
}

static unsigned rr_width(const struct lp_port *port, const int *values)
{
    unsigned n = (unsigned)values[0];

    return port->width == LP_RR_MAX ? n : port->width == 1 ? 1 : lp_count_width(n - 1);
}

static const struct lp_param rr_params[] = {LP_PARAM_RANGE("N", 2, LP_RR_MAX, 4, 16, 5, 64, 2)};

LP_UNIT_ROW(rr, LP_RR_PORTS, struct rr, LP_UNIT_PARAMS(rr_params), .set_up = rr_init,
            .reset = rr_reset, .eval = rr_eval, .tick = rr_tick, .width = rr_width);
