/* SPDX-License-Identifier: Apache-2.0 */
/* The JSON of the command `profile`. */
#ifndef LPI_CLI_PROFILE_JSON_H
#define LPI_CLI_PROFILE_JSON_H

#include "profile_job.h"
#include <jansson.h>

json_t *profile_json(const struct profile_job *job);

#endif
