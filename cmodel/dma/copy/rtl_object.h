/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A Verilated unit in its own shared object, which is looked up when an instance is opened, since
 * building it needs Verilator. Not installed.
 *
 * Where The file named by an environment variable, or else the file of its name in the folder of
 *          this library (or of the program that contains it), in ../lib of that folder, or in the
 *          system's library folders.
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

/* Exported by the shared object as lpi_rtl. It matches a library of the same version whose unit
 * has ports of the same size. */
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

/* The object to look up. */
struct lpi_rtl_object {
    const char *file, *variable;
    const struct lp_unit *unit;
};

/* NULL: the variable names no file. */
const char *lpi_rtl_named(const struct lpi_rtl_object *object);
/* NULL: there is no matching one; *other: there is one that does not match. */
const struct lpi_rtl *lpi_rtl_find(const struct lpi_rtl_object *object, bool *other);
/* False: the unit has no such set. */
bool lpi_rtl_values(const struct lp_unit *unit, const char *text, int *values);
/* NULL: it was built without one. */
const struct lpi_rtl_set *lpi_rtl_set(const struct lpi_rtl *rtl, const struct lp_unit *unit,
                                      const int *values);
/* As an lp_open_fn. LP_ERR_ENGINE: it is missing. */
int lpi_rtl_open(const struct lpi_rtl_object *object, const int *values,
                 struct lp_instance *instance);

#endif
