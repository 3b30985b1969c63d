/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "json_text.h"
#include <stdlib.h>
#include <string.h>

json_t *lpi_json_text(const char *text)
{
    json_t *string = json_string(text);
    if (string != NULL)
        return string;
    char *ascii = strdup(text);
    for (char *p = ascii; p != NULL && *p != '\0'; p++)
        if ((unsigned char)*p >= 128)
            *p = '?';
    string = ascii != NULL ? json_string(ascii) : NULL;
    free(ascii);
    return string;
}

json_t *lpi_json_ratio(double a, double b)
{
    return b > 0 ? json_real(a / b) : json_null();
}
