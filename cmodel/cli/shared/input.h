/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of commands about inputs that failed. */
#ifndef LPI_CLI_INPUT_H
#define LPI_CLI_INPUT_H

#include "../../lib/io/input_all.h"

/* The text of lpi_input_why; valid until the next call. */
const char *cli_input_why(int error, const struct lpi_input_fault *fault);

/* Prints it for the file and returns; running out of memory ends the program. */
void cli_input_complain(const char *path, int error, const struct lpi_input_fault *fault);

/* lpi_input_open; a failure ends the program. */
struct lp_input *cli_input_open(const char *path, int how);

/* lp_input_read; a failure ends the program. Returns the bytes read. */
size_t cli_input_read(struct lp_input *input, const char *path, void *buffer, size_t capacity);

#endif
