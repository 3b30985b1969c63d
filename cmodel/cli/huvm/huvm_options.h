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
    int json, force, codec_given;
};

/* A policy's index in huvm_policies; ends the program if --policy is none of them. */
unsigned huvm_policy_of(const char *text);

/* The values of --compress and --codec; any other word ends the program. */
enum huvm_compress huvm_compress_of(const char *text);
enum huvm_codec huvm_codec_of(const char *text);

/* The name used in reports: "best" for the smaller form of each group. */
const char *huvm_codec_name(enum huvm_codec codec); /* in JSON */
const char *huvm_codec_word(enum huvm_codec codec); /* in texts */

void huvm_parse(int argc, char **argv, struct huvm_options *options);

#endif
