/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the command `profile`. */
#ifndef LPI_CLI_PROFILE_OPTIONS_H
#define LPI_CLI_PROFILE_OPTIONS_H

#include "../../lib/profile/plan.h"

/* What --codec takes: enum lp_page_codec, then BPC or ZVC by target. */
#define PROFILE_BY_TARGET LP_PAGE_CODECS

struct profile_options {
    struct lpi_goal goal;
    unsigned codec;     /* enum lp_page_codec or PROFILE_BY_TARGET */
    int zero_given;     /* --zero-threshold was; else it follows the threshold */
    const char *split, *targets, *apply, *heatmap, *plots; /* NULL: not given */
    unsigned threads;
    int strict, force, json;
    int codec_given, page_given;
    char **operands;
    size_t count;
};

extern const char *const profile_pages[2];
extern const char *const profile_rules[2];

/* As reports have it: "bpc", "zvc", "mixed"; "auto" for PROFILE_BY_TARGET. */
const char *profile_codec_name(unsigned codec);

/* Parses; --help prints and exits. */
void profile_parse(int argc, char **argv, struct profile_options *options);

#endif
