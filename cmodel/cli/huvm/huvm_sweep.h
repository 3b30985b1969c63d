/* SPDX-License-Identifier: Apache-2.0 */
/* `linepress huvm --sweep`: one run for each value of a swept setting. */
#ifndef LPI_CLI_HUVM_SWEEP_H
#define LPI_CLI_HUVM_SWEEP_H

#include "huvm_options.h"

/* Runs and prints all values. */
void huvm_sweep(const struct huvm_options *options);

#endif
