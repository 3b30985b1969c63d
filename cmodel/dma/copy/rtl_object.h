/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A Verilated unit in a shared object of its own that is looked for when an instance is opened,
 * since it takes Verilator to build it. Not installed.
 *
 * Where    The file that a variable of the environment names, or else the file of its name in the
 *          folder of this library (or of the program that holds it), in lib beside that folder, or
 *          where the system has its libraries.
 */
#ifndef LPI_DMA_RTL_OBJECT_H
#define LPI_DMA_RTL_OBJECT_H

#include <stdbool.h>
#include <stddef.h>

#include "../../units/common/instance.h"

/* A parameter set, "NAME=value,..." or "-", as in rtl/units.txt. */
struct lpi_rtl_set {
    const char *text;
    const struct lp_instance_kind *kind;
};

/* What the shared object exports as lpi_rtl. It fits a library of the same version whose unit has
 * ports of the same size. */
struct lpi_rtl {
    const char *version;
    size_t in_size, out_size;
    const struct lpi_rtl_set *sets;
    const size_t *nsets;
};

/* Inside the shared object. */
extern const struct lpi_rtl lpi_rtl;
extern const struct lpi_rtl_set lpi_rtl_sets[];
extern const size_t lpi_rtl_nsets;

/* What to look for. */
struct lpi_rtl_object {
    const char *file, *variable;
    const struct lp_unit *unit;
};

/* NULL: the variable names no file. */
const char *lpi_rtl_named(const struct lpi_rtl_object *object);
/* NULL: there is none that fits; *other: there is one that does not. */
const struct lpi_rtl *lpi_rtl_find(const struct lpi_rtl_object *object, bool *other);
/* False: the unit has no such set. */
bool lpi_rtl_values(const struct lp_unit *unit, const char *text, int *values);
/* NULL: it was built without one. */
const struct lpi_rtl_set *lpi_rtl_set(const struct lpi_rtl *rtl, const struct lp_unit *unit,
                                      const int *values);
/* As an lp_open_fn. LP_ERR_ENGINE: it is not there. */
int lpi_rtl_open(const struct lpi_rtl_object *object, const int *values,
                 struct lp_instance *instance);

#endif
