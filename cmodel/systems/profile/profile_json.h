/* SPDX-License-Identifier: Apache-2.0 */
/* The JSON of a profile. */
#ifndef LPI_SYSTEMS_PROFILE_JSON_H
#define LPI_SYSTEMS_PROFILE_JSON_H

#include "profile_job.h"
#include <jansson.h>

/* All members except the allocations. */
json_t *profile_json(const struct profile_job *job);
/* One element of the allocations; `job` is a struct profile_job. */
json_t *profile_json_allocation(const void *job, size_t number);

#endif
