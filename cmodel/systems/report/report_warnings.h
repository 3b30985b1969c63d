/* SPDX-License-Identifier: Apache-2.0 */
/* The warnings of a report. */
#ifndef LPI_SYSTEMS_REPORT_WARNINGS_H
#define LPI_SYSTEMS_REPORT_WARNINGS_H

#include "../profile/profile_job.h"
#include <jansson.h>

/*
 * A list of texts about an allocation: its targets depend on the rule, its address is not that of a
 * line, or it is a file of arrays that was not taken apart. NULL: *fault says why.
 */
json_t *report_warnings(const struct profile_job *job, size_t allocation, struct lpi_fault *fault);

#endif
