/* SPDX-License-Identifier: Apache-2.0 */
#include "fault.h"
#include <errno.h>
#include <linepress/linepress.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lpi_keep_line(char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            *text = '?';
}

int lpi_fault_set(struct lpi_fault *fault, int code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault->why, sizeof fault->why, format, arguments);
    va_end(arguments);
    lpi_keep_line(fault->why);
    fault->code = code;
    return code;
}

int lpi_fault_system(struct lpi_fault *fault, const char *path)
{
    return lpi_fault_set(fault, LP_ERR_SYSTEM, "%s: %s", path, strerror(errno));
}

int lpi_fault_file(struct lpi_fault *fault, const char *path, int error)
{
    return lpi_fault_set(fault, LPI_BAD, "%s: %s", path,
                         error == LP_ERR_SYSTEM ? strerror(errno) : lp_strerror(error));
}

void *lpi_fault_alloc(struct lpi_fault *fault, size_t bytes)
{
    return lpi_fault_resize(fault, NULL, bytes);
}

void *lpi_fault_resize(struct lpi_fault *fault, void *memory, size_t bytes)
{
    void *resized = realloc(memory, bytes > 0 ? bytes : 1);
    if (resized == NULL)
        lpi_fault_set(fault, LPI_BAD, "no memory for %zu bytes", bytes);
    return resized;
}
