/* SPDX-License-Identifier: Apache-2.0 */
/* What the command `profile` has found, for what prints and draws it. */
#ifndef LPI_CLI_PROFILE_JOB_H
#define LPI_CLI_PROFILE_JOB_H

#include "profile_options.h"
#include <linepress/targets.h>

/* The plans, in the order in which the paper comes to them (figure 7). */
enum profile_step {
    PROFILE_FLOOR,       /* one target for all: what each point reaches */
    PROFILE_THRESHOLD,   /* one target for all: what the threshold allows */
    PROFILE_ALLOCATION,  /* one for each */
    PROFILE_ZERO,        /* and 16x: the targets that are written */
    PROFILE_STEPS
};
extern const char *const profile_step_names[PROFILE_STEPS];

#define PROFILE_SWEEP 7u /* thresholds: 10 % to 40 % in steps of 5 % */

struct profile_sweep {
    uint32_t threshold; /* millionths */
    uint64_t pages, frames, lines, buddy_lines;
};

struct profile_job {
    const struct profile_options *options;
    struct lpi_set *set;
    struct lpi_tables *tables;
    struct lpi_heat *heat; /* NULL unless --heatmap */
    struct lpi_goal goal; /* with the codecs that were found */
    struct lpi_plan *steps[PROFILE_STEPS];
    struct lpi_plan *own;     /* a codec for each allocation; NULL unless --codec by-target */
    struct lpi_plan *applied; /* NULL unless --apply */
    struct profile_sweep sweep[PROFILE_SWEEP];
    unsigned moves; /* the codec whose transitions are shown: the one with the fewest sectors */
    uint64_t best_sectors, best_lines; /* of all points */
};

/* The plan whose targets are shown: the file's, or those found. */
const struct lpi_plan *profile_plan(const struct profile_job *job);
double profile_ratio(const struct lpi_plan *plan);
/* Of a and b, 0 if b is. */
double profile_quotient(uint64_t a, uint64_t b);
uint64_t profile_size_bytes(const struct lpi_classes *classes);
uint64_t profile_sectors(const struct lpi_classes *classes);

#endif
