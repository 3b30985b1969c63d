/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the command `buddy`. */
#ifndef LPI_CLI_BUDDY_OPTIONS_H
#define LPI_CLI_BUDDY_OPTIONS_H

#include "../../systems/replay/buddy_ask.h"

struct buddy_options {
    struct buddy_ask ask;
    const char *save; /* output file of the accesses; NULL: execute them */
    int sweep, json, force;
    uint32_t given; /* sum of 1 << the number of each option that was given */
};

extern const char *const buddy_engines[BUDDY_ENGINES];
extern const char *const buddy_targets[LP_BUDDY_UNCOMPRESSED + 1];

/* Parses the options; --help prints the help and exits. */
void buddy_parse(int argc, char **argv, struct buddy_options *options);

/*
 * Fails if an option was given that has no effect together with the others; to be called when the
 * engine is known.
 */
void buddy_check_effects(const struct buddy_options *options);

#endif
