/* SPDX-License-Identifier: Apache-2.0 */
/* Requests that a slice has not taken yet, in the order in which they came. Not installed. */
#ifndef LPI_GPU_ASKED_H
#define LPI_GPU_ASKED_H

#include "gpu_engine.h"
#include <stdlib.h>

struct lpi_gpu_asked {
    struct lpi_gpu_line *lines; /* a ring */
    uint32_t first, count, room;
};

/* False: no memory. */
static inline bool lpi_gpu_asked_add(struct lpi_gpu_asked *asked, const struct lpi_gpu_line *line)
{
    if (asked->count == asked->room) {
        uint32_t room = asked->room == 0 ? 64 : 2 * asked->room;
        struct lpi_gpu_line *lines = malloc(room * sizeof *lines);
        if (lines == NULL)
            return false;
        for (uint32_t i = 0; i < asked->count; i++)
            lines[i] = asked->lines[(asked->first + i) % asked->room];
        free(asked->lines);
        *asked = (struct lpi_gpu_asked){lines, 0, asked->count, room};
    }
    /* The room is a power of two. */
    asked->lines[(asked->first + asked->count++) & (asked->room - 1)] = *line;
    return true;
}

static inline const struct lpi_gpu_line *lpi_gpu_asked_head(const struct lpi_gpu_asked *asked)
{
    return &asked->lines[asked->first];
}

static inline void lpi_gpu_asked_drop(struct lpi_gpu_asked *asked)
{
    asked->first = (asked->first + 1) & (asked->room - 1);
    asked->count--;
}

#endif
