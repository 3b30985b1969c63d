/* SPDX-License-Identifier: Apache-2.0 */
/* The program that runs RTL. */
#ifndef LPI_CLI_COSIM_H
#define LPI_CLI_COSIM_H

#include <stdnoreturn.h>

/* The text of --help. */
extern const char cli_cosim_help[];

/* Executes linepress-cosim with these arguments; argv[0] is the command's name. */
noreturn void cli_run_cosim(char **argv);

#endif
