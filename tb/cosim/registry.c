/* SPDX-License-Identifier: Apache-2.0 */
#include "registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct lp_cosim_unit *lp_cosim_find(const char *name)
{
    if (strncmp(name, "lp_", 3) == 0)
        name += 3;
    for (size_t i = 0; i < lp_cosim_nunits; i++)
        if (strcmp(lp_cosim_units[i].unit->name + 3, name) == 0)
            return &lp_cosim_units[i];
    return NULL;
}

bool lp_cosim_known(const char *program, char *const *names)
{
    for (; *names; names++)
        if (!lp_cosim_find(*names)) {
            fprintf(stderr, "%s: no unit '%s' was built in\n", program, *names);
            return false;
        }
    return true;
}

bool lp_cosim_chosen(const struct lp_cosim_unit *unit, char *const *names)
{
    if (!*names)
        return true;
    for (; *names; names++)
        if (lp_cosim_find(*names) == unit)
            return true;
    return false;
}

static bool takes(const struct lp_param *param, int value)
{
    for (size_t i = 0; i < param->nvalues; i++)
        if (param->values[i] == value)
            return true;
    return false;
}

/* The parameter that `text` names with "NAME=", or NULL. */
static const struct lp_param *named(const struct lp_unit *unit, const char *text)
{
    for (size_t i = 0; i < unit->nparams; i++) {
        size_t length = strlen(unit->params[i].name);
        if (strncmp(text, unit->params[i].name, length) == 0 && text[length] == '=')
            return &unit->params[i];
    }
    return NULL;
}

bool lp_variant_values(const struct lp_unit *unit, const char *text, int values[LP_MAX_PARAMS])
{
    if (unit->nparams > LP_MAX_PARAMS)
        return false;
    for (size_t i = 0; i < unit->nparams; i++)
        values[i] = unit->params[i].values[0];
    if (strcmp(text, "-") == 0)
        return true;
    for (;;) {
        const struct lp_param *param = named(unit, text);
        char *end;
        int value;

        if (!param)
            return false;
        value = (int)strtol(text + strlen(param->name) + 1, &end, 10);
        if (!takes(param, value))
            return false;
        values[param - unit->params] = value;
        if (*end != ',')
            return *end == '\0';
        text = end + 1;
    }
}
