/* SPDX-License-Identifier: Apache-2.0 */
/* Values for JSON output. */
#ifndef LPI_JSON_TEXT_H
#define LPI_JSON_TEXT_H

#include <jansson.h>

/* A string; bytes that are not UTF-8 become '?'. NULL: no memory. */
json_t *lpi_json_text(const char *text);

/* a/b as a number, or null if b is 0. */
json_t *lpi_json_ratio(double a, double b);

#endif
