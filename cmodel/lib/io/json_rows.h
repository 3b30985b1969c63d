/* SPDX-License-Identifier: Apache-2.0 */
/* Writes JSON, including lists that are too long for memory. Not installed. */
#ifndef LPI_JSON_ROWS_H
#define LPI_JSON_ROWS_H

#include "../../base/fault.h"
#include <jansson.h>

/* The object's text on one line, from malloc; frees the object. NULL: *fault says why. */
char *lpi_json_line(json_t *object, struct lpi_fault *fault);

/* Takes a piece of text; returns 0 or the code that it sets in *fault. */
typedef int lpi_put_text(void *context, const char *text, struct lpi_fault *fault);

/*
 * Writes and frees the object, with a list as its last key. The list's rows are made and written
 * one at a time, each on its own line, so that any number of them fits in memory. Returns 0 or the
 * fault's code.
 */
int lpi_json_rows(lpi_put_text *put, void *context, json_t *object, const char *key, size_t count,
                  json_t *(*row)(const void *of, size_t number), const void *of,
                  struct lpi_fault *fault);

#endif
