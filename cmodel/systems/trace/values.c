/* SPDX-License-Identifier: Apache-2.0 */
#include "values.h"
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>

int values_open(const char *operand, struct values *v, struct lpi_fault *fault)
{
    v->where = operand;
    return lpi_set_open_point(operand, &v->set, &v->point, fault);
}

void values_close(struct values *v)
{
    lpi_set_close(v->set);
    v->set = NULL;
}

int values_regions(const struct values *v, struct regions *regions, struct lpi_fault *fault)
{
    for (size_t i = 0; i < v->set->allocation_count && fault->code == 0; i++) {
        const struct lpi_allocation *a = &v->set->allocations[i];
        if (a->address == 0)
            continue;
        if (a->address % LP_LINE_BYTES != 0 || a->bytes > LP_WARP_ADDRESS_MAX ||
            a->address > LP_WARP_ADDRESS_MAX - a->bytes)
            return lpi_fault_set(fault, LPI_BAD,
                                 "%s: allocation '%s' does not begin at a line of "
                                 "device memory",
                                 v->where, a->name);
        regions_add(regions, a->name, a->address, a->bytes, true, fault);
    }
    if (fault->code == 0 && regions->count == 0)
        return lpi_fault_set(fault, LPI_BAD,
                             "%s: the set has no addresses: --buffers says where "
                             "its allocations were",
                             v->where);
    return fault->code != 0 ? fault->code : regions_sort(regions, v->where, fault);
}

int values_of(const struct values *v, const struct region *region, uint8_t **contents,
              struct lpi_fault *fault)
{
    *contents = NULL;
    if (v->set == NULL)
        return 0;
    for (size_t i = 0; i < v->set->allocation_count; i++) {
        const struct lpi_piece *piece = lpi_set_piece(v->set, i, v->point);
        if (strcmp(v->set->allocations[i].name, region->name) != 0 || piece->file == NULL)
            continue;
        uint64_t bytes = piece->bytes < region->bytes ? piece->bytes : region->bytes;
        *contents = calloc(1, region->bytes);
        if (*contents == NULL)
            return lpi_fault_set(fault, LPI_BAD, "%s: no memory for the %llu bytes of '%s'",
                                 v->where, (unsigned long long)region->bytes, region->name);
        if (bytes == 0 || lpi_piece_read(piece, 0, *contents, bytes, fault) == 0)
            return 0;
        free(*contents);
        *contents = NULL;
        return fault->code = LPI_BAD;
    }
    return 0;
}
