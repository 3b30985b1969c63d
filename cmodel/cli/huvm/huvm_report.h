/* SPDX-License-Identifier: Apache-2.0 */
/* Output of `linepress huvm`. */
#ifndef LPI_CLI_HUVM_REPORT_H
#define LPI_CLI_HUVM_REPORT_H

#include "huvm_options.h"
#include <jansson.h>
#include <stdio.h>

json_t *huvm_report_json(const struct huvm_settings *settings, const struct huvm_scenario *scenario,
                         const struct huvm_sizes *sizes, const struct huvm_outcome *outcome);
void huvm_report_text(const struct huvm_settings *settings, const struct huvm_scenario *scenario,
                      const struct huvm_sizes *sizes, const struct huvm_outcome *outcome,
                      FILE *out);

/*
 * For a run whose time is in the result: bytes carried by its links, and the maximum stored by
 * neighbours.
 */
json_t *huvm_links_json(unsigned gpus, const struct huvm_result *result);
json_t *huvm_tiers_json(unsigned gpus, enum huvm_compress compress, uint64_t chunk_bytes,
                        const struct huvm_result *result);

/* Time of an application in us: that of its slowest GPU. */
double huvm_app_time(const struct huvm_app *app, const struct huvm_result *result);

#endif
