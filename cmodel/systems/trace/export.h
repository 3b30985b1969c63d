/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A warp trace as Accel-Sim's text traces, version 3 (docs/use/accelsim.md): kernelslist.g, a file
 * for each launch, and buffers.json, for the way back. Stored bytes and contents are not in them.
 */
#ifndef LPI_SYSTEMS_EXPORT_H
#define LPI_SYSTEMS_EXPORT_H

#include "../../base/fault.h"
#include "../../base/tell.h"
#include <stdbool.h>
#include <stdio.h>

/* Where the files go. `open` and `close` may end the program when they fail. */
struct export_place {
    FILE *(*open)(void *context, const char *name);
    void (*close)(void *context, FILE *file);
    void *context;
};

struct export_counts {
    uint64_t launches, instructions;
    uint64_t late; /* uses that an instruction with four operands had no room for: later, or lost */
    uint64_t exits; /* instructions added to end a warp */
    uint64_t split; /* accesses of a width that no instruction has, in several */
};

/* Reads the trace file, which may be compressed; "-" is standard input. LPI_BAD, with one line. */
int trace_export(const char *path, const struct export_place *place, const struct lpi_tell *tell,
                 struct export_counts *counts, struct lpi_fault *fault);

/* Whether a file name is one of these. */
bool trace_exported(const char *name);

#endif
