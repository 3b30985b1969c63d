/* SPDX-License-Identifier: Apache-2.0 */
/* `linepress huvm run` and `linepress huvm record`. */
#ifndef LPI_CLI_HUVM_ONE_H
#define LPI_CLI_HUVM_ONE_H

/* argv[0] is the action. Each returns the exit status. */
int huvm_run_program(int argc, char **argv);
int huvm_record(int argc, char **argv);

#endif
