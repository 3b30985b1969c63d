/* SPDX-License-Identifier: Apache-2.0 */
/* A program that is a table of commands. */
#ifndef LPI_CLI_COMMANDS_H
#define LPI_CLI_COMMANDS_H

#include <stddef.h>

/* A command: run gets its own argv, argv[0] = its name, and returns the exit status (fail.h). */
struct cli_command {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
};

struct cli_table {
    const struct cli_command *commands;
    size_t count;
    const char *options; /* what the usage has before COMMAND */
    const char *help;    /* behind the list of commands */
    const char *version; /* behind the number */
    void (*end)(void);   /* after a command; NULL: nothing */
};

/* To be called first. --help and --version end the program, and so does an empty command line. */
void cli_begin(const struct cli_table *table, int argc, char **argv);

/* Runs the command that argv[0] names; its exit status. */
int cli_run(const struct cli_table *table, int argc, char **argv);

#endif
