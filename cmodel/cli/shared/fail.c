/* SPDX-License-Identifier: Apache-2.0 */
#include "fail.h"
#include "progress.h"
#include <errno.h>
#include <getopt.h>
#include <linepress/linepress.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *cli_program = "linepress";

static void (*at_fail)(void);

void cli_at_fail(void (*clean_up)(void))
{
    at_fail = clean_up;
}

/* The outputs that are complete, of which the first are named. */
#define NAMED 3u
#define NAME_ROOM 1024
static char written[NAMED][NAME_ROOM];
static size_t written_count;

void cli_note_written(const char *path)
{
    if (written_count < NAMED)
        snprintf(written[written_count], sizeof written[0], "%s", path);
    written_count++;
}

/* " (written before: A, B)"; empty without any. */
static void add_written(char *line, size_t size)
{
    for (size_t i = 0; i < written_count && i < NAMED; i++) {
        size_t used = strlen(line);
        snprintf(line + used, size - used, "%s%s", i > 0 ? ", " : " (written before: ", written[i]);
    }
    size_t used = strlen(line);
    if (written_count > NAMED)
        snprintf(line + used, size - used, " and %zu more)", written_count - NAMED);
    else if (written_count > 0)
        snprintf(line + used, size - used, ")");
}

static void print_line(bool failed, const char *format, va_list arguments)
{
    char line[8192 + NAMED * NAME_ROOM];
    vsnprintf(line, 8192, format, arguments);
    if (failed)
        add_written(line, sizeof line);
    lpi_keep_line(line);
    cli_progress_end();
    fprintf(stderr, "%s: %s\n", cli_program, line);
}

void cli_complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_line(false, format, arguments);
    va_end(arguments);
}

static noreturn void fail(int status, const char *format, va_list arguments)
{
    if (at_fail != NULL)
        at_fail();
    print_line(true, format, arguments);
    exit(status);
}

noreturn void cli_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(EXIT_BAD, format, arguments);
}

static noreturn void fail_with(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(status, format, arguments);
}

noreturn void cli_fail_for(const struct lpi_fault *fault)
{
    fail_with(fault->code > 0 ? fault->code : EXIT_BAD, "%s", fault->why);
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
