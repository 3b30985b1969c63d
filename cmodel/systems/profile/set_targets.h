/* SPDX-License-Identifier: Apache-2.0 */
/* A target file beside the snapshot set that it is used on. */
#ifndef LPI_SYSTEMS_SET_TARGETS_H
#define LPI_SYSTEMS_SET_TARGETS_H

#include "../../base/tell.h"
#include "../../lib/profile/set.h"
#include <linepress/targets.h>

/* Reads a target file. Returns 0 or the code that it sets in *fault. */
int lpi_read_targets(const char *path, struct lp_targets **targets, struct lpi_fault *fault);

/*
 * Notes what differs between a target file and a set: allocations that one of them has alone, and
 * other sizes. *differences = how many differ. Returns 0 or the code that it sets in *fault.
 */
int lpi_compare_targets(const char *path, const struct lpi_set *set,
                        const struct lp_targets *targets, const struct lpi_tell *tell,
                        size_t *differences, struct lpi_fault *fault);

#endif
