/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Target ratios for the allocations of a snapshot set, and what they give (Buddy, section III-B and
 * III-C; rules: format.md, "Target choice"). All of it is arithmetic on whole numbers. Not
 * installed.
 */
#ifndef LPI_PLAN_H
#define LPI_PLAN_H

#include "classes.h"
#include <linepress/buddy.h>

#define LPI_MILLION 1000000u

/* A part of a whole, never rounded. */
struct lpi_share {
    uint64_t part, all; /* all is not 0 */
};
/* Below, at or above 0, as a - b is. */
int lpi_share_compare(struct lpi_share a, struct lpi_share b);

enum lpi_rule { LPI_RULE_WORST, LPI_RULE_POOLED };

struct lpi_goal {
    enum lpi_rule rule;
    uint32_t threshold, zero_threshold; /* millionths */
    uint32_t max_ratio;                 /* millionths, at least a million */
    unsigned page_log2;
    uint64_t device;           /* bytes of device memory; 0: as much as it takes */
    int bandwidth;             /* what is not worth its capacity is compressed all the same */
    uint8_t codec[LP_TARGETS]; /* enum lp_page_codec of pages with that target */
};

/* What reading each line once takes, as lp_buddy_traffic counts it. */
struct lpi_flow {
    uint64_t lines, device_sectors, buddy_sectors, buddy_lines;
};

struct lpi_plan {
    const struct lpi_tables *tables;
    struct lpi_goal goal;
    uint8_t *targets;              /* of each allocation: enum lp_target, LP_BUDDY_UNCOMPRESSED */
    uint8_t *own;                  /* codec of each allocation; NULL: that of its target */
    uint64_t pages, frames, slots; /* of all allocations at their largest; frames: 1/16 pages */
    struct lpi_flow flow;          /* at all points together */
};

/* Lines that do not fit in what the target keeps of them; none without a target. */
uint64_t lpi_spilled(const struct lpi_classes *classes, unsigned target);
/* Adds what reading these lines once takes. */
void lpi_flow_add(struct lpi_flow *flow, const struct lpi_classes *classes, unsigned target);

/* Makes a plan without targets, all allocations uncompressed. LP_ERR_SYSTEM. */
int lpi_plan_open(const struct lpi_tables *tables, const struct lpi_goal *goal,
                  struct lpi_plan **plan);
void lpi_plan_close(struct lpi_plan *plan);

/* One target for all: the largest that no point's sector ratio is below. */
void lpi_plan_floor(struct lpi_plan *plan);
/* One target for all: the largest that the threshold allows the program. */
void lpi_plan_threshold(struct lpi_plan *plan);
/* A target for each, 4 the largest. */
void lpi_plan_allocations(struct lpi_plan *plan);
/* The same with 16 for what is mostly zero, and the caps. LP_ERR_SYSTEM. */
int lpi_plan_zero(struct lpi_plan *plan);
/* The same where each allocation has its own codec, whichever gives it the larger target. */
int lpi_plan_own(struct lpi_plan *plan);
/* The targets as they stand in plan->targets. */
void lpi_plan_sum(struct lpi_plan *plan);

/* Sets goal->codec so that lpi_plan_zero takes the fewest frames. LP_ERR_SYSTEM. */
int lpi_goal_codecs(const struct lpi_tables *tables, struct lpi_goal *goal);

/* Lines that spill at this target: at the worst point, or of all points together. */
struct lpi_share lpi_plan_share(const struct lpi_plan *plan, size_t allocation, unsigned target,
                                enum lpi_rule rule);
/* The target that a rule gives it alone, before the caps. */
unsigned lpi_plan_wish(const struct lpi_plan *plan, size_t allocation, enum lpi_rule rule);
/* The codec of its pages; of one that is not compressed, the one with the fewest sectors. */
unsigned lpi_plan_codec(const struct lpi_plan *plan, size_t allocation);
uint64_t lpi_plan_pages(const struct lpi_plan *plan, size_t allocation);
struct lpi_flow lpi_plan_at(const struct lpi_plan *plan, size_t point);
/* The classes of all allocations at a point, each with its codec. */
struct lpi_classes lpi_plan_classes(const struct lpi_plan *plan, size_t point);
/* Whether frames, and slots, fit goal.device and a carve-out of three times as much. */
int lpi_plan_fits(const struct lpi_plan *plan, int *slots_fit);

#endif
