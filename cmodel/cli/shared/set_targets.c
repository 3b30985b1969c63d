/* SPDX-License-Identifier: Apache-2.0 */
#include "set_targets.h"
#include "fail.h"
#include <stdlib.h>
#include <string.h>

static size_t compare_allocation(const char *path, const struct lpi_allocation *allocation,
                                 const struct lp_targets_row *row)
{
    if (row == NULL)
        cli_complain("%s: has no target for allocation '%s', which stays uncompressed", path,
                     allocation->name);
    else if (row->bytes != allocation->bytes)
        cli_complain("%s: allocation '%s' has %llu bytes there and %llu here", path,
                     allocation->name, (unsigned long long)row->bytes,
                     (unsigned long long)allocation->bytes);
    return row == NULL || row->bytes != allocation->bytes;
}

size_t cli_compare_targets(const char *path, const struct lpi_set *set,
                           const struct lp_targets *targets)
{
    size_t differences = 0, rows = lp_targets_count(targets);
    char *seen = cli_alloc(rows + 1);
    memset(seen, 0, rows + 1);
    for (size_t a = 0; a < set->allocation_count; a++) {
        const struct lp_targets_row *row = lp_targets_find(targets, set->allocations[a].name);
        differences += compare_allocation(path, &set->allocations[a], row);
        if (row != NULL)
            seen[row - lp_targets_row(targets, 0)] = 1;
    }
    for (size_t i = 0; i < rows; i++) {
        if (seen[i])
            continue;
        cli_complain("%s: there is no allocation '%s' here", path,
                     lp_targets_row(targets, i)->name);
        differences++;
    }
    free(seen);
    return differences;
}
