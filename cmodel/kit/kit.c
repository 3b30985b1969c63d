/* SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <string.h>

const struct lpi_kit_unit *lpi_kit_named(const char *name)
{
    for (size_t i = 0; i < lpi_kit_nunits; i++)
        if (strcmp(lpi_kit_units[i]->name, name) == 0)
            return lpi_kit_units[i];
    return NULL;
}

size_t lpi_kit_room(const struct lpi_kit_field *fields, size_t count)
{
    size_t room = 0;
    for (size_t i = 0; i < count; i++)
        room += fields[i].most;
    return room;
}

size_t lpi_kit_ins(const struct lpi_kit_unit *unit, const int *values)
{
    return unit->ins != NULL ? unit->ins(values) : unit->nin;
}

size_t lpi_kit_outs(const struct lpi_kit_unit *unit, const int *values)
{
    return unit->outs != NULL ? unit->outs(values) : unit->nout;
}

void lpi_kit_defaults(const struct lpi_kit_unit *unit, int *values)
{
    for (size_t i = 0; i < unit->nparams; i++)
        values[i] = unit->params[i].values[0];
}

static bool takes(const struct lp_param *param, long value)
{
    if (param->most != 0)
        return value >= param->least && value <= param->most;
    for (size_t i = 0; i < param->nvalues; i++)
        if (param->values[i] == value)
            return true;
    return false;
}

bool lpi_kit_set(const struct lpi_kit_unit *unit, const char *name, long value, int *values)
{
    for (size_t i = 0; i < unit->nparams; i++) {
        if (strcmp(unit->params[i].name, name) != 0)
            continue;
        if (takes(&unit->params[i], value))
            values[i] = (int)value;
        return takes(&unit->params[i], value);
    }
    return false;
}

void lpi_kit_clear(struct lpi_kit_side *side)
{
    memset(side->field, 0, sizeof side->field);
    side->used = 0;
}

void lpi_kit_number(struct lpi_kit_side *side, size_t field, uint64_t number)
{
    side->field[field].number = number;
}

uint8_t *lpi_kit_bytes(struct lpi_kit_side *side, size_t field, const void *data, size_t bytes)
{
    uint8_t *at = side->room + side->used;

    if (bytes > 0 && data != NULL)
        memcpy(at, data, bytes);
    side->used += bytes;
    side->field[field].data = at;
    side->field[field].bytes = bytes;
    return at;
}

size_t lpi_kit_differ(const struct lpi_kit_field *fields, const struct lpi_kit_side *a,
                      const struct lpi_kit_side *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct lpi_kit_value *x = &a->field[i], *y = &b->field[i];
        if (fields[i].bits != 0 ? x->number != y->number
                                : x->bytes != y->bytes ||
                                      (x->bytes > 0 && memcmp(x->data, y->data, x->bytes) != 0))
            return i;
    }
    return count;
}
