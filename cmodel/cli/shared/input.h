/* SPDX-License-Identifier: Apache-2.0 */
/* What a command says of an input that failed. */
#ifndef LPI_CLI_INPUT_H
#define LPI_CLI_INPUT_H

#include "../../lib/io/input_all.h"

/* lpi_input_why, in a text that lives until the next call. */
const char *cli_input_why(int error, const struct lpi_input_fault *fault);

/* Says it of the file, and returns; that there is no memory ends the program. */
void cli_input_complain(const char *path, int error, const struct lpi_input_fault *fault);

/* lpi_input_open that does not fail. */
struct lp_input *cli_input_open(const char *path, int how);

/* lp_input_read that does not fail. Returns the bytes read. */
size_t cli_input_read(struct lp_input *input, const char *path, void *buffer, size_t capacity);

/* lpi_input_all that does not fail. */
uint8_t *cli_input_read_all(struct lp_input *input, const char *path, size_t spare, size_t *bytes);

#endif
