/* SPDX-License-Identifier: Apache-2.0 */
/* The options of `linepress huvm run` and `linepress huvm record`. */
#ifndef LPI_CLI_HUVM_RUN_OPTIONS_H
#define LPI_CLI_HUVM_RUN_OPTIONS_H

#include "../../systems/huvm/one.h"

struct huvm_run_options {
    struct huvm_one one;
    const char *out; /* output file of `record` */
    int text, force, json, codec_given;
};

/* argv[0] is the action. */
void huvm_run_parse(int argc, char **argv, struct huvm_run_options *options);

#endif
