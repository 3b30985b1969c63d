/* SPDX-License-Identifier: Apache-2.0 */
/* A JSON text out of a file, of which no more is read than such a text can have. */
#ifndef LPI_JSON_FILE_H
#define LPI_JSON_FILE_H

#include <jansson.h>
#include <stdio.h>

#define LPI_JSON_MOST (32u << 20) /* bytes */

/*
 * The text's root, to be given back with json_decref; no object has a key twice. NULL: *why says
 * what is wrong, unless ferror(file), when errno does.
 */
json_t *lpi_json_file(FILE *file, json_error_t *why);

#endif
