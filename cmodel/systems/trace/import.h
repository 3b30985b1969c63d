/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Accel-Sim's traces as a warp trace (docs/use/accelsim.md). The kernels are read twice, first for
 * the addresses that are in no known buffer, unless these are refused.
 */
#ifndef LPI_SYSTEMS_IMPORT_H
#define LPI_SYSTEMS_IMPORT_H

#include "../../base/fault.h"
#include "../../base/tell.h"
#include "trace_sum.h"

struct import_ask {
    const char *list;            /* kernelslist.g */
    const char *buffers;         /* a file of allocations, or NULL */
    const char *values;          /* SET or SET:POINT, or NULL */
    int strict;                  /* refuse addresses in no buffer */
    const struct lpi_tell *tell; /* bytes of text, total unknown; notes; or NULL */
};

/* Counts of what the trace does not have, or has in another form. */
struct import_counts {
    uint64_t pages;          /* made for addresses in no buffer */
    uint64_t local;          /* accesses to memory of threads, which are plain instructions */
    uint64_t unknown;        /* accesses by unknown opcodes, likewise */
    uint64_t tensor;         /* tensor copies of unknown size, likewise */
    uint64_t no_bytes;       /* stores and atomics without their bytes */
    char unknown_opcode[64]; /* the first */
};

/* Writes the trace to `write`, and sums it up. LPI_BAD, with one line. */
int trace_import(const struct import_ask *ask, lp_write_fn *write, void *context,
                 struct trace_sum *sum, struct import_counts *counts, struct lpi_fault *fault);

#endif
