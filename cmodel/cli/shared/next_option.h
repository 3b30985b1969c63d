/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LPI_CLI_NEXT_OPTION_H
#define LPI_CLI_NEXT_OPTION_H

#include <getopt.h>
#include <stdnoreturn.h>

/* Prints the text on standard output and exits. */
noreturn void cli_print_help(const char *help);

/*
 * getopt_long's next option, -1 after the last. `letters` begins with ':' and has 'h', which prints
 * `help` and exits; an unknown option or a missing value ends the program. index: as in
 * getopt_long, or NULL.
 */
int cli_next_option(int argc, char **argv, const char *letters, const struct option *known,
                    const char *help, int *index);

#endif
