/* SPDX-License-Identifier: Apache-2.0 */
/* What a command says of an input that failed. */
#ifndef LPI_CLI_INPUT_H
#define LPI_CLI_INPUT_H

#include "../io/input.h"
#include <stdnoreturn.h>

/*
 * The error in words, with the byte at which a file is too short or too long, and what to do with
 * raw bytes that only look like .npy. The text lives until the next call.
 */
const char *cli_input_why(int error, const struct lpi_input_fault *fault);

/* lpi_input_open that does not fail. */
struct lp_input *cli_input_open(const char *path, int raw);

/* lp_input_read that does not fail. Returns the bytes read. */
size_t cli_input_read(struct lp_input *input, const char *path, void *buffer, size_t capacity);

#endif
