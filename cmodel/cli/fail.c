/* SPDX-License-Identifier: Apache-2.0 */
#include "fail.h"
#include "progress.h"
#include <errno.h>
#include <linepress/linepress.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*at_fail)(void);

void cli_at_fail(void (*clean_up)(void))
{
    at_fail = clean_up;
}

noreturn void cli_fail(const char *format, ...)
{
    char line[8192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    /* One line, whatever characters a file's name has. */
    for (char *p = line; *p != '\0'; p++)
        if ((unsigned char)*p < ' ' || *p == 127)
            *p = '?';
    if (at_fail != NULL)
        at_fail();
    cli_progress_end();
    fprintf(stderr, "linepress: %s\n", line);
    exit(EXIT_BAD);
}

noreturn void cli_fail_file(const char *path, int error)
{
    cli_fail("%s: %s", path, error == LP_ERR_SYSTEM ? strerror(errno) : lp_strerror(error));
}

void *cli_alloc(size_t bytes)
{
    void *memory = malloc(bytes);
    if (memory == NULL)
        cli_fail("no memory for %zu bytes", bytes);
    return memory;
}
