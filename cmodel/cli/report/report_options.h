/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the command `report`. */
#ifndef LPI_CLI_REPORT_OPTIONS_H
#define LPI_CLI_REPORT_OPTIONS_H

#include "../profile/goal_options.h"

struct report_options {
    struct goal_options goal;
    const char *output;
    int force;
};

/* Parses the options; --help prints the help and exits. */
void report_parse(int argc, char **argv, struct report_options *options);

#endif
