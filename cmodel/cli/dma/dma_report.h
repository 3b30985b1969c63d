/* SPDX-License-Identifier: Apache-2.0 */
/* Output of `linepress dma`. */
#ifndef LPI_CLI_DMA_REPORT_H
#define LPI_CLI_DMA_REPORT_H

#include "../../systems/dma_run/dma_run.h"
#include "dma_options.h"
#include "../shared/json.h"

/* Results of one configuration, one for each file. */
json_t *dma_report_json(const struct dma_options *options, const struct dma_result *results);
void dma_report_text(const struct dma_options *options, const struct dma_result *results);

/* Number of mismatched groups in all files. */
uint64_t dma_report_mismatches(const struct dma_options *options, const struct dma_result *results);

#endif
