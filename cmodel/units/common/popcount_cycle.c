/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_popcount (combinational: the state is the parameter). */
#include "common_cycle.h"

typedef struct lp_popcount_in LP_IN_T;
typedef struct lp_popcount_out LP_OUT_T;

struct popcount {
    unsigned width;
};

static void popcount_init(void *state, const int *values)
{
    struct popcount *q = state;
    q->width = (unsigned)values[0];
}

static void popcount_eval(const void *state, const void *in, void *out)
{
    const struct popcount *q = state;
    const LP_IN_T *i = in;
    LP_OUT_T *o = out;

    o->count = 0;
    for (unsigned n = 0; n < q->width; n++)
        o->count += i->bits[n / 32] >> (n % 32) & 1;
}

static unsigned popcount_width(const struct lp_port *port, const int *values)
{
    return port->dir == LP_IN ? (unsigned)values[0] : lp_count_width((unsigned)values[0]);
}

static const struct lp_param popcount_params[] = {
    LP_PARAM_RANGE("WIDTH", 1, LP_COUNT_MAX_WIDTH, 32, 9),
};

LP_UNIT_ROW(popcount, LP_POPCOUNT_PORTS, struct popcount, LP_UNIT_PARAMS(popcount_params),
            .set_up = popcount_init, .eval = popcount_eval, .width = popcount_width);
