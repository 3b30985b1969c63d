/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "set_point.h"

#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int find_point(const char *operand, const struct lpi_set *set, const char *name,
                      size_t *point, struct lpi_fault *fault)
{
    for (*point = 0; *point < set->point_count; ++*point)
        if (strcmp(set->points[*point].name, name) == 0)
            return 0;
    return lpi_fault_set(fault, LPI_BAD, "%s: the set has no point '%s'", operand, name);
}

int lpi_set_open_point(const char *operand, struct lpi_set **set, size_t *point,
                       struct lpi_fault *fault)
{
    const char *colon = access(operand, F_OK) == 0 ? NULL : strrchr(operand, ':');
    char *path = strdup(operand);
    *set = NULL;
    *point = 0;
    if (path == NULL)
        return lpi_fault_set(fault, LPI_BAD, "%s: no memory", operand);
    if (colon != NULL)
        path[colon - operand] = '\0';
    if (lpi_set_open(&path, 1, NULL, set, fault) != 0)
        fault->code = LPI_BAD;
    else if (colon != NULL)
        find_point(operand, *set, colon + 1, point, fault);
    free(path);
    if (fault->code != 0) {
        lpi_set_close(*set);
        *set = NULL;
    }
    return fault->code;
}

void lpi_set_bytes_free(struct lpi_set_bytes *contents, size_t count)
{
    for (size_t i = 0; contents != NULL && i < count; i++)
        free(contents[i].data);
    free(contents);
}

static int read_one(const struct lpi_piece *piece, struct lpi_set_bytes *one,
                    struct lpi_fault *fault)
{
    size_t room = (size_t)(piece->bytes + LP_LINE_BYTES - 1) / LP_LINE_BYTES * LP_LINE_BYTES;
    if (piece->file == NULL || piece->bytes == 0)
        return 0;
    one->bytes = piece->bytes;
    one->data = calloc(1, room);
    if (one->data == NULL)
        return lpi_fault_set(fault, LPI_BAD, "no memory for the %llu bytes of '%s'",
                             (unsigned long long)piece->bytes, one->name);
    if (lpi_piece_read(piece, 0, one->data, piece->bytes, fault) != 0)
        fault->code = LPI_BAD;
    return fault->code;
}

int lpi_set_read_point(const struct lpi_set *set, size_t point, struct lpi_set_bytes **contents,
                       struct lpi_fault *fault)
{
    *contents = calloc(set->allocation_count, sizeof **contents);
    if (*contents == NULL)
        return lpi_fault_set(fault, LPI_BAD, "no memory for a point of the set");
    for (size_t i = 0; i < set->allocation_count && fault->code == 0; i++) {
        (*contents)[i].name = set->allocations[i].name;
        read_one(lpi_set_piece(set, i, point), &(*contents)[i], fault);
    }
    if (fault->code != 0) {
        lpi_set_bytes_free(*contents, set->allocation_count);
        *contents = NULL;
    }
    return fault->code;
}
