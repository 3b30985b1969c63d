/* SPDX-License-Identifier: Apache-2.0 */
/* The picture of `linepress huvm`: the first copies of a run, with a lane for each link. */
#ifndef LPI_CLI_HUVM_SVG_H
#define LPI_CLI_HUVM_SVG_H

#include "../../systems/huvm/scenario.h"

enum { HUVM_SVG_SPANS = 160 };

/* Copies of one run, in the order in which they ended. */
struct huvm_film {
    uint64_t from; /* ns; earlier copies are left out */
    unsigned count;
    struct huvm_span span[HUVM_SVG_SPANS];
};

/* Callback for huvm_virtual_run, with a film that is zero at first. */
void huvm_svg_see(void *film, const struct huvm_span *span);

/* Writes to the open output. */
void huvm_svg(const struct huvm_scenario *scenario, const struct huvm_outcome *outcome,
              const struct huvm_film *film);

#endif
