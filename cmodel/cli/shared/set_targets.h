/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LPI_CLI_SET_TARGETS_H
#define LPI_CLI_SET_TARGETS_H

#include "../../lib/profile/set.h"
#include <linepress/targets.h>

/*
 * Names on standard error what differs between a target file and a set: allocations that one of
 * them has alone, and other sizes. Returns how many differ.
 */
size_t cli_compare_targets(const char *path, const struct lpi_set *set,
                           const struct lp_targets *targets);

#endif
