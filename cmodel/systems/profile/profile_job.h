/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A profile: target ratios for the allocations of a snapshot set, in the paper's order of steps,
 * with a sweep of the threshold and, if given, the targets of a file for comparison.
 */
#ifndef LPI_SYSTEMS_PROFILE_JOB_H
#define LPI_SYSTEMS_PROFILE_JOB_H

#include "../../lib/profile/heat.h"
#include "../../lib/profile/plan.h"
#include "../../lib/profile/ranges.h"
#include "set_targets.h"

/* Alternative to a codec with tables: BPC or ZVC, depending on the target. */
#define PROFILE_BY_TARGET LPI_TABLE_CODECS
/* EBD for allocations whose elements are 16-bit brain floats, BPC for others. */
#define PROFILE_BY_TYPE (LPI_TABLE_CODECS + 1)

struct profile_ask {
    struct lpi_goal goal;
    unsigned codec;        /* of tables, PROFILE_BY_TARGET, PROFILE_BY_TYPE */
    int zero_given;        /* the sweep keeps goal.zero_threshold; else it follows the threshold */
    char *const *operands; /* operands and split: arguments of lpi_set_open_some */
    size_t count;
    const char *split;
    const char *tensor; /* pattern of names in files; NULL: all */
    const char *apply;  /* a target file, whose page size and codecs are used; NULL: none */
    int strict;         /* the file must match the set */
    int heat;           /* a heat map is requested */
    int report;         /* a report is requested: cells of all codecs, and ranges */
    unsigned threads;   /* 0: one per core */
    const struct lpi_tell *tell; /* receives bytes, and the differences between file and set; or
                                    NULL */
};

/* The plans, in the order of the paper (figure 7). */
enum profile_step {
    PROFILE_FLOOR,      /* one target for all: the largest that each point reaches */
    PROFILE_THRESHOLD,  /* one target for all: the largest that the threshold allows */
    PROFILE_ALLOCATION, /* a target for each allocation */
    PROFILE_ZERO,       /* with target 16x as well: the targets that are written */
    PROFILE_STEPS
};
extern const char *const profile_step_names[PROFILE_STEPS];

extern const char *const profile_pages[2]; /* 64 KiB, 2 MiB */
extern const char *const profile_rules[2]; /* indexed by enum lpi_rule */
/* "bpc", "zvc", ..., "mixed" for the best in each line, "auto". */
const char *profile_codec_name(unsigned codec);
/* The same as a word of the command line, for texts. */
const char *profile_codec_word(unsigned codec);

#define PROFILE_SWEEP 7u /* thresholds: 10 % to 40 % in steps of 5 % */

struct profile_sweep {
    uint32_t threshold; /* in millionths */
    uint64_t pages, frames, lines, buddy_lines;
};

struct profile_job {
    const struct profile_ask *ask;
    struct lpi_set *set;
    struct lpi_tables *tables;
    struct lpi_heat *heat;     /* NULL unless requested */
    struct lpi_ranges *ranges; /* likewise */
    struct lpi_goal goal;      /* including the codecs that were found */
    unsigned codec;            /* the one that was asked for; by type only if types differ in it */
    uint8_t *of;               /* codec of each allocation, by type; or NULL */
    struct lpi_plan *steps[PROFILE_STEPS];
    struct lpi_plan *own;     /* a codec for each allocation; NULL unless PROFILE_BY_TARGET */
    struct lpi_plan *applied; /* NULL unless a file is applied */
    struct profile_sweep sweep[PROFILE_SWEEP];
    unsigned moves; /* the codec with the fewest sectors, whose transitions are shown */
    uint64_t best_sectors, best_lines; /* of all points together */
};

/*
 * Reads the set and makes the plans. Returns 0, or the code that it sets in *fault, which must be 0
 * on entry; then there is nothing to close.
 */
int profile_open(const struct profile_ask *ask, struct profile_job *job, struct lpi_fault *fault);
void profile_close(struct profile_job *job);

/*
 * The plan of PROFILE_ZERO with another threshold, in millionths; a zero threshold that the user gave
 * is kept. Returns 0 or the code that it sets in *fault.
 */
int profile_at_threshold(const struct profile_job *job, uint32_t threshold, struct lpi_plan **plan,
                         struct lpi_fault *fault);

/* Writes the target file of the plan that is shown. Returns 0 or the fault's code. */
int profile_write_targets(const struct profile_job *job, lp_write_fn *write, void *context,
                          struct lpi_fault *fault);

/* The plan whose targets are shown: the file's if one is applied, else the one found. */
const struct lpi_plan *profile_plan(const struct profile_job *job);
double profile_ratio(const struct lpi_plan *plan);
/* a divided by b; 0 if b is 0. */
double profile_quotient(uint64_t a, uint64_t b);
uint64_t profile_size_bytes(const struct lpi_classes *classes);
uint64_t profile_sectors(const struct lpi_classes *classes);

#endif
