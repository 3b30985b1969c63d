/* SPDX-License-Identifier: Apache-2.0 */
/* Comparison of a target file with the snapshot set that it is used for. */
#ifndef LPI_SYSTEMS_SET_TARGETS_H
#define LPI_SYSTEMS_SET_TARGETS_H

#include "../../base/tell.h"
#include "../../lib/profile/set.h"
#include <linepress/targets.h>

/* Reads a target file. Returns 0 or the code that it sets in *fault. */
int lpi_read_targets(const char *path, struct lp_targets **targets, struct lpi_fault *fault);

/*
 * Notes the differences between a target file and a set: allocations that only one of them has, and
 * different sizes. *differences = their number. Returns 0 or the code that it sets in *fault.
 */
int lpi_compare_targets(const char *path, const struct lpi_set *set,
                        const struct lp_targets *targets, const struct lpi_tell *tell,
                        size_t *differences, struct lpi_fault *fault);

#endif
