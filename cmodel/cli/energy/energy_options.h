/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the command `energy`. */
#ifndef LPI_CLI_ENERGY_OPTIONS_H
#define LPI_CLI_ENERGY_OPTIONS_H

#include "../../systems/energy/energy_set.h"
#include "../shared/constants.h"

struct energy_options {
    struct cli_constants constants;
    struct profile_ask ask; /* of a set, without operands */
    const char *gpu;
    uint32_t row_bytes;
    double toggle, row_hits, metadata_hits; /* negative: not given */
    unsigned beat;
    int paid, json;
    char **sets, **cores, **runs; /* folders, ELF cores of one set, files of `linepress gpu` */
    size_t set_count, core_count, run_count;
};

/* Parses the options; --help prints the help and exits. */
void energy_parse(int argc, char **argv, struct energy_options *options);
void energy_options_free(struct energy_options *options);

#endif
