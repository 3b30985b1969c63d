/* SPDX-License-Identifier: Apache-2.0 */
#include "frame_format.h"

#include <stdlib.h>

int lpi_offsets_add(struct lpi_offsets *offsets, uint64_t offset)
{
    if (offsets->count == offsets->room) {
        size_t room = offsets->room == 0 ? 64 : 2 * offsets->room;
        if (room > SIZE_MAX / sizeof offset)
            return LP_ERR_SYSTEM;
        uint64_t *at = realloc(offsets->at, room * sizeof offset);
        if (at == NULL)
            return LP_ERR_SYSTEM;
        offsets->at = at;
        offsets->room = room;
    }
    offsets->at[offsets->count++] = offset;
    return LP_OK;
}

void lpi_offsets_free(struct lpi_offsets *offsets)
{
    free(offsets->at);
    *offsets = (struct lpi_offsets){0};
}
