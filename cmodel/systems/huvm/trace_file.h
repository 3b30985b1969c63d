/* SPDX-License-Identifier: Apache-2.0 */
/* Files of chunk traces (docs/reference/format.md, section 22). */
#ifndef LPI_HUVM_TRACE_FILE_H
#define LPI_HUVM_TRACE_FILE_H

#include "../../base/fault.h"
#include <stdint.h>

/*
 * Reads the chunks of a trace, each below `chunks`; the caller frees *trace. "-" is standard input.
 * Returns 0 or the fault's code.
 */
int huvm_trace_read(const char *path, uint32_t chunks, uint32_t **trace, uint64_t *length,
                    struct lpi_fault *fault);

#endif
