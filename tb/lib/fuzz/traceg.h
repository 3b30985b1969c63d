/* SPDX-License-Identifier: Apache-2.0 */
/* Limits that the importer of Accel-Sim's traces relies on, checked of a text that a fuzzer made. */
#ifndef TB_FUZZ_TRACEG_H
#define TB_FUZZ_TRACEG_H

#include "../../../cmodel/lib/accelsim/traceg.h"
#include "fuzz.h"

static inline void check_sass(const struct lpi_sass *s)
{
    must(s->opcode_bytes > 0 && s->opcode_bytes <= 128);
    must(s->destinations <= LPI_SASS_OPERANDS && s->sources <= LPI_SASS_OPERANDS);
    if (s->class == LPI_SASS_GLOBAL) {
        must(s->width >= 1 && s->width <= LP_WARP_WIDTH_MAX && s->mask != 0);
        must(s->kind == LP_WARP_LOAD || s->kind == LP_WARP_STORE || s->kind == LP_WARP_ATOMIC);
        must(!s->has_bytes || s->kind == LP_WARP_STORE);
        for (unsigned lane = 0; lane < LP_WARP_LANES; lane++)
            must(s->mask >> lane & 1 || s->address[lane] == 0);
    }
    must(s->class != LPI_SASS_TENSOR || s->list_count <= s->list_room);
}

/* A text to its end. */
static inline void read_kernel(lp_read_fn *read, void *context, struct lpi_fault *fault)
{
    struct lpi_traceg *t;
    struct lp_warp warp;
    bool more = true;
    uint64_t next = 0;
    if (lpi_traceg_open(read, context, "x", &t, fault) != 0)
        return;
    const struct lpi_traceg_kernel *k = lpi_traceg_kernel(t);
    uint64_t groups = (uint64_t)k->groups[0] * k->groups[1] * k->groups[2];
    must(groups > 0 && groups < UINT64_C(1) << 31);
    while (lpi_traceg_warp(t, &warp, &more, fault) == 0 && more) {
        const struct lpi_sass *s;
        must(warp.group < groups && warp.number < LP_WARP_BLOCK_MAX / LP_WARP_LANES);
        uint64_t place = (uint64_t)warp.group << 32 | warp.number;
        must(place >= next);
        next = place + 1;
        while ((s = lpi_traceg_next(t, fault)) != NULL)
            check_sass(s);
    }
    lpi_traceg_close(t);
}

#endif
