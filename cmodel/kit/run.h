/* SPDX-License-Identifier: Apache-2.0 */
/* A run of cases of one kind: the state kept between cases, and room for one case. */
#ifndef LPI_KIT_RUN_H
#define LPI_KIT_RUN_H

#include "case_text.h"

struct lpi_kit_run {
    struct lpi_case_head head;
    struct lpi_kit_maker maker;
    size_t nin, nout;
    void *own, *state;
    struct lpi_kit_side in, due, got;
    void *memory;
};

/* Begins a run of the head's kind, parameters and seed. False: no memory. */
bool lpi_kit_run_open(struct lpi_kit_run *run, const struct lpi_case_head *head, unsigned level);

void lpi_kit_run_close(struct lpi_kit_run *run);

/* Makes the inputs of the next case. */
void lpi_kit_run_make(struct lpi_kit_run *run);

/* Computes run->due from run->in; as lpi_kit_unit.expect. */
const char *lpi_kit_run_expect(struct lpi_kit_run *run);

#endif
