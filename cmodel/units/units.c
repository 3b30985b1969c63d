/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every cycle model by its name. units.inc has LP_LISTED(lp_foo_unit) of each; cmodel/build.mk writes
 * it from the definitions in the folders here.
 */
#include <string.h>

#include "common/unit.h"

#define LP_LISTED(unit) extern const struct lp_unit unit;
#include <units.inc>
#undef LP_LISTED

#define LP_LISTED(unit) &unit,
static const struct lp_unit *const units[] = {
#include <units.inc>
};
#define UNITS (sizeof units / sizeof units[0])

const struct lp_unit *lp_unit_at(size_t i)
{
    return i < UNITS ? units[i] : NULL;
}

const struct lp_unit *lp_unit_named(const char *name, size_t in_size, size_t out_size)
{
    for (size_t i = 0; i < UNITS; i++)
        if (strcmp(units[i]->name, name) == 0)
            return units[i]->in_size == in_size && units[i]->out_size == out_size ? units[i] : NULL;
    return NULL;
}
