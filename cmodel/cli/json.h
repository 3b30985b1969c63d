/* SPDX-License-Identifier: Apache-2.0 */
/* JSON that a command prints. */
#ifndef LPI_CLI_JSON_H
#define LPI_CLI_JSON_H

#include <jansson.h>
#include <stdio.h>

/* Prints the object as one line on standard output and frees it. */
void cli_print_json(json_t *object);

/* The same on another stream. */
void cli_write_json(FILE *stream, json_t *object);

/* A string for JSON; bytes that are not UTF-8 come out as '?'. */
json_t *cli_json_text(const char *text);

/* a/b as a JSON number, or null if b is 0. */
json_t *cli_json_ratio(double a, double b);

#endif
