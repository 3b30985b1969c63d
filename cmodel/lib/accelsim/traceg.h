/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A kernel's file of Accel-Sim, .traceg: its header, and its warps one after the other. Faults are
 * LPI_BAD with one line that names the file and the line.
 */
#ifndef LPI_TRACEG_H
#define LPI_TRACEG_H

#include "../../base/fault.h"
#include "sass.h"
#include <linepress/file.h>

#define LPI_TRACEG_NAME 4096u

struct lpi_traceg_kernel {
    char name[LPI_TRACEG_NAME];
    uint32_t groups[3], block[3]; /* groups of the grid; threads of a group */
    uint64_t shared_bytes, stream;
    uint32_t registers;
    struct lpi_sass_form form;
};

struct lpi_traceg;

/* Reads the header. `name` must outlive the file. *traceg is NULL after a fault. */
int lpi_traceg_open(lp_read_fn *read, void *context, const char *name, struct lpi_traceg **traceg,
                    struct lpi_fault *fault);
const struct lpi_traceg_kernel *lpi_traceg_kernel(const struct lpi_traceg *traceg);
/*
 * Goes to the next warp; *more = false after the last. The rest of the current warp is checked
 * and skipped. Warps ascend by group and number.
 */
int lpi_traceg_warp(struct lpi_traceg *traceg, struct lp_warp *warp, bool *more,
                    struct lpi_fault *fault);
/* The warp's next instruction; NULL after the last, or a fault. Valid until the next one. */
const struct lpi_sass *lpi_traceg_next(struct lpi_traceg *traceg, struct lpi_fault *fault);
/* Sets the fault: "NAME: line N: ...", for the last line. */
int lpi_traceg_wrong(const struct lpi_traceg *traceg, struct lpi_fault *fault, const char *why);
/* Bytes of text so far. */
uint64_t lpi_traceg_bytes(const struct lpi_traceg *traceg);
/* NULL is fine. */
void lpi_traceg_close(struct lpi_traceg *traceg);

#endif
