/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The contents of a warp trace in numbers: its buffers, and for each launch how many accesses there
 * are of each kind.
 */
#ifndef LPI_SYSTEMS_TRACE_SUM_H
#define LPI_SYSTEMS_TRACE_SUM_H

#include "../../base/fault.h"
#include <linepress/warp_stream.h>

/* Accesses of one kind in a launch. */
struct trace_accesses {
    uint64_t instructions, lanes, bytes;
    uint64_t lines, sectors; /* distinct ones in each instruction, added up */
    uint64_t unknown;        /* stores and atomics without their bytes */
};

struct trace_launch {
    struct lp_warp_launch launch; /* its name belongs to the sum */
    uint64_t warps, instructions, barriers;
    struct trace_accesses kinds[3]; /* load, store, atomic */
};

struct trace_buffer {
    struct lp_warp_buffer buffer; /* its name belongs to the sum */
    int zero;
};

struct trace_sum {
    uint64_t bytes; /* of the trace, not compressed */
    uint64_t warps, buffer_bytes;
    uint64_t host_writes, host_write_bytes, host_reads, host_read_bytes;
    struct trace_buffer *buffers;
    struct trace_launch *launches;
    size_t buffer_count, buffer_room, launch_count, launch_room;
};

/* Each adds an item; an item's records belong to the last launch. LPI_BAD: out of memory. */
int trace_sum_item(struct trace_sum *sum, const struct lp_warp_item *item, struct lpi_fault *fault);
void trace_sum_warp(struct trace_sum *sum);
void trace_sum_record(struct trace_sum *sum, const struct lp_warp_record *record);

/* Reads a whole stream, which has this name in messages. */
int trace_sum_stream(struct lp_warp_stream *stream, const char *name, struct trace_sum *sum,
                     struct lpi_fault *fault);
void trace_sum_free(struct trace_sum *sum);

#endif
