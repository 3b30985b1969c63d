/* SPDX-License-Identifier: Apache-2.0 */
#include "ranges.h"

#include <stdlib.h>

/* Number of ranges of all allocations, of `lines` lines each; sets first[] unless it is NULL. */
static uint64_t place(const struct lpi_set *set, uint64_t lines, uint64_t *first)
{
    uint64_t ranges = 0, bytes = lines * LP_LINE_BYTES;
    for (size_t a = 0; a < set->allocation_count; a++) {
        if (first != NULL)
            first[a] = ranges;
        ranges += (set->allocations[a].bytes + bytes - 1) / bytes;
    }
    if (first != NULL)
        first[set->allocation_count] = ranges;
    return ranges;
}

int lpi_ranges_open(const struct lpi_set *set, struct lpi_ranges **opened)
{
    struct lpi_ranges *ranges = calloc(1, sizeof *ranges);
    if (ranges == NULL)
        return LP_ERR_SYSTEM;
    *ranges = (struct lpi_ranges){.set = set, .lines = 1};
    while (place(set, ranges->lines, NULL) * set->point_count > LPI_RANGES_MAX)
        ranges->lines *= 2;
    ranges->first = calloc(set->allocation_count + 1, sizeof *ranges->first);
    if (ranges->first != NULL) {
        uint64_t count = place(set, ranges->lines, ranges->first);
        ranges->cells = calloc((size_t)count * set->point_count, sizeof *ranges->cells);
    }
    if (ranges->cells == NULL) {
        lpi_ranges_close(ranges);
        return LP_ERR_SYSTEM;
    }
    *opened = ranges;
    return LP_OK;
}

void lpi_ranges_close(struct lpi_ranges *ranges)
{
    if (ranges == NULL)
        return;
    free(ranges->first);
    free(ranges->cells);
    free(ranges);
}

uint64_t lpi_ranges_count(const struct lpi_ranges *ranges)
{
    return ranges->first[ranges->set->allocation_count];
}

const struct lpi_range *lpi_ranges_at(const struct lpi_ranges *ranges, size_t point)
{
    return ranges->cells + point * lpi_ranges_count(ranges);
}

void lpi_ranges_add(void *context, size_t allocation, size_t point, uint64_t first_line,
                    const uint8_t *sectors, size_t lines)
{
    struct lpi_ranges *ranges = context;
    struct lpi_range *row = ranges->cells + point * lpi_ranges_count(ranges) +
                            ranges->first[allocation];
    for (size_t i = 0; i < lines; i++) {
        struct lpi_range *range = row + (first_line + i) / ranges->lines;
        range->sectors += sectors[i];
        range->lines++;
    }
}
