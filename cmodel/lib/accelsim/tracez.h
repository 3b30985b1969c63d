/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A kernel's file of newer tracers of Accel-Sim, .tracez, as the text of a .traceg: the header, and
 * the instructions of each warp in parts that are compressed by zstd, with a dictionary of the file.
 * An index at the end says which warps of which thread blocks there are, and where.
 *
 * Memory   1.5 MiB, and the decoder's: at most 128 MiB. A part that needs more is refused.
 * Source   accel-sim-framework e1c2b678, util/tracer_nvbit/tracer_tool/tracez_format.h.
 */
#ifndef LPI_TRACEZ_H
#define LPI_TRACEZ_H

#include "../../base/fault.h"
#include <stdio.h>

struct lpi_tracez;

/* Reads the header and the place of the index from a file that can be read at any place, and must
 * outlive the reader. *tracez is NULL after a fault, LPI_BAD, whose line begins with `name`. */
int lpi_tracez_open(FILE *file, const char *name, struct lpi_tracez **tracez,
                    struct lpi_fault *fault);
/* An lp_read_fn of the text. LP_ERR_SHORT, LP_ERR_CORRUPT; LP_ERR_SYSTEM: see errno. */
int lpi_tracez_read(void *tracez, void *buffer, size_t bytes, size_t *got);
/* The last error in words; "": none, or that of the system. */
const char *lpi_tracez_why(const struct lpi_tracez *tracez);
/* NULL is fine. */
void lpi_tracez_close(struct lpi_tracez *tracez);

#endif
