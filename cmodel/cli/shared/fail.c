/* SPDX-License-Identifier: Apache-2.0 */
#include "fail.h"
#include "progress.h"
#include <errno.h>
#include <getopt.h>
#include <linepress/linepress.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *cli_program = "linepress";

static void (*at_fail)(void);

void cli_at_fail(void (*clean_up)(void))
{
    at_fail = clean_up;
}

static void print_line(const char *format, va_list arguments)
{
    char line[8192];
    vsnprintf(line, sizeof line, format, arguments);
    /* Control characters, such as in a file name, must not break the line. */
    for (char *p = line; *p != '\0'; p++)
        if ((unsigned char)*p < ' ' || *p == 127)
            *p = '?';
    cli_progress_end();
    fprintf(stderr, "%s: %s\n", cli_program, line);
}

void cli_complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_line(format, arguments);
    va_end(arguments);
}

noreturn void cli_fail(const char *format, ...)
{
    va_list arguments;
    if (at_fail != NULL)
        at_fail();
    va_start(arguments, format);
    print_line(format, arguments);
    va_end(arguments);
    exit(EXIT_BAD);
}

noreturn void cli_fail_for(const struct lpi_fault *fault)
{
    if (at_fail != NULL)
        at_fail();
    cli_complain("%s", fault->why);
    exit(fault->code > 0 ? fault->code : EXIT_BAD);
}

noreturn void cli_fail_option(char **argv, const struct option *known, int answer)
{
    const char *name = argv[optind - 1], *what = "is not an option";
    char letter[] = {'-', (char)optopt, '\0'};
    /* optopt is 0 for an unknown long option; for an unknown letter, only optopt identifies it. */
    while (known->name != NULL && known->val != optopt)
        known++;
    if (answer == ':')
        what = "needs a value";
    else if (known->name != NULL)
        what = "takes no value";
    else if (optopt != 0)
        name = letter;
    cli_fail("%s: '%s' %s; try '%s %s --help'", argv[0], name, what, cli_program, argv[0]);
}

noreturn void cli_fail_file(const char *path, int error)
{
    cli_fail("%s: %s", path, error == LP_ERR_SYSTEM ? strerror(errno) : lp_strerror(error));
}

void *cli_alloc(size_t bytes)
{
    return cli_resize(NULL, bytes);
}

void *cli_resize(void *memory, size_t bytes)
{
    /* Returns a pointer other than NULL even for 0 bytes. */
    void *resized = realloc(memory, bytes > 0 ? bytes : 1);
    if (resized == NULL)
        cli_fail("no memory for %zu bytes", bytes);
    return resized;
}
