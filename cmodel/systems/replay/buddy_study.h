/* SPDX-License-Identifier: Apache-2.0 */
/* Counts of the same accesses over sizes of the metadata cache, and over targets. */
#ifndef LPI_SYSTEMS_BUDDY_STUDY_H
#define LPI_SYSTEMS_BUDDY_STUDY_H

#include "buddy_job.h"

/* Caches of all slices together, as in figure 6b of Buddy Compression: 1 to 64 KiB. */
#define BUDDY_SMALLEST 1024u
#define BUDDY_SIZES 7u

struct buddy_study {
    struct lp_buddy_counts sizes[BUDDY_SIZES]; /* BUDDY_SMALLEST << i bytes, what is asked for */
    struct lp_buddy_counts targets[LP_TARGETS]; /* with the largest of those caches */
};

/* By buddy_function. Returns 0 or the code that it sets in *fault, which was 0 before. */
int buddy_study(const struct buddy_ask *ask, struct buddy_job *job, struct buddy_study *study,
                struct lpi_fault *fault);

#endif
