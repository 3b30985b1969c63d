/* SPDX-License-Identifier: Apache-2.0 */
/* lib/io/json_read.h for commands: a fault ends the program. */
#ifndef LPI_CLI_JSON_READ_H
#define LPI_CLI_JSON_READ_H

#include "../../lib/io/json_read.h"

/* Position of a value: "FILE: PLACE" begins each message. PLACE may be "". */
struct cli_json_at {
    const char *path, *place;
};

/* The object in the file; "-" is standard input. Reads it like lpi_json_file. */
json_t *cli_json_load(const char *path);

/* Refuses keys that are not among the words of `keys`. */
void cli_json_only(const struct cli_json_at *at, const json_t *object, const char *keys);

#define CLI_JSON_NEEDED LPI_JSON_NEEDED

/*
 * A number of the object, or `if_none` if it is missing; NAN, CLI_JSON_NEEDED: missing is an error.
 */
double cli_json_number(const struct cli_json_at *at, const json_t *object, const char *key,
                       double least, double most, double if_none);
long cli_json_whole(const struct cli_json_at *at, const json_t *object, const char *key, long least,
                    long most, long if_none);
int cli_json_bool(const struct cli_json_at *at, const json_t *object, const char *key, int if_none);

/* A string of 1 to 64 bytes without control characters; NULL: missing. */
const char *cli_json_name(const struct cli_json_at *at, const json_t *object, const char *key);

/* A list; missing is an error. */
const json_t *cli_json_list(const struct cli_json_at *at, const json_t *object, const char *key);

#endif
