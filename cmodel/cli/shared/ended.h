/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LPI_CLI_ENDED_H
#define LPI_CLI_ENDED_H

#include <stdnoreturn.h>

/* Ends the process by this signal; without a core dump. */
noreturn void cli_end_as_signal(int number);

/*
 * Does the same if a program with this status of waitpid() was ended by a signal; else returns its
 * exit status.
 */
int cli_end_as_program(int status);

#endif
