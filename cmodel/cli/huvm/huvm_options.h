/* SPDX-License-Identifier: Apache-2.0 */
/* The options of `linepress huvm`. */
#ifndef LPI_CLI_HUVM_OPTIONS_H
#define LPI_CLI_HUVM_OPTIONS_H

#include "../../systems/huvm/policy/chunk_size.h"
#include "../../systems/huvm/clock/clock.h"
#include "../../systems/huvm/wire/wire.h"
#include <stdbool.h>

enum huvm_sweep { HUVM_NO_SWEEP, HUVM_SWEEP_PREFETCH, HUVM_SWEEP_SPARE, HUVM_SWEEP_HARVESTERS,
                  HUVM_SWEEP_POLICY, HUVM_SWEEPS };

extern const char huvm_help[];
extern const char *const huvm_clock_names[2], *const huvm_faults_names[3];
extern const char *const huvm_compress_names[4];
extern const char *const huvm_sweep_names[HUVM_SWEEPS];

struct huvm_options {
    const char *scenario;
    unsigned policy; /* its place in huvm_policies */
    enum huvm_compress compress;
    enum huvm_codec codec;
    const char *data;
    uint64_t prefetch, stride; /* bytes; UINT64_MAX: not given */
    double spare;              /* per cent of each lender's memory; < 0: as the scenario says */
    unsigned scale;
    double served, page; /* driver, us */
    uint64_t seed;
    enum huvm_sweep sweep;
    const char *svg;
    bool real; /* the clock; what follows is its */
    const char *host;
    enum huvm_faults faults;
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
