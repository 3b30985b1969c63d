/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What runs write while they go on: kept in a temporary file each, since runs are parallel and the
 * output has them in order.
 */
#ifndef LPI_CLI_GPU_SPOOL_H
#define LPI_CLI_GPU_SPOOL_H

#include "../../base/fault.h"
#include <stdio.h>

/* False: no temporary file; the fault says why. */
FILE *gpu_spool_open(struct lpi_fault *fault);
/* After the run: a write that failed is a fault. */
void gpu_spool_check(FILE *spool, struct lpi_fault *fault);
/* Adds it to the open output (cli_output_write) and closes it. */
void gpu_spool_copy(FILE *spool);

#endif
