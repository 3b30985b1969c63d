/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Chunk traces, text and binary (format.md, section 22): the chunks that a program uses, in order.
 */
#ifndef LPI_HUVM_TRACE_H
#define LPI_HUVM_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HUVM_TRACE_MAX (1u << 28)
#define HUVM_TRACE_MAX_BYTES (UINT64_C(1) << 32) /* of text, including comments and blank lines */

struct huvm_trace_fault {
    const char *why;
    bool binary;
    uint64_t at; /* line from 1, or byte from 0 */
};

/*
 * *chunks, allocated by malloc, has *length uses, at least one. false: *fault has the reason, and
 * nothing else is written.
 */
bool huvm_trace_parse(const uint8_t *bytes, size_t count, uint32_t **chunks, uint64_t *length,
                      struct huvm_trace_fault *fault);

/*
 * Validates the part of a trace read so far; `part` is initially zero. false: no continuation makes
 * it valid, see *fault. A complete trace passes too.
 */
struct huvm_trace_part {
    size_t at; /* all earlier lines have been checked */
    uint64_t line;
};
bool huvm_trace_begins(const uint8_t *bytes, size_t count, struct huvm_trace_part *part,
                       struct huvm_trace_fault *fault);

/* Size of a binary trace with this number of uses; and writes that trace. */
size_t huvm_trace_bytes(uint64_t length);
void huvm_trace_write(const uint32_t *chunks, uint64_t length, uint8_t *bytes);

#endif
