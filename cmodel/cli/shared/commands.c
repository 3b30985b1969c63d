/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "fail.h"
#include "output.h"
#include <jansson.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static noreturn void finish(void)
{
    cli_finish_stdout();
    exit(EXIT_GOOD);
}

static noreturn void print_help(const struct cli_table *table)
{
    printf("Usage: %s %sCOMMAND [OPTION]... [FILE]...\n\nCommands:\n", cli_program, table->options);
    for (size_t i = 0; i < table->count; i++)
        printf("  %-12s %s\n", table->commands[i].name, table->commands[i].summary);
    printf("\n'%s COMMAND --help' describes a command's options. %s\n", cli_program, table->help);
    printf(
        "BYTES is a whole number, times 2^10, 2^20 or 2^30 if k, m or g follows it: 64k, 64K and\n"
        "64KiB are equal.\n");
    finish();
}

void cli_begin(const struct cli_table *table, int argc, char **argv)
{
    cli_prepare_standard();
    /* An allocation failure ends the program, so that printed JSON never lacks a key. */
    json_set_alloc_funcs(cli_alloc, free);
    if (argc < 2)
        cli_fail("no command given; try '%s --help'", cli_program);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        print_help(table);
    if (strcmp(argv[1], "--version") == 0) {
        printf("%s %s%s\n", cli_program, lp_version(), table->version);
        finish();
    }
}

/* `help COMMAND` is `COMMAND --help`. */
static int run_help(const struct cli_table *table, int argc, char **argv)
{
    static char help[] = "--help";
    char *command[] = {argc > 1 ? argv[1] : NULL, help, NULL};
    if (argc < 2 || argv[1][0] == '-')
        print_help(table);
    if (argc > 2)
        cli_fail("help: takes one command; try '%s --help'", cli_program);
    return cli_run(table, 2, command);
}

int cli_run(const struct cli_table *table, int argc, char **argv)
{
    if (argc < 1)
        cli_fail("no command given; try '%s --help'", cli_program);
    if (strcmp(argv[0], "help") == 0)
        return run_help(table, argc, argv);
    for (size_t i = 0; i < table->count; i++) {
        if (strcmp(argv[0], table->commands[i].name) != 0)
            continue;
        int status = table->commands[i].run(argc, argv);
        if (table->end != NULL)
            table->end();
        cli_finish_stdout();
        return status;
    }
    cli_fail("unknown command '%s'; try '%s --help'", argv[0], cli_program);
}
