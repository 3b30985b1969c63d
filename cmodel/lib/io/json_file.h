/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a JSON text from a file, up to a limit of its size. */
#ifndef LPI_JSON_FILE_H
#define LPI_JSON_FILE_H

#include <jansson.h>
#include <stdio.h>

#define LPI_JSON_MOST (32u << 20) /* bytes */

/*
 * The text's root, to be released with json_decref. A key that occurs twice is an error. NULL: *why
 * says what is wrong, unless ferror(file), when errno does.
 */
json_t *lpi_json_file(FILE *file, json_error_t *why);

#endif
