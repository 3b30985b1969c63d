/* SPDX-License-Identifier: Apache-2.0 */
#include "groups.h"

#include "../grp/grp.h"

#include <string.h>

#define SAMPLE 256u /* groups of a point */

size_t lpi_groups_bytes(size_t bytes)
{
    return (bytes + LP_GRP_BYTES - 1) / LP_GRP_BYTES * LP_GRP_BYTES;
}

/* Adds the exponents of one group, unless it is all zero: a table is no use to such a group. */
static int count_group(const struct lpi_piece *piece, uint64_t group, uint32_t *counts,
                       struct lpi_fault *fault)
{
    static const uint8_t zeros[LP_GRP_BYTES];
    uint8_t data[LP_GRP_BYTES] = {0};
    uint64_t at = group * LP_GRP_BYTES, left = piece->bytes - at;
    int error = lpi_piece_read(piece, at, data, left < LP_GRP_BYTES ? (size_t)left : LP_GRP_BYTES,
                               fault);
    if (error == LP_OK && memcmp(data, zeros, sizeof data) != 0)
        lpi_grp_count(data, sizeof data, counts);
    return error;
}

/* Evenly spaced groups, without a product that overflows. */
static int count_piece(const struct lpi_piece *piece, uint32_t *counts, struct lpi_fault *fault)
{
    uint64_t groups = (piece->bytes + LP_GRP_BYTES - 1) / LP_GRP_BYTES;
    uint64_t samples = groups < SAMPLE ? groups : SAMPLE;
    int error = LP_OK;
    for (uint64_t i = 0; i < samples && error == LP_OK; i++)
        error = count_group(piece, groups / samples * i + groups % samples * i / samples, counts,
                            fault);
    return error;
}

int lpi_groups_table(const struct lpi_set *set, size_t allocation, uint8_t *table,
                     struct lpi_fault *fault)
{
    uint32_t counts[256] = {0};
    int error = LP_OK;
    for (size_t p = 0; p < set->point_count && error == LP_OK; p++) {
        const struct lpi_piece *piece = lpi_set_piece(set, allocation, p);
        if (piece->file != NULL)
            error = count_piece(piece, counts, fault);
    }
    lpi_grp_table(counts, table);
    return error;
}

void lpi_groups_bits(const struct lp_grp *grp, const uint8_t *data, size_t lines, uint16_t *bits)
{
    uint8_t state;
    unsigned stored = 0;
    for (size_t line = 0; line < lines; line++) {
        unsigned k = line % LP_GRP_LINES;
        if (k == 0) {
            (void)lp_grp_states(grp, data + line * LP_LINE_BYTES, 1, &state);
            (void)lp_grp_state_sectors(state, &stored);
        }
        unsigned own = stored * (k + 1) / LP_GRP_LINES - stored * k / LP_GRP_LINES;
        bits[line] = (uint16_t)(8 * LP_SECTOR_BYTES * own);
    }
}
