/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A memory controller's slice that somebody clocks: its cycle model, or its Verilated RTL behind
 * the same two calls. Not installed.
 */
#ifndef LPI_ENGINE_H
#define LPI_ENGINE_H

#include "buddy_ports.h"

/* Parameters of lp_buddy_slice that a run chooses; the others keep their defaults. */
struct lp_buddy_shape {
    unsigned page; /* log2 of a page's share in bytes */
    unsigned frame_w, slot_w;
    unsigned entries, lanes, parallel, sets, ways, misses;
};

struct lp_buddy_engine {
    void *self;
    /* The low half of a clock cycle: outputs from state and inputs. rst_n = 0: reset. */
    void (*eval)(void *self, int rst_n, const struct lp_buddy_slice_in *in,
                 struct lp_buddy_slice_out *out);
    /* The rising edge, with the inputs of the last eval. */
    void (*tick)(void *self, int rst_n, const struct lp_buddy_slice_in *in);
    void (*close)(void *self);
};

/* Opens a fresh one. LP_ERR_ARG: there is none of this shape; LP_ERR_SYSTEM: no memory. */
typedef int lp_buddy_open_engine(const struct lp_buddy_shape *shape,
                                 struct lp_buddy_engine *engine);

/* The cycle model, as an lp_buddy_open_engine. */
int lpi_engine_model(const struct lp_buddy_shape *shape, struct lp_buddy_engine *engine);

/* The values of a unit's parameters, by their names; 0: the unit does not take one of them. */
int lpi_engine_values(const struct lp_unit *unit, const struct lp_buddy_shape *shape, int *values);

#endif
