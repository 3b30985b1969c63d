/* SPDX-License-Identifier: Apache-2.0 */
/* The actions of `linepress swap`. */
#ifndef LPI_CLI_SWAP_STATE_H
#define LPI_CLI_SWAP_STATE_H

#include "swap_options.h"
#include <jansson.h>

int cli_swap_sample(const struct swap_options *options);
int cli_swap_fit(const struct swap_options *options);
int cli_swap_tune(const struct swap_options *options);
int cli_swap_plan(const struct swap_options *options);
int cli_swap_simulate(const struct swap_options *options);

/* Writes the object, which it frees, to the file of -o; reports are printed on the other stream. */
void cli_swap_write(const struct swap_options *options, json_t *object);

/*
 * An object that identifies the measured device: "device", and for a GPU "driver", "date" and
 * "multiprocessors".
 */
json_t *cli_swap_whose(const struct swap_bench *bench);

#endif
