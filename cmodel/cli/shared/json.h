/* SPDX-License-Identifier: Apache-2.0 */
/* JSON output of commands. */
#ifndef LPI_CLI_JSON_H
#define LPI_CLI_JSON_H

#include "../../lib/io/json_text.h"
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

/* Prints the object as one line on standard output and frees it. */
void cli_print_json(json_t *object);

/* The same on another stream. */
void cli_write_json(FILE *stream, json_t *object);

/* On standard output, with all digits of its numbers. */
void cli_print_json_exact(json_t *object);

/*
 * Prints the object, which it frees, with a list as its last key; the list's rows are made one at a
 * time, each on its own line. Nothing is printed before all rows are made.
 */
void cli_print_json_rows(json_t *object, const char *key, size_t count,
                         json_t *(*row)(const void *context, size_t number), const void *context);

/* Lines stored by each codec, indexed by enum lp_auto_codec, with the codecs' names as keys. */
json_t *cli_json_chosen(const uint64_t *lines);

#endif
