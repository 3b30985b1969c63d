/* SPDX-License-Identifier: Apache-2.0 */
/* The targets of a set at every threshold of a report. */
#ifndef LPI_SYSTEMS_REPORT_SWEEP_H
#define LPI_SYSTEMS_REPORT_SWEEP_H

#include "../profile/profile_job.h"
#include <jansson.h>

/* Thresholds of a report: 0 to 100 % in steps of 1 %. */
#define REPORT_STEPS 101u

struct report_sweep {
    size_t allocations;
    uint8_t *targets, *codecs; /* [step][allocation] */
    struct profile_sweep steps[REPORT_STEPS];
};

/* Returns 0, or the code that it sets in *fault; report_sweep_close is due in any case. */
int report_sweep_open(const struct profile_job *job, struct report_sweep *sweep,
                      struct lpi_fault *fault);
void report_sweep_close(struct report_sweep *sweep);

/* Thresholds, ratios and spilled lines, a list each. */
json_t *report_sweep_json(const struct report_sweep *sweep);
/* An allocation's targets and codecs, as [step, target, codec] for the first step of each. */
json_t *report_sweep_targets(const struct report_sweep *sweep, size_t allocation);

#endif
