/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios, by name or from a file. Failures end the program. */
#ifndef LPI_CLI_HUVM_SCENARIO_H
#define LPI_CLI_HUVM_SCENARIO_H

#include "huvm_options.h"
#include "huvm_state.h"

void huvm_scenario_open(const struct huvm_options *options, struct huvm_scenario *scenario);
void huvm_scenario_close(struct huvm_scenario *scenario);
/* What an application has of its own; for one that is taken out of a scenario. */
void huvm_app_close(struct huvm_app *app);

/* huvm_file.c: reads a scenario file. */
void huvm_file_read(const char *path, struct huvm_scenario *scenario);

/* Gives each lender so many per cent of its memory to spare, whatever it used. */
void huvm_scenario_spare(struct huvm_scenario *scenario, double percent);

/* Memory that lenders leave, and chunks that do not fit into harvesters' GPUs. */
uint64_t huvm_scenario_spare_chunks(const struct huvm_scenario *scenario);
uint64_t huvm_scenario_over_chunks(const struct huvm_scenario *scenario);

#endif
