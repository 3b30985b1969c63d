/* SPDX-License-Identifier: Apache-2.0 */
#include "params.h"
#include <linepress/linepress.h>

#include <stdbool.h>
#include <string.h>

static bool takes(const struct lp_param *param, int value)
{
    if (param->most != 0)
        return value >= param->least && value <= param->most;
    for (size_t i = 0; i < param->nvalues; i++)
        if (param->values[i] == value)
            return true;
    return false;
}

/* The index of the parameter of that name; nparams: there is none. */
static size_t find(const struct lp_unit *unit, const char *name)
{
    size_t i = 0;
    while (i < unit->nparams && strcmp(unit->params[i].name, name) != 0)
        i++;
    return i;
}

void lp_unit_defaults(const struct lp_unit *unit, int *values)
{
    for (size_t i = 0; i < unit->nparams; i++)
        values[i] = unit->params[i].values[0];
}

int lp_unit_set(const struct lp_unit *unit, const char *name, int value, int *values)
{
    size_t i = find(unit, name);
    if (i == unit->nparams || !takes(&unit->params[i], value))
        return LP_ERR_ARG;
    values[i] = value;
    return LP_OK;
}

int lp_unit_get(const struct lp_unit *unit, const char *name, const int *values)
{
    return values[find(unit, name)];
}

int lp_unit_check(const struct lp_unit *unit, const int *values)
{
    for (size_t i = 0; i < unit->nparams; i++)
        if (!takes(&unit->params[i], values[i]))
            return LP_ERR_ARG;
    return unit->fits == NULL || unit->fits(values) ? LP_OK : LP_ERR_ARG;
}

int lp_unit_init(const struct lp_unit *unit, void *state, const int *values)
{
    int error = lp_unit_check(unit, values);
    if (error == LP_OK)
        unit->set_up(state, values);
    return error;
}

unsigned lp_unit_width(const struct lp_unit *unit, const struct lp_port *port, const int *values)
{
    return unit->width != NULL ? unit->width(port, values) : port->width;
}
