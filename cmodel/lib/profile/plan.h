/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Target ratios for the allocations of a snapshot set, and their results (Buddy, section III-B and
 * III-C; rules: format.md, "Target choice"). All arithmetic is on integers. Not installed.
 */
#ifndef LPI_PLAN_H
#define LPI_PLAN_H

#include "classes.h"
#include <linepress/buddy.h>

#define LPI_MILLION 1000000u

/* An exact fraction. */
struct lpi_share {
    uint64_t part, all; /* all is not 0 */
};
/* Compares: below, at or above 0, like a - b. */
int lpi_share_compare(struct lpi_share a, struct lpi_share b);

enum lpi_rule { LPI_RULE_WORST, LPI_RULE_POOLED };

struct lpi_goal {
    enum lpi_rule rule;
    uint32_t threshold, zero_threshold; /* millionths */
    uint32_t max_ratio;                 /* millionths, at least a million */
    unsigned page_log2;
    uint64_t device;           /* bytes of device memory; 0: no limit */
    int bandwidth;             /* also compress allocations that save too little capacity */
    uint8_t codec[LP_TARGETS]; /* codec of pages with that target */
    const uint8_t *of;         /* codec of each allocation, in place of `codec`; NULL: none */
};

/* The traffic of reading each line once, counted as in lp_buddy_traffic. */
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

/* Number of lines that spill at this target; 0 without a target. Those of a group spill together. */
uint64_t lpi_spilled(const struct lpi_classes *classes, unsigned codec, unsigned target);
/* Adds the traffic of reading these lines once. */
void lpi_flow_add(struct lpi_flow *flow, const struct lpi_classes *classes, unsigned codec,
                  unsigned target);

/* Makes a plan without targets, all allocations uncompressed. LP_ERR_SYSTEM. */
int lpi_plan_open(const struct lpi_tables *tables, const struct lpi_goal *goal,
                  struct lpi_plan **plan);
void lpi_plan_close(struct lpi_plan *plan);

/* One target for all: the largest that is at most the sector ratio of every point. */
void lpi_plan_floor(struct lpi_plan *plan);
/* One target for all: the largest that the threshold allows for the whole program. */
void lpi_plan_threshold(struct lpi_plan *plan);
/* A target for each allocation, at most 4. */
void lpi_plan_allocations(struct lpi_plan *plan);
/* The same, with 16 for mostly-zero allocations, then the caps. LP_ERR_SYSTEM. */
int lpi_plan_zero(struct lpi_plan *plan);
/* The same with a codec for each allocation: the one that gives the larger target. */
int lpi_plan_own(struct lpi_plan *plan);
/* Recomputes the sums for plan->targets. */
void lpi_plan_sum(struct lpi_plan *plan);

/* Sets goal->codec so that lpi_plan_zero takes the fewest frames. LP_ERR_SYSTEM. */
int lpi_goal_codecs(const struct lpi_tables *tables, struct lpi_goal *goal);

/* The share of lines that spill at this target: at the worst point, or over all points. */
struct lpi_share lpi_plan_share(const struct lpi_plan *plan, size_t allocation, unsigned target,
                                enum lpi_rule rule);
/* The allocation's target by the rule alone, before the caps. */
unsigned lpi_plan_wish(const struct lpi_plan *plan, size_t allocation, enum lpi_rule rule);
/* The codec of the allocation's pages; if it is not compressed, the one with the fewest sectors. */
unsigned lpi_plan_codec(const struct lpi_plan *plan, size_t allocation);
uint64_t lpi_plan_pages(const struct lpi_plan *plan, size_t allocation);
struct lpi_flow lpi_plan_at(const struct lpi_plan *plan, size_t point);
/* The classes of all allocations at a point, each with its codec. */
struct lpi_classes lpi_plan_classes(const struct lpi_plan *plan, size_t point);
/* Whether the frames fit goal.device, and the slots a carve-out three times as large. */
int lpi_plan_fits(const struct lpi_plan *plan, int *slots_fit);

#endif
