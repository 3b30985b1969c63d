/* SPDX-License-Identifier: Apache-2.0 */
/* A line on standard error that is rewritten in place, if standard error is a terminal. */
#ifndef LPI_CLI_PROGRESS_H
#define LPI_CLI_PROGRESS_H

#include <stdint.h>

/* Shows done as a share of total; nothing if total is 0. */
void cli_progress(const char *what, uint64_t done, uint64_t total);

/*
 * The same for bytes since the last cli_progress_end, with their rate and the remaining time; only
 * bytes and rate if total is 0.
 */
void cli_progress_bytes(const char *what, uint64_t done, uint64_t total);

/* Clears the line, if one is shown. */
void cli_progress_end(void);

#endif
