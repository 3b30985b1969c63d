/* SPDX-License-Identifier: Apache-2.0 */
#include "next_option.h"
#include "fail.h"
#include "output.h"
#include <stdio.h>
#include <stdlib.h>

noreturn void cli_print_help(const char *help)
{
    fputs(help, stdout);
    cli_finish_stdout();
    exit(EXIT_GOOD);
}

int cli_next_option(int argc, char **argv, const char *letters, const struct option *known,
                    const char *help, int *index)
{
    opterr = 0;
    int option = getopt_long(argc, argv, letters, known, index);
    if (option == 'h')
        cli_print_help(help);
    if (option == ':' || option == '?')
        cli_fail_option(argv, known, option);
    return option;
}
