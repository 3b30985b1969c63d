/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The values of a unit's parameters: an array of int in the order of the unit's table, as taken by
 * lp_unit_init and by every lp_open_fn (common/instance.h).
 */
#ifndef LP_COMMON_PARAMS_H
#define LP_COMMON_PARAMS_H

#include "unit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Parameters of a unit, at most. */
#define LP_MAX_PARAMS 16

/* Every parameter's default. */
void lp_unit_defaults(const struct lp_unit *unit, int *values);

/*
 * Sets one parameter. LP_ERR_ARG: the unit has no parameter of that name, or it does not take the
 * value. lp_unit_check tests the combination of values.
 */
int lp_unit_set(const struct lp_unit *unit, const char *name, int value, int *values);

/* The value of one parameter, which the unit has. */
int lp_unit_get(const struct lp_unit *unit, const char *name, const int *values);

/* LP_OK if each parameter takes its value and the combination is valid, else LP_ERR_ARG. */
int lp_unit_check(const struct lp_unit *unit, const int *values);

/*
 * Initialises a cycle model in the unit's state_size bytes at `state`, which may be uninitialised:
 * sets its parameters and resets it. LP_ERR_ARG, with the state unchanged: lp_unit_check refuses
 * the values.
 */
int lp_unit_init(const struct lp_unit *unit, void *state, const int *values);

/* Width of a port in bits under these values, which must pass lp_unit_check. */
unsigned lp_unit_width(const struct lp_unit *unit, const struct lp_port *port, const int *values);

#ifdef __cplusplus
}
#endif

#endif
