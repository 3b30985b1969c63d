/* SPDX-License-Identifier: Apache-2.0 */
#include "units.h"
#include "../../../cmodel/units/common/instance.h"
#include <stdlib.h>

const char *lpp_unit_name(unsigned number)
{
    const struct lp_unit *unit = lp_unit_at(number);
    return unit != NULL ? unit->name : NULL;
}

int lpp_unit_param(unsigned number, unsigned i, struct lpp_param *param)
{
    const struct lp_unit *unit = lp_unit_at(number);
    if (unit == NULL || i >= unit->nparams)
        return LP_ERR_ARG;
    *param = (struct lpp_param){unit->params[i].name, unit->params[i].values[0]};
    return LP_OK;
}

int lpp_unit_port(unsigned number, const int *values, unsigned i, struct lpp_port *port)
{
    const struct lp_unit *unit = lp_unit_at(number);
    if (unit == NULL || i >= unit->nports || lp_unit_check(unit, values) != LP_OK)
        return LP_ERR_ARG;
    *port = (struct lpp_port){.name = unit->ports[i].name,
                              .width = lp_unit_width(unit, &unit->ports[i], values),
                              .word = (unsigned)(unit->ports[i].offset / sizeof(uint32_t)),
                              .output = unit->ports[i].dir == LP_OUT};
    return LP_OK;
}

int lpp_unit_open(unsigned number, const int *values, struct lpp_unit *opened)
{
    const struct lp_unit *unit = lp_unit_at(number);
    struct lp_instance *instance = calloc(1, sizeof *instance);
    if (instance == NULL)
        return LP_ERR_SYSTEM;
    int error = unit != NULL ? lp_model_open(unit, values, instance) : LP_ERR_ARG;
    if (error != LP_OK) {
        free(instance);
        return error;
    }
    *opened = (struct lpp_unit){instance, unit->in_size / sizeof(uint32_t),
                                unit->out_size / sizeof(uint32_t)};
    return LP_OK;
}

void lpp_unit_close(void *instance)
{
    if (instance != NULL)
        lp_instance_close(instance);
    free(instance);
}

void lpp_unit_reset(void *instance)
{
    lp_instance_reset(instance);
}

void lpp_unit_eval(void *instance, const uint32_t *in, uint32_t *out)
{
    lp_instance_eval(instance, 1, in, out);
}

void lpp_unit_tick(void *instance)
{
    lp_instance_tick(instance);
}
