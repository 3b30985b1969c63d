/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by plan and simulation. Not installed. */
#ifndef LPI_SWAP_PLAN_H
#define LPI_SWAP_PLAN_H

#include <linepress/swap.h>
#include <stdbool.h>

double lpi_swap_sparsity(const struct lp_swap_tensor *tensor);

/* Whether it comes from a ReLU or a pool: others are not compressed. */
bool lpi_swap_is_sparse_kind(const struct lp_swap_tensor *tensor);

/* LP_SWAP_ZVC or LP_SWAP_ZVC16, by the tensor's element. */
int lpi_swap_zvc_of(const struct lp_swap_tensor *tensor);

/* Bytes with this codec; INFINITY: its ratio is unknown, or it is for other elements. */
double lpi_swap_size(const struct lp_swap_tensor *tensor, int codec, enum lp_swap_form form);

/* LP_ERR_ARG unless all values are in range. */
int lpi_swap_check(const struct lp_swap_tensor *tensors, size_t count,
                   const struct lp_swap_rates *rates, const struct lp_swap_model *models,
                   size_t models_count, enum lp_swap_form form);

/* *choice = model number `model` for tensors[i], even if it does not pay. */
void lpi_swap_try(const struct lp_swap_tensor *tensors, size_t count, size_t i,
                  const struct lp_swap_rates *rates, const struct lp_swap_model *models, int model,
                  enum lp_swap_form form, struct lp_swap_choice *choice);

/* *choice = tensors[i] raw. */
void lpi_swap_leave_raw(const struct lp_swap_tensor *tensors, size_t count, size_t i,
                        const struct lp_swap_rates *rates, struct lp_swap_choice *choice);

#endif
