/* SPDX-License-Identifier: Apache-2.0 */
/* Output of the command `batch`. */
#ifndef LPI_CLI_BATCH_REPORT_H
#define LPI_CLI_BATCH_REPORT_H

#include "batch_options.h"

struct batch_row {
    double items, bytes;
    struct lpi_batch_time time;
};

struct batch_result {
    struct lpi_net net;
    struct lpi_batch_memory memory;
    struct batch_row rows[BATCHES_MAX];
    struct batch_row device,
        buddy; /* the largest batch in the device, and in RATIO times as much */
};

void batch_report(const struct batch_options *options, const struct batch_result *result);

#endif
