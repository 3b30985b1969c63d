/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The job of a replay: a file's lines, padded with zeros, or those of a snapshot set's allocations,
 * and the accesses.
 */
#ifndef LPI_SYSTEMS_BUDDY_STATE_H
#define LPI_SYSTEMS_BUDDY_STATE_H

#include "replay.h"
#include "../../lib/profile/set.h"
#include "buddy_lines.h"
#include <linepress/targets.h>

struct buddy_job {
    struct buddy_lines file;
    const uint8_t *data; /* all lines */
    uint64_t lines;
    struct lp_trace trace;
    struct lpi_replay_part *parts; /* the allocations: one for a file, all of a set */
    size_t part_count;
    void *memory;               /* owner of a set's lines */
    struct lpi_set *set;        /* NULL for the lines of a file */
    struct lp_targets *targets; /* of the set */
};

#endif
