/* SPDX-License-Identifier: Apache-2.0 */
#include "tell.h"
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

void lpi_tell_progress(const struct lpi_tell *tell, uint64_t done, uint64_t total)
{
    if (tell != NULL && tell->progress != NULL)
        tell->progress(tell->context, done, total);
}

void lpi_tell_note(const struct lpi_tell *tell, const char *format, ...)
{
    char line[8192];
    va_list arguments;
    if (tell == NULL || tell->note == NULL)
        return;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    tell->note(tell->context, line);
}
