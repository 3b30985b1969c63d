/* SPDX-License-Identifier: Apache-2.0 */
/* The actions of `linepress swap`. */
#ifndef LPI_CLI_SWAP_STATE_H
#define LPI_CLI_SWAP_STATE_H

#include "swap_options.h"
#include <jansson.h>

int swap_sample(const struct swap_options *options);
int swap_fit(const struct swap_options *options);
int swap_tune(const struct swap_options *options);
int swap_plan(const struct swap_options *options);
int swap_simulate(const struct swap_options *options);

/* Writes the object, which it frees, to the file of -o; what is said goes to the other stream. */
void swap_write(const struct swap_options *options, json_t *object);

#endif
