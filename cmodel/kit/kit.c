/* SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <limits.h>
#include <linepress/linepress.h>
#include <string.h>

#include "../units/common/params.h"

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

/* A kind's parameters follow the rules of a unit's. */
static struct lp_unit parameters_of(const struct lpi_kit_unit *unit)
{
    return (struct lp_unit){.params = unit->params, .nparams = unit->nparams};
}

void lpi_kit_defaults(const struct lpi_kit_unit *unit, int *values)
{
    const struct lp_unit parameters = parameters_of(unit);
    lp_unit_defaults(&parameters, values);
}

bool lpi_kit_set(const struct lpi_kit_unit *unit, const char *name, long long value, int *values)
{
    const struct lp_unit parameters = parameters_of(unit);
    return value >= INT_MIN && value <= INT_MAX &&
           lp_unit_set(&parameters, name, (int)value, values) == LP_OK;
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
        if (x->unknown != NULL || y->unknown != NULL)
            return i;
        if (fields[i].bits != 0
                ? x->number != y->number
                : x->bytes != y->bytes || (x->bytes > 0 && memcmp(x->data, y->data, x->bytes) != 0))
            return i;
    }
    return count;
}
