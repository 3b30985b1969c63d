/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of the time model. Not installed. */
#ifndef LPI_SWAP_MODEL_H
#define LPI_SWAP_MODEL_H

#include <linepress/swap.h>
#include <stdbool.h>

/* The number of the sub-model, of `count`, for this sparsity. */
unsigned lpi_swap_sub_model(unsigned count, double sparsity);

/* Whether the model can predict. */
bool lpi_swap_model_valid(const struct lp_swap_model *model);

#endif
