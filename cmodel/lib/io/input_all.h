/* SPDX-License-Identifier: Apache-2.0 */
/* Reading an input so that a failure is one line that names the file. */
#ifndef LPI_INPUT_ALL_H
#define LPI_INPUT_ALL_H

#include "../../base/fault.h"
#include "input.h"

#define LPI_INPUT_WHY 256 /* bytes of a reason */

/*
 * The error in words, with the byte at which a file is too short or too long, and what to do with
 * raw bytes that only look like .npy. The result is `text`, or a string of strerror().
 */
const char *lpi_input_why(int error, const struct lpi_input_fault *fault, char text[LPI_INPUT_WHY]);

/* lpi_input_open; NULL: see *fault. */
struct lp_input *lpi_input_begin(const char *path, int how, struct lpi_fault *fault);

/* lp_input_read: 0, and bytes that were read; or the fault's code. */
int lpi_input_next(struct lp_input *input, const char *path, void *buffer, size_t capacity,
                   size_t *got, struct lpi_fault *fault);

/* Of what is no file of a known size: no more is taken into memory. */
#define LPI_INPUT_MOST ((size_t)1 << 30)

/*
 * All bytes of the input, and room for `spare` more after them; *bytes: how many they are. From
 * malloc. NULL: see *fault.
 */
uint8_t *lpi_input_all(struct lp_input *input, const char *path, size_t spare, size_t *bytes,
                       struct lpi_fault *fault);

#endif
