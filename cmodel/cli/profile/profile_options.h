/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the command `profile`. */
#ifndef LPI_CLI_PROFILE_OPTIONS_H
#define LPI_CLI_PROFILE_OPTIONS_H

#include "../../systems/profile/profile_job.h"

struct profile_options {
    struct profile_ask ask;
    const char *targets, *heatmap, *plots; /* output files; NULL: not given */
    int force, json;
    int codec_given, page_given;
};

/* Parses the options; --help prints the help and exits. */
void profile_parse(int argc, char **argv, struct profile_options *options);

#endif
