/* SPDX-License-Identifier: Apache-2.0 */
/* Options of `linepress swap`. */
#ifndef LPI_CLI_SWAP_OPTIONS_H
#define LPI_CLI_SWAP_OPTIONS_H

#include "../../systems/swap/swap_tune.h"

enum swap_action { SWAP_SAMPLE, SWAP_FIT, SWAP_TUNE, SWAP_PLAN, SWAP_SIMULATE, SWAP_ACTIONS };

extern const char *const swap_action_names[SWAP_ACTIONS];
extern const char *const swap_method_names[SWAP_METHODS];
extern const char *const swap_form_names[2];

struct swap_options {
    enum swap_action action;
    struct lp_swap_setting setting; /* codec LP_SWAP_RAW: not given */
    struct swap_bench_options bench;
    uint64_t count, seed;
    uint64_t least, most; /* range of samples in bytes */
    uint64_t bytes;       /* of the tensor used for tuning */
    double sparsity;
    enum swap_method method;
    unsigned points; /* 0: not given; grids that grid search tries for each block */
    const char *landscape, *profile, *model, *out;
    unsigned parts; /* number of sub-models; 0: chosen by cross-validation */
    enum lp_swap_form form;
    enum lp_swap_policy policy; /* LP_SWAP_POLICIES: not given */
    long epoch;                 /* -1: the last one */
    struct lp_swap_rates link;  /* out = 0: the profile's link */
    int json, force;
    char **files;
    int file_count;
};

void swap_parse(int argc, char **argv, struct swap_options *options);

#endif
