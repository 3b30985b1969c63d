/* SPDX-License-Identifier: Apache-2.0 */
/* Output of the command `energy`. */
#ifndef LPI_CLI_ENERGY_REPORT_H
#define LPI_CLI_ENERGY_REPORT_H

#include "energy_options.h"

/* One mode's energy. */
struct energy_row {
    enum lpi_energy_mode mode;
    struct lpi_energy_counts counts;
    double row_hits, metadata_hits; /* metadata_hits: NAN if there are none */
    double terms[LPI_ENERGY_TERMS], sum;
};

/* One set's result, or one run's. */
struct energy_result {
    const char *of, *file; /* "set" or "run", and its name */
    double ratio;          /* of the set's targets; NAN: a run */
    double toggle;
    const char *toggle_from, *row_hits_from, *metadata_hits_from;
    struct energy_row rows[LPI_ENERGY_MODES];
    unsigned count;
};

void energy_report(const struct energy_options *options, const struct energy_result *result);

#endif
