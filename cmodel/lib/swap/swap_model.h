/* SPDX-License-Identifier: Apache-2.0 */
/* What the files about the time model share. Not installed. */
#ifndef LPI_SWAP_MODEL_H
#define LPI_SWAP_MODEL_H

#include <linepress/swap.h>
#include <stdbool.h>

/* The sub-model, of `count`, for this sparsity. */
unsigned lpi_swap_sub_model(unsigned count, double sparsity);

/* Whether prediction may be asked of it. */
bool lpi_swap_model_valid(const struct lp_swap_model *model);

#endif
