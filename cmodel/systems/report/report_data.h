/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The data of a report: what a profile found, and the classes of every codec, as one JSON object.
 * Its keys are in docs/use/report.md, "Data".
 */
#ifndef LPI_SYSTEMS_REPORT_DATA_H
#define LPI_SYSTEMS_REPORT_DATA_H

#include "../profile/profile_job.h"

#define REPORT_VERSION 1

/*
 * Writes the object of a job that was opened with `report`. The text has no "<", so that it can be
 * part of HTML. Returns 0, or the code that it sets in *fault, which must be 0 on entry.
 */
int report_write_data(const struct profile_job *job, lp_write_fn *write, void *context,
                      struct lpi_fault *fault);

#endif
