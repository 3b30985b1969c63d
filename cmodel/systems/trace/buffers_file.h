/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A file of allocations: {"linepress_buffers": 1, "buffers": [{"name", "address", "bytes"}, ...]}. An
 * address is a number, or a string in hexadecimal that begins with 0x.
 */
#ifndef LPI_SYSTEMS_BUFFERS_FILE_H
#define LPI_SYSTEMS_BUFFERS_FILE_H

#include "regions.h"
#include <stdio.h>

/* Adds them as regions, sorted. LPI_BAD. */
int buffers_file_read(const char *path, struct regions *regions, struct lpi_fault *fault);
/* 0; LPI_BAD if out of memory. Errors of the stream are left in it. */
int buffers_file_write(FILE *stream, const struct regions *regions, struct lpi_fault *fault);

#endif
