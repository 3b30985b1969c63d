/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads a file of cases (case_text.h). If it is malformed, the fault passed to lpi_cases_open is
 * set to LPI_BAD with a text that names file and line.
 */
#ifndef LPI_KIT_CASE_FILE_H
#define LPI_KIT_CASE_FILE_H

#include "../base/fault.h"
#include "case_text.h"
#include <stdio.h>

struct lpi_cases {
    const char *path;
    struct lpi_fault *fault;
    const char *stops; /* meaning of an early end of the text */
    FILE *file;
    char *line;
    size_t most;     /* bytes of a line */
    uint64_t number; /* of the line */
    struct lpi_case_head head;
    size_t nin;
    char *canonical; /* the case's inputs as gen writes them */
    unsigned long crc;
    uint64_t count; /* of cases */
};

/*
 * "-" is standard input. The head must name the unit and, if `named` is true, the parameters.
 * Returns 0 or the fault's code, which was 0 before; then there is nothing to close.
 */
int lpi_cases_open(struct lpi_cases *q, const char *path, const struct lpi_case_head *asked,
                   const bool *named, struct lpi_fault *fault);

/* The next case is in q->line; false: a correct end was read, or the fault is set. */
bool lpi_cases_next(struct lpi_cases *q);

/* Its inputs. Returns the text after them; NULL: the fault is set. */
const char *lpi_cases_inputs(struct lpi_cases *q, struct lpi_kit_side *in);

/* Sets the fault for the line read last. Returns the code. */
int lpi_cases_bad(const struct lpi_cases *q, const char *why);

void lpi_cases_close(struct lpi_cases *q);

#endif
