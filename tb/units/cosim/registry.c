/* SPDX-License-Identifier: Apache-2.0 */
#include "registry.h"

#include <stdio.h>
#include <string.h>

#include <linepress/linepress.h>

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

bool lp_variant_values(const struct lp_unit *unit, const char *text, int values[LP_MAX_PARAMS])
{
    char name[32];
    int value, length;

    if (unit->nparams > LP_MAX_PARAMS)
        return false;
    lp_unit_defaults(unit, values);
    if (strcmp(text, "-") == 0)
        return true;
    for (;; text++) {
        if (sscanf(text, "%31[^=,]=%d%n", name, &value, &length) != 2 ||
            lp_unit_set(unit, name, value, values) != LP_OK)
            return false;
        text += length;
        if (*text != ',')
            return *text == '\0';
    }
}

int lp_rtl_open(const struct lp_unit *unit, const int *values, struct lp_instance *instance)
{
    const struct lp_cosim_unit *row = lp_cosim_find(unit->name);
    int its[LP_MAX_PARAMS];

    for (size_t i = 0; row && i < row->nvariants; i++)
        if (lp_variant_values(unit, row->variants[i].text, its) &&
            memcmp(values, its, unit->nparams * sizeof *its) == 0)
            return row->variants[i].rtl->open(unit, values, instance);
    return LP_ERR_ARG;
}
