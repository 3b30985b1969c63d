/* SPDX-License-Identifier: Apache-2.0 */
/* The options of `linepress huvm run` and `linepress huvm record`. */
#ifndef LPI_CLI_HUVM_RUN_OPTIONS_H
#define LPI_CLI_HUVM_RUN_OPTIONS_H

#include "../../systems/huvm/real/real.h"

struct huvm_run_options {
    unsigned policy; /* its place in huvm_policies */
    uint64_t chunk, local, spare, room, least; /* bytes; least 0: only what asks for it */
    uint64_t prefetch, stride;                 /* bytes; UINT64_MAX: not given */
    unsigned threshold;                        /* chunks */
    double slow;                               /* links at a part of their rates; 0: as fast as it goes */
    enum huvm_compress compress;
    enum huvm_codec codec;
    const char *host;                          /* a file for the host tier, or NULL */
    enum huvm_faults faults;
    const char *out; /* of record */
    unsigned window;
    int text, force, json;
    char **program;
};

/* argv[0] is the action. */
void huvm_run_parse(int argc, char **argv, struct huvm_run_options *options);

#endif
