/* SPDX-License-Identifier: Apache-2.0 */
/* The options of `linepress huvm`. */
#ifndef LPI_CLI_HUVM_OPTIONS_H
#define LPI_CLI_HUVM_OPTIONS_H

#include "../../systems/huvm/sweep.h"

extern const char huvm_help[];
extern const char *const huvm_clock_names[2], *const huvm_faults_names[3];
extern const char *const huvm_compress_names[4];
extern const char *const huvm_sweep_names[HUVM_SWEEPS];

struct huvm_options {
    struct huvm_settings run;
    enum huvm_sweep sweep;
    const char *svg;
    int json, force;
};

/* A policy's place in huvm_policies; ends the program if --policy has no such name. */
unsigned huvm_policy_of(const char *text);

/* What --compress and --codec name; any other word ends the program. */
enum huvm_compress huvm_compress_of(const char *text);
enum huvm_codec huvm_codec_of(const char *text);

/* As reports have it: "best" for the smaller of each group. */
const char *huvm_codec_name(enum huvm_codec codec);

void huvm_parse(int argc, char **argv, struct huvm_options *options);

#endif
