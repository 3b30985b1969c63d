/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle models as instances. */
#include "instance.h"
#include "params.h"
#include <linepress/linepress.h>

#include <stdlib.h>

struct model {
    const struct lp_unit *unit;
    const void *in; /* with rst_n, of the last eval */
    int rst_n;
    max_align_t state[];
};

static void model_reset(void *self)
{
    struct model *model = self;
    if (model->unit->reset)
        model->unit->reset(model->state);
}

static void model_eval(void *self, int rst_n, const void *in, void *out)
{
    struct model *model = self;
    model->in = in;
    model->rst_n = rst_n;
    model->unit->eval(model->state, in, out);
}

static void model_tick(void *self)
{
    struct model *model = self;
    if (!model->rst_n && model->unit->reset)
        model->unit->reset(model->state);
    else if (model->unit->tick)
        model->unit->tick(model->state, model->in);
}

static const struct lp_instance_kind model_kind = {
    .resets = true,
    .open = lp_model_open,
    .close = free,
    .reset = model_reset,
    .eval = model_eval,
    .tick = model_tick,
};

int lp_model_open(const struct lp_unit *unit, const int *values, struct lp_instance *instance)
{
    struct model *model = calloc(1, sizeof *model + unit->state_size);
    if (model == NULL)
        return LP_ERR_SYSTEM;
    int error = lp_unit_init(unit, model->state, values);
    if (error != LP_OK) {
        free(model);
        return error;
    }
    model->unit = unit;
    *instance = (struct lp_instance){&model_kind, model};
    return LP_OK;
}
