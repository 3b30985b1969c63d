/* SPDX-License-Identifier: Apache-2.0 */
#include "set_targets.h"
#include <stdlib.h>
#include <string.h>

int lpi_read_targets(const char *path, struct lp_targets **targets, struct lpi_fault *fault)
{
    struct lp_targets_fault why;
    if (lp_targets_read(path, targets, &why) == LP_OK)
        return 0;
    return lpi_fault_set(fault, LPI_BAD, "%s: %s", path, why.why);
}

static size_t compare_allocation(const char *path, const struct lpi_allocation *allocation,
                                 const struct lp_targets_row *row, const struct lpi_tell *tell)
{
    if (row == NULL)
        lpi_tell_note(tell, "%s: has no target for allocation '%s', which stays uncompressed", path,
                      allocation->name);
    else if (row->bytes != allocation->bytes)
        lpi_tell_note(tell, "%s: allocation '%s' has %llu bytes there and %llu here", path,
                      allocation->name, (unsigned long long)row->bytes,
                      (unsigned long long)allocation->bytes);
    return row == NULL || row->bytes != allocation->bytes;
}

int lpi_compare_targets(const char *path, const struct lpi_set *set,
                        const struct lp_targets *targets, const struct lpi_tell *tell,
                        size_t *differences, struct lpi_fault *fault)
{
    size_t rows = lp_targets_count(targets);
    char *seen = lpi_fault_alloc(fault, rows + 1);
    *differences = 0;
    if (seen == NULL)
        return fault->code;
    memset(seen, 0, rows + 1);
    for (size_t a = 0; a < set->allocation_count; a++) {
        const struct lp_targets_row *row = lp_targets_find(targets, set->allocations[a].name);
        *differences += compare_allocation(path, &set->allocations[a], row, tell);
        if (row != NULL)
            seen[row - lp_targets_row(targets, 0)] = 1;
    }
    for (size_t i = 0; i < rows; i++) {
        if (seen[i])
            continue;
        lpi_tell_note(tell, "%s: there is no allocation '%s' here", path,
                      lp_targets_row(targets, i)->name);
        ++*differences;
    }
    free(seen);
    return 0;
}
