/* SPDX-License-Identifier: Apache-2.0 */
/* Chunk traces (docs/reference/format.md, section 22). */
#ifndef LPI_CLI_HUVM_TRACE_H
#define LPI_CLI_HUVM_TRACE_H

#include <stdint.h>

/* Reads the chunks of a trace, each below `chunks`; *trace is the caller's. Failures end the
   program; "-" is standard input. */
void huvm_trace_read(const char *path, uint32_t chunks, uint32_t **trace, uint64_t *length);

#endif
