/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checked values of a JSON file. A function that finds a wrong value sets its fault argument to
 * LPI_BAD, with one line that names the file, unless it is already set; so a caller may read
 * several values and check the fault once.
 */
#ifndef LPI_JSON_READ_H
#define LPI_JSON_READ_H

#include "../../base/fault.h"
#include <jansson.h>
#include <limits.h>

/* The place of a value: "FILE: PLACE" begins each message. PLACE may be "". */
struct lpi_json_at {
    const char *path, *place;
    struct lpi_fault *fault;
};

/* Sets the fault to "FILE: PLACE: ...", unless it is set. */
void lpi_json_wrong(const struct lpi_json_at *at, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The file's object, read by lpi_json_file; "-" is standard input. NULL: see *fault. */
json_t *lpi_json_load(const char *path, struct lpi_fault *fault);

/* Reports keys that are not among the words of `keys`. */
void lpi_json_only(const struct lpi_json_at *at, const json_t *object, const char *keys);

#define LPI_JSON_NEEDED LONG_MIN

/*
 * A value of the object, or `if_none`; NAN, LPI_JSON_NEEDED: it is required. If it is wrong,
 * `least`.
 */
double lpi_json_number(const struct lpi_json_at *at, const json_t *object, const char *key,
                       double least, double most, double if_none);
long lpi_json_whole(const struct lpi_json_at *at, const json_t *object, const char *key, long least,
                    long most, long if_none);
int lpi_json_bool(const struct lpi_json_at *at, const json_t *object, const char *key, int if_none);

/* A string of 1 to 64 bytes without control characters; NULL: not there, or wrong. */
const char *lpi_json_name(const struct lpi_json_at *at, const json_t *object, const char *key);

/* A required list. NULL: it is missing, or not a list. */
const json_t *lpi_json_list(const struct lpi_json_at *at, const json_t *object, const char *key);

#endif
