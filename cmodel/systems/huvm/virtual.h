/* SPDX-License-Identifier: Apache-2.0 */
/* Runs scenarios on the virtual clock. */
#ifndef LPI_HUVM_VIRTUAL_H
#define LPI_HUVM_VIRTUAL_H

#include "scenario.h"
#include "sizes.h"

/*
 * Runs base and the policy of the settings; `span` is called for each copy of the latter, if it is
 * not NULL. Returns 0 or the fault's code.
 */
int huvm_virtual_run(const struct huvm_settings *settings, const struct huvm_scenario *scenario,
                     const struct huvm_sizes *sizes,
                     void (*span)(void *context, const struct huvm_span *span), void *context,
                     struct huvm_outcome *outcome, struct lpi_fault *fault);

#endif
