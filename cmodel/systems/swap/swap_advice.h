/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decisions for the tensors of a profile: plans for each epoch, compared with measured times, and
 * an iteration simulated under a policy (docs/use/swap.md). Functions return 0 or the code that
 * they set in *fault, which must be 0 on entry; after an error there is nothing to close.
 */
#ifndef LPI_SYSTEMS_SWAP_ADVICE_H
#define LPI_SYSTEMS_SWAP_ADVICE_H

#include "swap_files.h"

extern const char *const swap_policy_names[LP_SWAP_POLICIES];

struct swap_job_options {
    const char *profile; /* a file */
    const char *model;   /* v100 or a file; NULL: none */
    enum lp_swap_form form;
    enum lp_swap_policy policy; /* LP_SWAP_POLICIES: a plan is requested */
    struct lp_swap_rates link;  /* out = 0: the profile's link */
};

struct swap_job {
    const struct swap_job_options *options;
    struct swap_profile profile;
    struct swap_models models;
    struct lp_swap_rates rates;
};

int swap_job_open(const struct swap_job_options *options, struct swap_job *job,
                  struct lpi_fault *fault);
void swap_job_close(struct swap_job *job);

/* The tensors of one epoch. */
const struct lp_swap_tensor *swap_tensors_of(const struct swap_job *job, size_t epoch);

/* The codec's name, or "none". */
const char *swap_choice_name(const struct lp_swap_choice *choice);

/* Decisions for one epoch by both forms of the cost model, and by measured times. */
struct swap_epoch_plan {
    struct lp_swap_choice *form[2]; /* indexed by enum lp_swap_form */
    int *measured;                  /* 1: compression pays by measured times; -1: unknown */
};

/* Allocates the plans of one epoch. */
int swap_plans_open(const struct swap_job *job, struct swap_epoch_plan *plan,
                    struct lpi_fault *fault);
void swap_plans_close(struct swap_epoch_plan *plan);

int swap_plan_epoch(const struct swap_job *job, size_t epoch, struct swap_epoch_plan *plan,
                    struct lpi_fault *fault);

struct swap_agreement {
    size_t decisions, agree; /* agree: the same by measured times */
    size_t differ;           /* decisions in which the two forms differ */
};

/* Adds the counts of one epoch. */
void swap_count_epoch(const struct swap_job *job, const struct swap_epoch_plan *plan,
                      struct swap_agreement *sum);

struct swap_simulated {
    size_t epoch;
    struct lp_swap_choice *choices; /* one for each tensor */
    struct lp_swap_total total;
};

/* Simulates an iteration of this epoch under the options' policy; epoch -1: the last one. */
int swap_simulate_epoch(const struct swap_job *job, long epoch, struct swap_simulated *simulated,
                        struct lpi_fault *fault);
void swap_simulated_close(struct swap_simulated *simulated);

#endif
