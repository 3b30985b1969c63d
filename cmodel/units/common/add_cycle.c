/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_add (combinational: the state is the parameter). */
#include <string.h>

#include "common_cycle.h"
#include "cut.h"

typedef struct lp_add_in LP_IN_T;
typedef struct lp_add_out LP_OUT_T;

struct add {
    uint32_t mask; /* of a and b */
};

static void add_init(void *state, const int *values)
{
    struct add *q = state;
    q->mask = LPI_ONES((unsigned)values[0]);
}

static void add_eval(const void *state, const void *in, void *out)
{
    const struct add *q = state;
    const LP_IN_T *i = in;
    LP_OUT_T *o = out;
    o->sum = (i->a & q->mask) + (i->b & q->mask) + (i->c & 1);
}

static unsigned add_width(const struct lp_port *port, const int *values)
{
    if (!strcmp(port->name, "c"))
        return 1;
    return (unsigned)values[0] + (port->dir == LP_OUT);
}

static const struct lp_param add_params[] = {LP_PARAM_RANGE("WIDTH", 1, LP_ADD_MAX_WIDTH, 4)};

LP_UNIT_ROW(add, LP_ADD_PORTS, struct add, LP_UNIT_PARAMS(add_params), .set_up = add_init,
            .eval = add_eval, .width = add_width);
