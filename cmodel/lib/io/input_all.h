/* SPDX-License-Identifier: Apache-2.0 */
/* Reads an input; a failure becomes one line that names the file. */
#ifndef LPI_INPUT_ALL_H
#define LPI_INPUT_ALL_H

#include "../../base/fault.h"
#include "input.h"

#define LPI_INPUT_WHY 256 /* bytes of a reason */

/*
 * The error's text, with the byte at which a file is too short or too long, and advice for raw
 * bytes that look like .npy. The result is `text`, or a string of strerror().
 */
const char *lpi_input_why(int error, const struct lpi_input_fault *fault, char text[LPI_INPUT_WHY]);

/* lpi_input_open; NULL: see *fault. */
struct lp_input *lpi_input_begin(const char *path, int how, struct lpi_fault *fault);

/* lpi_input_open_part, of a part that messages call `name`; NULL: see *fault. */
struct lp_input *lpi_input_begin_part(const struct lpi_part *part, const char *name, int how,
                                      struct lpi_fault *fault);

/* lp_input_read: 0 and the number of bytes, or the fault's code. */
int lpi_input_next(struct lp_input *input, const char *path, void *buffer, size_t capacity,
                   size_t *got, struct lpi_fault *fault);

/* Limit of memory for an input that is not a file of known size. */
#define LPI_INPUT_MOST ((size_t)1 << 30)

/*
 * All bytes of the input, with room for `spare` more after them; *bytes: their number. From malloc.
 * NULL: see *fault.
 */
uint8_t *lpi_input_all(struct lp_input *input, const char *path, size_t spare, size_t *bytes,
                       struct lpi_fault *fault);

#endif
