/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A profile: target ratios for the allocations of a snapshot set, step by step as the paper comes
 * to them, beside a sweep of the threshold and, where a file has some, the targets of that file.
 */
#ifndef LPI_SYSTEMS_PROFILE_JOB_H
#define LPI_SYSTEMS_PROFILE_JOB_H

#include "../../lib/profile/heat.h"
#include "../../lib/profile/plan.h"
#include "set_targets.h"

/* In place of an enum lp_page_codec: BPC or ZVC by target. */
#define PROFILE_BY_TARGET LP_PAGE_CODECS

struct profile_ask {
    struct lpi_goal goal;
    unsigned codec;     /* enum lp_page_codec or PROFILE_BY_TARGET */
    int zero_given;     /* goal.zero_threshold stays in the sweep; else it follows the threshold */
    char *const *operands; /* of lpi_set_open, and split too */
    size_t count;
    const char *split;
    const char *apply; /* a target file, whose page size and codecs count; NULL: none */
    int strict;        /* the file has to be the set's */
    int heat;          /* a picture is wanted */
    unsigned threads;  /* 0: one per core */
    const struct lpi_tell *tell; /* bytes, and how the file differs from the set; or NULL */
};

/* The plans, in the order in which the paper comes to them (figure 7). */
enum profile_step {
    PROFILE_FLOOR,       /* one target for all: what each point reaches */
    PROFILE_THRESHOLD,   /* one target for all: what the threshold allows */
    PROFILE_ALLOCATION,  /* one for each */
    PROFILE_ZERO,        /* and 16x: the targets that are written */
    PROFILE_STEPS
};
extern const char *const profile_step_names[PROFILE_STEPS];

extern const char *const profile_pages[2]; /* 64 KiB, 2 MiB */
extern const char *const profile_rules[2]; /* by enum lpi_rule */
/* "bpc", "zvc", ..., "mixed" for the best in each line, "auto". */
const char *profile_codec_name(unsigned codec);

#define PROFILE_SWEEP 7u /* thresholds: 10 % to 40 % in steps of 5 % */

struct profile_sweep {
    uint32_t threshold; /* millionths */
    uint64_t pages, frames, lines, buddy_lines;
};

struct profile_job {
    const struct profile_ask *ask;
    struct lpi_set *set;
    struct lpi_tables *tables;
    struct lpi_heat *heat; /* NULL unless it was asked for */
    struct lpi_goal goal;  /* with the codecs that were found */
    struct lpi_plan *steps[PROFILE_STEPS];
    struct lpi_plan *own;     /* a codec for each allocation; NULL unless PROFILE_BY_TARGET */
    struct lpi_plan *applied; /* NULL unless a file is applied */
    struct profile_sweep sweep[PROFILE_SWEEP];
    unsigned moves; /* the codec whose transitions are shown: the one with the fewest sectors */
    uint64_t best_sectors, best_lines; /* of all points */
};

/*
 * Reads the set and makes the plans. Returns 0, or the code that it sets in *fault, which was 0
 * before; then there is nothing to close.
 */
int profile_open(const struct profile_ask *ask, struct profile_job *job, struct lpi_fault *fault);
void profile_close(struct profile_job *job);

/* Writes the target file of the plan that is shown. Returns 0 or the fault's code. */
int profile_write_targets(const struct profile_job *job, lp_write_fn *write, void *context,
                          struct lpi_fault *fault);

/* The plan whose targets are shown: the file's, or those found. */
const struct lpi_plan *profile_plan(const struct profile_job *job);
double profile_ratio(const struct lpi_plan *plan);
/* Of a and b, 0 if b is. */
double profile_quotient(uint64_t a, uint64_t b);
uint64_t profile_size_bytes(const struct lpi_classes *classes);
uint64_t profile_sectors(const struct lpi_classes *classes);

#endif
