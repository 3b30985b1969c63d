/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_cycle.h"
#include "engine.h"
#include <linepress/linepress.h>

#include <stdlib.h>

#define MOST_PARAMS 16u

static void eval(void *self, int rst_n, const struct lp_buddy_slice_in *in,
                 struct lp_buddy_slice_out *out)
{
    (void)rst_n;
    lp_buddy_slice_unit.eval(self, in, out);
}

static void tick(void *self, int rst_n, const struct lp_buddy_slice_in *in)
{
    if (rst_n)
        lp_buddy_slice_unit.tick(self, in);
    else
        lp_buddy_slice_unit.reset(self);
}

int lpi_engine_model(const struct lp_buddy_shape *shape, struct lp_buddy_engine *engine)
{
    int values[MOST_PARAMS];
    if (!lpi_engine_values(&lp_buddy_slice_unit, shape, values))
        return LP_ERR_ARG;
    void *state = calloc(1, lp_buddy_slice_unit.state_size);
    if (state == NULL)
        return LP_ERR_SYSTEM;
    lp_buddy_slice_unit.init(state, values);
    *engine = (struct lp_buddy_engine){state, eval, tick, free};
    return LP_OK;
}
