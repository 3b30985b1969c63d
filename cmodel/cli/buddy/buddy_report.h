/* SPDX-License-Identifier: Apache-2.0 */
/* Output of the command `buddy` about a run. */
#ifndef LPI_CLI_BUDDY_REPORT_H
#define LPI_CLI_BUDDY_REPORT_H

#include "../../systems/replay/buddy_job.h"
#include "buddy_options.h"
#include <jansson.h>

/* Prints the result. Returns the exit status: whether all data was right and no rule was broken. */
int buddy_report(const struct buddy_options *options, const struct buddy_job *job,
                 const struct lpi_replay_result *result);

/* Names of codec and target; for a set, that they are those of the target file. */
const char *buddy_codec_name(const struct buddy_options *options);
const char *buddy_target_name(const struct buddy_options *options);

/* JSON of one direction's traffic. */
json_t *buddy_traffic_json(const struct lp_buddy_traffic *traffic);

#endif
