/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes linepress_dpi.svh and linepress_dpi.c from the port tables and the fields of the kinds of
 * cases.
 */
#ifndef LPI_DPI_WRITE_H
#define LPI_DPI_WRITE_H

#include <stdio.h>

#include "../../../units/common/unit.h"
#include "../../kit.h"

/* A unit and its kind of cases, NULL if it has none. */
struct lpi_dpi_shape {
    unsigned number;
    const char *name; /* of the module, without lp_ */
    const struct lp_unit *unit;
    const struct lpi_kit_unit *kind;
};

/* Shape i; false: there are no more. */
static inline bool lpi_dpi_shape(unsigned i, struct lpi_dpi_shape *shape)
{
    const struct lp_unit *unit = lp_unit_at(i);

    if (unit == NULL)
        return false;
    *shape = (struct lpi_dpi_shape){i, unit->name + 3, unit, NULL};
    for (size_t k = 0; k < lpi_kit_nunits; k++)
        if (__builtin_strcmp(lpi_kit_units[k]->module, unit->name) == 0)
            shape->kind = lpi_kit_units[k];
    return true;
}

/* Numbers and ports of up to 32 bits are passed by value, all others as vectors. */
static inline bool lpi_dpi_is_small(unsigned bits)
{
    return bits >= 1 && bits <= 32;
}

/* The suffix of a port in the RTL: some units have an input and an output of the same name. */
static inline const char *lpi_dpi_suffix(const struct lp_port *port)
{
    return port->dir == LP_IN ? "_i" : "_o";
}

/* The imports of one unit, for all its C functions. */
void lpi_dpi_write_imports(FILE *to, const struct lpi_dpi_shape *shape);

/* Functions that the user of the package calls. */
void lpi_dpi_write_functions(FILE *to, const struct lpi_dpi_shape *shape);

/* The functions in C that are imported. */
void lpi_dpi_write_c(FILE *to, const struct lpi_dpi_shape *shape);

#endif
