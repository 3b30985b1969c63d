/* SPDX-License-Identifier: Apache-2.0 */
/* A line on standard error that is rewritten in place; nothing unless that is a terminal. */
#ifndef LPI_CLI_PROGRESS_H
#define LPI_CLI_PROGRESS_H

#include <stdint.h>

/* Shows done as a share of total; nothing if total is 0. */
void cli_progress(const char *what, uint64_t done, uint64_t total);

/*
 * The same of bytes since the last cli_progress_end, with their rate and the time that is left;
 * only bytes and rate if total is 0.
 */
void cli_progress_bytes(const char *what, uint64_t done, uint64_t total);

/* Clears the line, if there is one. */
void cli_progress_end(void);

#endif
