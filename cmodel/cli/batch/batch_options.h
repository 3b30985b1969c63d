/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the command `batch`. */
#ifndef LPI_CLI_BATCH_OPTIONS_H
#define LPI_CLI_BATCH_OPTIONS_H

#include "../../systems/batch/batch.h"
#include "../shared/constants.h"

#define BATCHES_MAX 64u
#define BATCH_NETS 6u

/* The names of the installed networks. */
extern const char *const batch_nets[BATCH_NETS];

struct batch_options {
    struct cli_constants constants;
    const char *net; /* a name or a file; NULL: all installed ones */
    double device, ratio;
    double batches[BATCHES_MAX];
    size_t batch_count;
    int json;
};

/* Parses the options; --help prints the help and exits. */
void batch_parse(int argc, char **argv, struct batch_options *options);

#endif
