/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The values of a unit's parameters: an array of int in the order of the unit's table, which is
 * what lp_unit.init and whatever opens an instance (common/instance.h) take.
 */
#ifndef LP_COMMON_PARAMS_H
#define LP_COMMON_PARAMS_H

#include "unit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* No unit has more parameters. */
#define LP_MAX_PARAMS 16

/* Every parameter's default. */
void lp_unit_defaults(const struct lp_unit *unit, int *values);

/* Sets one parameter. LP_ERR_ARG: the unit has none of that name, or it does not take the value. */
int lp_unit_set(const struct lp_unit *unit, const char *name, int value, int *values);

/* The value of one parameter, which the unit has. */
int lp_unit_get(const struct lp_unit *unit, const char *name, const int *values);

/* LP_OK if each parameter takes its value, else LP_ERR_ARG. */
int lp_unit_check(const struct lp_unit *unit, const int *values);

#ifdef __cplusplus
}
#endif

#endif
