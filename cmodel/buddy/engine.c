/* SPDX-License-Identifier: Apache-2.0 */
#include "engine.h"

#include <string.h>

static int takes(const struct lp_param *param, int value)
{
    for (size_t i = 0; i < param->nvalues; i++)
        if (param->values[i] == value)
            return 1;
    return 0;
}

int lpi_engine_values(const struct lp_unit *unit, const struct lp_buddy_shape *shape, int *values)
{
    const struct {
        const char *name;
        unsigned value;
    } wishes[] = {{"PAGE", shape->page},         {"FRAME_W", shape->frame_w},
                  {"SLOT_W", shape->slot_w},     {"ENTRIES", shape->entries},
                  {"LANES", shape->lanes},       {"PARALLEL", shape->parallel},
                  {"SETS", shape->sets},         {"WAYS", shape->ways},
                  {"MISSES", shape->misses}};
    for (size_t p = 0; p < unit->nparams; p++) {
        const struct lp_param *param = &unit->params[p];
        values[p] = param->values[0];
        for (size_t w = 0; w < sizeof wishes / sizeof *wishes; w++)
            if (strcmp(wishes[w].name, param->name) == 0)
                values[p] = (int)wishes[w].value;
        if (!takes(param, values[p]))
            return 0;
    }
    return 1;
}
