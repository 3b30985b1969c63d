/* SPDX-License-Identifier: Apache-2.0 */
/* Fields of CSV files (RFC 4180). */
#ifndef LPI_CLI_CSV_H
#define LPI_CLI_CSV_H

#include <stdio.h>

/* Writes a field, in quotes if it needs them. */
void cli_csv_text(FILE *file, const char *text);

#endif
