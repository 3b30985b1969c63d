/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of a text, plain or compressed by zstd or xz, one after the other. */
#ifndef LPI_LINES_H
#define LPI_LINES_H

#include "../../base/fault.h"
#include <linepress/file.h>

/* Bytes of a line, at most. */
#define LPI_LINE_MOST ((size_t)1 << 20)

struct lpi_lines;

/* `name` begins each message, and must outlive the lines. 0, or the fault's code. */
int lpi_lines_open(lp_read_fn *read, void *context, const char *name, struct lpi_lines **lines,
                   struct lpi_fault *fault);
/* The next line without its end, as a string that may be changed; NULL: there is none, or a fault. */
char *lpi_lines_next(struct lpi_lines *lines, struct lpi_fault *fault);
/* Sets the fault to LPI_BAD: "NAME: line N: ...", for the last line. Returns LPI_BAD. */
int lpi_lines_wrong(const struct lpi_lines *lines, struct lpi_fault *fault, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Bytes of text so far. */
uint64_t lpi_lines_bytes(const struct lpi_lines *lines);
/* NULL is fine. */
void lpi_lines_close(struct lpi_lines *lines);

#endif
