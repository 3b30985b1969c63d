/* SPDX-License-Identifier: Apache-2.0 */
/* Real programs on a coordinator: one (`linepress huvm run`), a scenario's (`--clock real`), or one
   whose chunks are recorded. Failures end the program. */
#ifndef LPI_CLI_HUVM_REAL_H
#define LPI_CLI_HUVM_REAL_H

#include "huvm_options.h"
#include "huvm_state.h"

/* With base, and with the policy of the options; *wrong is how many chunks of players did not hold
   what was written. false: a program did not end well. Both are said. */
bool huvm_real_run(const struct huvm_options *options, const struct huvm_scenario *scenario,
                   struct huvm_outcome *outcome, uint64_t *wrong);

/* Each returns the exit status. */
int huvm_run_program(int argc, char **argv);
int huvm_record(int argc, char **argv);

#endif
