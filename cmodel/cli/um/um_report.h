/* SPDX-License-Identifier: Apache-2.0 */
/* Output of the command `um`. */
#ifndef LPI_CLI_UM_REPORT_H
#define LPI_CLI_UM_REPORT_H

#include "../../systems/um/um_buddy.h"
#include "um_options.h"

/* At one ratio. */
struct um_row {
    struct lpi_um_moves moves;
    struct lpi_um_plan plan;
    double simulated_us[UM_FAULTS];
    double us[UM_FAULTS]; /* the longest of all ratios up to this one */
    double buddy_us;
};

struct um_result {
    struct lpi_um_stream stream;
    struct lpi_um_ideal ideal;
    double link_gbs, requests; /* of this part of the GPU */
    double pinned_us;
    struct um_row rows[UM_RATIOS_MAX];
};

void um_report(const struct um_options *options, const struct um_result *result);

#endif
