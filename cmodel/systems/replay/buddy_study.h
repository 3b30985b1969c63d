/* SPDX-License-Identifier: Apache-2.0 */
/* Traffic counts of the same accesses for several metadata cache sizes and targets. */
#ifndef LPI_SYSTEMS_BUDDY_STUDY_H
#define LPI_SYSTEMS_BUDDY_STUDY_H

#include "buddy_job.h"

/* Total of all slices' caches, as in figure 6b of Buddy Compression: 1 to 64 KiB. */
#define BUDDY_SMALLEST 1024u
#define BUDDY_SIZES 7u

struct buddy_study {
    struct lp_buddy_counts sizes[BUDDY_SIZES];  /* with BUDDY_SMALLEST << i bytes of cache and the
                                                  requested target */
    struct lp_buddy_counts targets[LP_TARGETS]; /* with the largest of those caches */
};

/* Uses buddy_function. Returns 0 or the code that it sets in *fault, which must be 0 on entry. */
int buddy_study(const struct buddy_ask *ask, struct buddy_job *job, struct buddy_study *study,
                struct lpi_fault *fault);

#endif
