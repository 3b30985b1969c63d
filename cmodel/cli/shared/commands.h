/* SPDX-License-Identifier: Apache-2.0 */
/* A program that is a table of commands. */
#ifndef LPI_CLI_COMMANDS_H
#define LPI_CLI_COMMANDS_H

#include <stddef.h>

/*
 * A command: run gets its own argv, with argv[0] = its name, and returns the exit status (fail.h).
 */
struct cli_command {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
};

struct cli_table {
    const struct cli_command *commands;
    size_t count;
    const char *options; /* options in front of COMMAND in the usage */
    const char *help;    /* printed after the list of commands */
    const char *version; /* printed after the version number */
    void (*end)(void);   /* called after a command; NULL: none */
};

/* To be called first. --help and --version end the program, and so does a missing command. */
void cli_begin(const struct cli_table *table, int argc, char **argv);

/* Runs the command named by argv[0]; returns its exit status. */
int cli_run(const struct cli_table *table, int argc, char **argv);

#endif
