/* SPDX-License-Identifier: Apache-2.0 */
/* Runs scenarios. Failures end the program. */
#ifndef LPI_CLI_HUVM_JOB_H
#define LPI_CLI_HUVM_JOB_H

#include "huvm_options.h"
#include "huvm_state.h"

/* Runs base and the policy of the options; of this one, `span` (NULL: nobody) sees each copy. */
void huvm_job_run(const struct huvm_options *options, const struct huvm_scenario *scenario,
                  const struct huvm_sizes *sizes,
                  void (*span)(void *context, const struct huvm_span *span), void *context,
                  struct huvm_outcome *outcome);

#endif
