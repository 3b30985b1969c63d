/* SPDX-License-Identifier: Apache-2.0 */
/* Quotients in texts and JSON, which have none if there is nothing to divide. */
#ifndef LPI_CLI_QUOTIENT_H
#define LPI_CLI_QUOTIENT_H

#include <jansson.h>

#define CLI_QUOTIENT 32 /* room for a text */

/* Writes a / b with that many decimals, or "-" if b is 0. Returns `text`. */
const char *cli_quotient(double a, double b, int decimals, char text[CLI_QUOTIENT]);

/* The compression ratio of a file, which needs bytes on both sides: "-" and null without. */
const char *cli_file_ratio(double bytes, double compressed, char text[CLI_QUOTIENT]);
json_t *cli_file_ratio_json(double bytes, double compressed);

#endif
