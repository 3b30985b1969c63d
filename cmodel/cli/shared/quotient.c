/* SPDX-License-Identifier: Apache-2.0 */
#include "quotient.h"
#include "../../lib/io/json_text.h"
#include <stdio.h>

const char *cli_quotient(double a, double b, int decimals, char text[CLI_QUOTIENT])
{
    if (b > 0)
        snprintf(text, CLI_QUOTIENT, "%.*f", decimals, a / b);
    else
        snprintf(text, CLI_QUOTIENT, "-");
    return text;
}

/* Not even a header makes 0 bytes a ratio of 0. */
static double divisor(double bytes, double compressed)
{
    return bytes > 0 ? compressed : 0;
}

const char *cli_file_ratio(double bytes, double compressed, char text[CLI_QUOTIENT])
{
    return cli_quotient(bytes, divisor(bytes, compressed), 3, text);
}

json_t *cli_file_ratio_json(double bytes, double compressed)
{
    return lpi_json_ratio(bytes, divisor(bytes, compressed));
}
