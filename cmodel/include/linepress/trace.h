/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traces of line accesses: reader, writer, generator. Format: docs/reference/format.md, section 10.
 *
 * Shape    A trace is a sequence of reads and writes of whole lines of allocations, each of which
 *          has as many lines as its data file; a write gives the line of the data file that it
 *          stores.
 * Units    Addresses in bytes from the allocation's start, multiples of 128; lines of 128 bytes.
 * Errors   As in linepress.h. LP_ERR_SYSTEM leaves the reason in errno.
 * Memory   Reading and generating allocate; lp_trace_free frees.
 */
#ifndef LINEPRESS_TRACE_H
#define LINEPRESS_TRACE_H

#include "file.h"
#include "linepress.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LP_TRACE_VERSION 1
/* Version of a binary trace with an allocation other than 0. */
#define LP_TRACE_VERSION_MANY 2
/* The most accesses that a trace may have. */
#define LP_TRACE_MAX (1u << 26)

struct lp_access {
    uint64_t address;
    uint64_t data; /* of a write: number of a line of the data file; of a read: 0 */
    int write;
    uint32_t allocation; /* its number, from 0 */
};

struct lp_trace {
    struct lp_access *accesses;
    size_t count;
};

/*
 * Reads a whole trace, text or binary. LP_ERR_TRACE_RECORD: *where = the bad text line or binary
 * record, from 1; LP_ERR_TRACE_MAGIC, LP_ERR_TRACE_VERSION, LP_ERR_TRACE_CRC; LP_ERR_TRACE_COUNT:
 * more than LP_TRACE_MAX accesses; LP_ERR_SHORT, LP_ERR_LONG: a binary trace that ends too early or
 * too late; LP_ERR_EMPTY: no access; LP_ERR_SYSTEM: no memory; errors of `read`. *trace is written
 * only for LP_OK.
 */
int lp_trace_read(lp_read_fn *read, void *context, struct lp_trace *trace, uint64_t *where);

/* Writes a trace, in the oldest version that can hold it. Errors of `write`. */
int lp_trace_write_text(const struct lp_trace *trace, lp_write_fn *write, void *context);
int lp_trace_write_binary(const struct lp_trace *trace, lp_write_fn *write, void *context);

/* Frees the accesses. */
void lp_trace_free(struct lp_trace *trace);

/* The orders of a generated trace. */
enum lp_trace_order {
    LP_TRACE_STREAM, /* ascending */
    LP_TRACE_RANDOM, /* shuffled again for each pass over all lines */
    LP_TRACE_STRIDED /* 0, stride, 2 stride ...; 1, 1 + stride ... */
};

struct lp_trace_pattern {
    enum lp_trace_order order;
    uint64_t lines;  /* of the data file */
    uint64_t reads;  /* 0: as many as there are lines */
    uint64_t stride; /* in lines, at least 1 */
    uint64_t seed;
};

/*
 * Generates a trace that writes each line once, in order, and then reads lines in the pattern's
 * order, in repeated passes. LP_ERR_ARG: no lines, no stride, an unknown order; LP_ERR_TRACE_COUNT;
 * LP_ERR_SYSTEM: no memory.
 */
int lp_trace_generate(const struct lp_trace_pattern *pattern, struct lp_trace *trace);

#ifdef __cplusplus
}
#endif

#endif
