/* SPDX-License-Identifier: Apache-2.0 */
/* Standard output, and one output file at a time, which appears whole or not at all. */
#ifndef LPI_CLI_OUTPUT_H
#define LPI_CLI_OUTPUT_H

#include <stddef.h>

/* "-" is standard output. What is not a regular file is written directly. */
void cli_output_open(const char *path);

/* An lp_write_fn; the context is not used. */
int cli_output_write(void *context, const void *buffer, size_t bytes);

/* Makes the file appear. Returns 1 if it is a regular file, 0 if it was written directly. */
int cli_output_finish(void);

/* Ends standard output; a write that failed there, such as on a full disk, is an error. */
void cli_finish_stdout(void);

#endif
