/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LPI_CLI_ENDED_H
#define LPI_CLI_ENDED_H

#include <stdnoreturn.h>

/* Ends the command as this signal ends a program; without a core. */
noreturn void cli_end_as_signal(int number);

/* Ends it so if a program with this status of waitpid() did; else returns its exit status. */
int cli_end_as_program(int status);

#endif
