/* SPDX-License-Identifier: Apache-2.0 */
/* What a command says of an input that failed. */
#ifndef LPI_CLI_INPUT_H
#define LPI_CLI_INPUT_H

#include "../../lib/io/input.h"
#include <stdnoreturn.h>

/*
 * The error in words, with the byte at which a file is too short or too long, and what to do with
 * raw bytes that only look like .npy. The text lives until the next call.
 */
const char *cli_input_why(int error, const struct lpi_input_fault *fault);

/* Says it of the file, and returns; that there is no memory ends the program. */
void cli_input_complain(const char *path, int error, const struct lpi_input_fault *fault);

/* lpi_input_open that does not fail. */
struct lp_input *cli_input_open(const char *path, int how);

/* lp_input_read that does not fail. Returns the bytes read. */
size_t cli_input_read(struct lp_input *input, const char *path, void *buffer, size_t capacity);

/* Of what is no file of a known size: no more is taken into memory. */
#define CLI_INPUT_MOST ((size_t)1 << 30)

/*
 * All bytes of the input, and room for `spare` more behind them; *bytes: how many they are. Does
 * not fail. From malloc.
 */
uint8_t *cli_input_read_all(struct lp_input *input, const char *path, size_t spare, size_t *bytes);

#endif
