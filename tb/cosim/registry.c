/* SPDX-License-Identifier: Apache-2.0 */
#include "registry.h"

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

static bool takes(const struct lp_param *param, int value)
{
    for (size_t i = 0; i < param->nvalues; i++)
        if (param->values[i] == value)
            return true;
    return false;
}

bool lp_variant_values(const struct lp_unit *unit, const char *text, int values[LP_MAX_PARAMS])
{
    if (unit->nparams > LP_MAX_PARAMS)
        return false;
    if (unit->nparams == 0)
        return strcmp(text, "-") == 0;
    for (size_t i = 0; i < unit->nparams; i++) {
        const struct lp_param *param = &unit->params[i];
        size_t length = strlen(param->name);
        char *end;

        if (strncmp(text, param->name, length) != 0 || text[length] != '=')
            return false;
        values[i] = (int)strtol(text + length + 1, &end, 10);
        if (!takes(param, values[i]) || *end != (i + 1 < unit->nparams ? ',' : '\0'))
            return false;
        text = end + 1;
    }
    return true;
}
