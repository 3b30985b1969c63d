/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the command `profile`. */
#ifndef LPI_CLI_PROFILE_OPTIONS_H
#define LPI_CLI_PROFILE_OPTIONS_H

#include "goal_options.h"

struct profile_options {
    struct goal_options goal;
    const char *targets, *heatmap, *plots; /* output files; NULL: not given */
    int force, json, list;
};

/* Parses the options; --help prints the help and exits. */
void profile_parse(int argc, char **argv, struct profile_options *options);

#endif
