/* SPDX-License-Identifier: Apache-2.0 */
/* How compress and decompress end. */
#ifndef LPI_CLI_TRANSFER_H
#define LPI_CLI_TRANSFER_H

#include "options.h"
#include <stdint.h>

/*
 * Makes the output appear, then reports both sizes in bytes. With --json always: on standard
 * output, or on standard error if the data itself went to standard output. Without it, only of
 * regular files.
 */
void cli_report_transfer(const struct cli_options *options, const struct lpi_codec *codec,
                         uint64_t bytes, uint64_t compressed_bytes);

#endif
