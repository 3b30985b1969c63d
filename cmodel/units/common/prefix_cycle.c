/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_prefix (combinational: the state is the parameter). */
#include <string.h>

#include "common_cycle.h"

typedef struct lp_prefix_in LP_IN_T;
typedef struct lp_prefix_out LP_OUT_T;

struct prefix {
    unsigned width;
};

static void prefix_init(void *state, const int *values)
{
    struct prefix *q = state;
    q->width = (unsigned)values[0];
}

static void prefix_eval(const void *state, const void *in, void *out)
{
    const struct prefix *q = state;
    const LP_IN_T *i = in;
    LP_OUT_T *o = out;
    unsigned field = lp_count_width(q->width);
    uint32_t ones = 0;

    memset(o, 0, sizeof *o);
    for (unsigned n = 0; n <= q->width; n++) {
        unsigned at = n * field;
        uint64_t bits = (uint64_t)ones << (at % 32);
        o->count[at / 32] |= (uint32_t)bits;
        if (bits >> 32)
            o->count[at / 32 + 1] |= (uint32_t)(bits >> 32);
        if (n < q->width)
            ones += i->bits[n / 32] >> (n % 32) & 1;
    }
}

static unsigned prefix_width(const struct lp_port *port, const int *values)
{
    unsigned width = (unsigned)values[0];
    return port->dir == LP_IN ? width : (width + 1) * lp_count_width(width);
}

static const struct lp_param prefix_params[] = {
    LP_PARAM_RANGE("WIDTH", 2, LP_COUNT_MAX_WIDTH, 8, 11),
};

LP_UNIT_ROW(prefix, LP_PREFIX_PORTS, struct prefix, LP_UNIT_PARAMS(prefix_params),
            .set_up = prefix_init, .eval = prefix_eval, .width = prefix_width);
